/** @file A row of ticks with a marker, as the water meter. */

import { el } from '../core/dom.js';
import { sign } from '../signs/signs.js';

/** What it looks like. */
export const sheets = ['../css/tiles.css'];

/** @typedef {{name: string, label: string, ticks: (string|number)[], at: number}} Counter */

/**
 * @param {Counter} counter
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @returns {{element: HTMLElement, show: (now: Counter) => void}}
 */
export function meterOf(counter, words) {
  const ticks = counter.ticks.map((tick) => el('i', {}, ...face(tick, counter.ticks)));
  const row = el('div', { class: 'meter', role: 'img' }, ...ticks);
  const show = (now) => {
    ticks.forEach((tick, at) => {
      tick.classList.toggle('under', at < now.at);
      tick.classList.toggle('now', at === now.at);
    });
    const values = { label: now.label, tick: now.ticks[now.at], at: now.at + 1, of: now.ticks.length };
    row.setAttribute('aria-label', words('page.tick', values));
  };
  return { element: el('section', { class: 'counter' }, el('h2', { class: 'quiet' }, counter.label), row), show };
}

/** Among numbers, the word at the end is the one that nobody wants to reach. */
function face(tick, ticks) {
  const numbers = ticks.filter((each) => typeof each === 'number').length;
  return typeof tick === 'string' && numbers === ticks.length - 1 ? sign('skull') : [String(tick)];
}
