/** @file Who sits at the table, and whether each one's phone is here, asleep or gone: by a shape and by a word. */

import { byId, el } from './dom.js';

let drawn = '';

/**
 * @param {import('./types.js').Person[]} people
 * @param {(key: string) => string} words
 */
export function showPeople(people, words) {
  const lit = people.filter((person) => person.light);
  const now = JSON.stringify(lit);
  if (now === drawn) return;
  drawn = now;
  byId('people').hidden = !lit.length;
  byId('people').replaceChildren(...lit.map(({ name, light }) => {
    const word = words(`page.light.${light}`);
    return el('li', { title: word }, el('i', { class: `light ${light}`, 'aria-hidden': 'true' }), el('bdi', {}, name), el('span', { class: 'unseen' }, `: ${word}`));
  }));
}
