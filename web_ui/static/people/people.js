/** @file Who sits at the table, and whether each one's phone is here, asleep or gone: by a shape and by a word.
 *
 * While nobody has a phone there is nothing to tell.
 */

import { byId, el } from '../core/dom.js';

let drawn = '';

/**
 * @param {import('../core/types.js').Person[]} people
 * @param {(key: string) => string} words
 */
export function showPeople(people, words) {
  const now = JSON.stringify(people);
  if (now === drawn) return;
  drawn = now;
  byId('people').hidden = people.every((person) => person.presence === 'gone');
  byId('people').replaceChildren(...people.map(({ name, presence }) => {
    const word = words(`page.presence.${presence}`);
    return el('li', { title: word }, el('i', { class: `presence ${presence}`, 'aria-hidden': 'true' }), el('bdi', {}, name), el('span', { class: 'unseen' }, `: ${word}`));
  }));
}

/** @returns {string} who sits at *seat*, "" if nobody does */
export const nameOf = (people, seat) => people.find((person) => person.seat === seat)?.name ?? '';

/**
 * A letter for each seat: the first of its name, or its number where two would have the same.
 * @param {{seat: number, name: string}[]} people
 * @returns {Object<number, string>}
 */
export function initialsOf(people) {
  const first = ({ name }) => ([...name][0] ?? '').toLocaleUpperCase();
  const twice = new Set(people.map(first)).size < people.length;
  return Object.fromEntries(people.map((person) => [person.seat, (!twice && first(person)) || String(person.seat + 1)]));
}
