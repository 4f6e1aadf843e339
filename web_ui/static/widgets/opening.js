/** @file Before a game: what the table is, to who isn't in; the shelf of games, to who is; a question, to who only looks. */

import { el, svg } from '../core/dom.js';
import { Shelf, pictureOf } from './shelf.js';

export const sheets = ['../css/shelf.css'];

const ROSE = {
  ring: 'M0-40a40 40 0 1 0 .01 0zM0-34a34 34 0 1 0 .01 0z',
  minor: 'M24-24L9 0l15 24L0 9l-24 15L-9 0l-15-24L0-9z',
  major: 'M0-48L8-8 48 0 8 8 0 48-8 8-48 0-8-8z',
  half: 'M0-48L8-8 0 0zM48 0L8 8 0 0zM0 48L-8 8 0 0zM-48 0L-8-8 0 0z',
};

/**
 * @param {string} title
 * @returns {HTMLElement}
 */
export function opening(title) {
  const rose = svg('svg', { class: 'rose', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, ...Object.entries(ROSE).map(([part, d]) => svg('path', { class: part, d })));
  return el('section', { class: 'opening' }, rose, el('h2', {}, title));
}

/** Draws the menu where a game lies otherwise. */
export class Opening {
  /**
   * @param {HTMLElement} board
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {HTMLElement|null} caption
   * @param {{lent?: import('./shelf.js').Lent, join?: () => void}} reach
   */
  constructor(board, words, caption, reach) {
    this.board = board;
    this.words = words;
    this.reach = reach;
    /** @type {Shelf|null} */
    this.shelf = null;
    this.front = '';
  }

  /** @param {import('../core/types.js').Table} table without a game */
  show(table) {
    const { menu } = table;
    if (!menu.shelf) return; // the stream hasn't told it yet: the server has drawn it
    if (!table.seats.length && !table.joined && this.reach.join) {
      this.#showFront(menu);
      return;
    }
    if (!this.shelf) {
      this.front = '';
      this.title = el('h2', {}, menu.title);
      this.board.replaceChildren(this.title);
      this.shelf = new Shelf(this.board, this.reach.lent ?? { act: async () => false, more: async () => null });
    }
    this.shelf.show(table, menu.shelf);
  }

  /** Who isn't in is told what this is, and joins. */
  #showFront(menu) {
    this.shelf = null;
    const now = JSON.stringify(menu.shelf.games);
    if (now === this.front) return;
    this.front = now;
    const join = el('button', { class: 'button first', type: 'button' }, this.words('join.enter'));
    join.addEventListener('click', () => this.reach.join());
    const covers = menu.shelf.games.map((game) => el('figure', {}, pictureOf(game.cover), el('figcaption', {}, game.name)));
    this.board.replaceChildren(el('section', { class: 'front' }, el('div', { class: 'covers' }, ...covers), el('h2', {}, this.words('join.ready')), el('p', {}, this.words('join.what')), join));
  }
}
