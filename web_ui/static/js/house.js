/** @file The table's own rows in the menu: a new game, saved games, its language, brightness, sound. */

import { byId, dress, el } from './dom.js';
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
 * @param {any} phone the page
 */
export async function compare(phone) {
  const card = byId('compare');
  if (!phone.table.compare?.length && card.hidden) return;
  const [later] = await Promise.all([phone.more(), dress('compare')]);
  const right = () => phone.act({ do: 'right', seat: 'table' });
  if (later) showCompare(card, phone.table, later, right, (form, from) => phone.hands?.correct(form, from));
}

function showCompare(card, table, words, right, wrong) {
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
