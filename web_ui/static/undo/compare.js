/** @file A game that goes on: whether the real board is like the one on the page, and all that differs from its start. */

import { el } from '../core/dom.js';
import { once } from '../link/sender.js';
import { leafOf } from '../plays/tree.js';

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
  const drawn = JSON.stringify([compare, table.put_aside, form?.form]);
  if (card.dataset.drawn === drawn) return;
  card.dataset.drawn = drawn;
  card.hidden = !compare.length;
  const yes = el('button', { class: 'button first', type: 'button' }, words('page.compare_right'));
  const no = el('button', { class: 'button', type: 'button' }, words('page.compare_wrong'));
  yes.addEventListener('click', () => once(yes, () => act({ do: 'right', seat: 'table' }, yes)));
  no.addEventListener('click', () => form && wrong(form, no));
  const lines = compare.map((text) => el('li', {}, text));
  const choices = el('div', { class: 'actions' }, yes, ...(form ? [no] : []));
  const list = el('details', {}, el('summary', {}, words('page.compare_list', { count: compare.length })), el('ul', {}, ...lines));
  card.replaceChildren(el('h2', {}, words('page.compare_title')), el('p', {}, table.put_aside ?? words('page.compare_hint')), choices, list);
}
