/** @file A game that goes on: what the real board has to show, with a way to say that it does, and one to set it right. */

import { el } from '../core/dom.js';
import { once } from '../core/pressed.js';
import { leafOf } from '../core/tree.js';

/**
 * Whoever holds a seat is asked, and who says that it is right says so for everybody.
 * @param {HTMLElement} card
 * @param {import('../core/types.js').Table} table
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @param {(play: {do: string, seat: number|string}, from: Element) => Promise<boolean>} act
 * @param {(form: import('../core/types.js').Play, from: HTMLElement) => void} wrong opens the form that sets things right
 */
export function showCompare(card, table, words, act, wrong) {
  const compare = table.seats.length ? (table.compare ?? []) : [];
  const form = leafOf(table.plays, 'correct');
  const drawn = JSON.stringify([compare, form?.form]);
  if (card.dataset.drawn === drawn) return;
  card.dataset.drawn = drawn;
  card.hidden = !compare.length;
  const yes = el('button', { class: 'button first', type: 'button' }, words('page.compare_right'));
  const no = el('button', { class: 'button', type: 'button' }, words('page.compare_wrong'));
  yes.addEventListener('click', () => once(yes, () => act({ do: 'right', seat: 'table' }, yes)));
  no.addEventListener('click', () => form && wrong(form, no));
  const lines = compare.map((text) => el('li', {}, text));
  const choices = el('div', { class: 'actions' }, yes, ...(form ? [no] : []));
  card.replaceChildren(el('h2', {}, words('page.compare_title')), el('p', {}, words('page.compare_hint')), el('ul', {}, ...lines), choices);
}
