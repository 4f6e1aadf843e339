/** @file The table's own rows in the menu: a new game, saved games, its language, brightness, sound. */

import { el } from './dom.js';
import { Listing } from './listing.js';
import { leafOf } from './tree.js';

/** After these the game is what one wants to see. */
const LEAVING = new Set(['new', 'resume', 'undo', 'redo']);

export class House extends Listing {
  /** @param {() => void} close closes the menu */
  constructor(root, words, act, explain, close) {
    super(root, words, act, explain);
    this.close = close;
  }

  roots() {
    return this.table.house ?? [];
  }

  parts(typing) {
    this.root.hidden = !this.roots().length;
    const title = this.level().title || this.words('page.table');
    return this.root.hidden ? [] : [...(typing ? [] : [el('h3', {}, title)]), ...super.parts(typing)];
  }

  said(line) {
    if (LEAVING.has(line.split(' ')[0])) this.close();
  }
}

/**
 * After a power cut: what the real board has to show, with a way to say that it does, and one to set it right.
 * @param {HTMLElement} card
 * @param {import('./types.js').Table} table
 * @param {(key: string) => string} words
 * @param {() => void} right
 * @param {(play: import('./types.js').Play, from: Element) => void} wrong
 */
export function showCompare(card, table, words, right, wrong) {
  const compare = table.seats.includes('table') ? (table.compare ?? []) : [];
  const form = leafOf(table.plays, 'correct');
  const drawn = JSON.stringify([compare, form?.form]);
  if (card.dataset.drawn === drawn) return;
  card.dataset.drawn = drawn;
  card.hidden = !compare.length;
  const yes = el('button', { class: 'button first', type: 'button' }, words('page.compare_right'));
  const no = el('button', { class: 'button', type: 'button' }, words('page.compare_wrong'));
  yes.addEventListener('click', right);
  no.addEventListener('click', () => form && wrong(form, no));
  const lines = compare.map((text) => el('li', {}, text));
  const choices = el('div', { class: 'actions' }, yes, ...(form ? [no] : []));
  card.replaceChildren(el('h2', {}, words('page.compare_title')), el('p', {}, words('page.compare_hint')), el('ul', {}, ...lines), choices);
}
