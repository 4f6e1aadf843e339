/** @file What can be done with a game that is over: it is played again, and its draws are checked. */

import { el } from '../core/dom.js';

/** @param {import('../dock/walk.js').Walk} walk in whose rows they stand @returns {HTMLElement[]} */
export function overRows(walk) {
  const { over, seats } = walk.table;
  if (!over) return [];
  const play = { word: 'again', label: over.again, hint: over.name, do: 'again', seats: seats.slice(0, 1), why: null, then: [], form: null };
  const again = seats.length ? [walk.button(play, 'button first')] : [];
  const check = over.check ? [el('a', { class: 'button', href: `/verify?check=${over.check.which}` }, over.check.label)] : [];
  return [...again, ...check];
}
