/** @file How Forbidden Island ended, and why. */

import { addSheet, el } from '../../core/dom.js';
import { sign } from '../../drawing/signs.js';

await addSheet(new URL('./end.css', import.meta.url));

/** @param {HTMLElement} element @param {import('../../core/types.js').Table} table its state has an end */
export function drawEnd(element, { state: { end, groups: [{ tokens: treasures }], words } }) {
  const trophies = treasures.map((each) => {
    const kind = each.captured ? null : each.standing ? 'missing' : 'gone';
    return el('li', { class: kind, title: `${each.label}: ${each.note}` }, ...sign(each.sign), el('span', { class: 'unseen' }, `${each.label}: ${each.note}`));
  });
  const rule = el('p', { class: 'rule' }, end.text);
  element.replaceChildren(el('ul', { class: 'trophies', 'aria-label': words.treasures }, ...trophies), el('h2', { class: end.won ? 'good' : 'bad' }, end.title), el('p', {}, end.why), rule);
}
