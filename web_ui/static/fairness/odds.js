/** @file Plain statistics of a game: how often each face and segment was to be expected, and came, by seat. */

import { el } from '../core/dom.js';

/**
 * @param {any} told the draws of a game, as the table tells them
 * @returns {Map<string, {expected: Map<string, number>, seen: Map<string, number[]>}>} by what was rolled or spun
 */
export function tally(told) {
  const tallies = new Map();
  for (const draw of told.draws) {
    if (draw.kind !== 'roll' && draw.kind !== 'spin') continue;
    if (!tallies.has(draw.purpose)) tallies.set(draw.purpose, { expected: new Map(), seen: new Map() });
    const { expected, seen } = tallies.get(draw.purpose);
    const dice = draw.kind === 'roll' ? draw.of.map((die) => die.map((face) => [face, 1])) : [draw.of];
    for (const die of dice) {
      const ways = die.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [face, weight] of die) {
        if (weight) expected.set(String(face), (expected.get(String(face)) ?? 0) + weight / ways);
      }
    }
    for (const face of draw.do.split(' ').slice(1)) {
      if (!seen.has(face)) seen.set(face, told.people.map(() => 0).concat(0));
      seen.get(face)[draw.seat in told.people ? draw.seat : told.people.length] += 1;
    }
  }
  return tallies;
}

/** A table for each kind of dice and each wheel, with a bar for what was expected and one for what came. */
export function oddsOf(told, words) {
  const name = (word) => told.labels[word] ?? word;
  return [...tally(told)].map(([purpose, { expected, seen }]) => {
    const counts = [...expected.keys()].map((face) => seen.get(face) ?? []);
    const total = (row) => row.reduce((sum, count) => sum + count, 0);
    const maximum = Math.max(...expected.values(), ...counts.map(total));
    const heads = [words('verify.face'), words('verify.expected'), words('verify.seen'), ...told.people];
    const rows = [...expected].map(([face, chance], at) => el('tr', {},
      el('th', { scope: 'row' }, name(face)),
      el('td', {}, chance.toFixed(1), bar(chance / maximum, 'expected')),
      el('td', {}, String(total(counts[at])), bar(total(counts[at]) / maximum, 'seen')),
      ...told.people.map((_, seat) => el('td', {}, String(counts[at][seat] ?? 0)))));
    const head = el('thead', {}, el('tr', {}, ...heads.map((text) => el('th', { scope: 'col' }, text))));
    return el('div', { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': name(purpose) },
      el('table', { class: 'odds' }, el('caption', {}, name(purpose)), head, el('tbody', {}, ...rows)));
  });
}

function bar(share, kind) {
  const element = el('meter', { class: kind, min: 0, max: 1, 'aria-hidden': 'true' });
  element.value = share;
  return element;
}
