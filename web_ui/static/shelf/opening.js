/** @file Before a game: what the table is, to who isn't in; the shelf of games, to who is; a question, to who only looks. */

import { el, say, svg } from '../core/dom.js';
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

/** The games on top, whose covers are large. @param {import('./shelf.js').ShelfData} shelf */
const gamesOf = ({ games, headings }) => games.filter((game) => headings.some(({ name, games: slugs }) => !name && slugs.includes(game.slug)));

/**
 * The games that can be chosen, as a television shows them: nobody chooses there.
 * @param {import('../core/types.js').Table} table without a game
 * @returns {HTMLElement}
 */
export function covers({ menu, choosing }) {
  const games = gamesOf(menu.shelf).map((game) => el('li', {}, pictureOf(game.cover), el('b', {}, game.name), ...[game.line, game.told].filter(Boolean).map((text) => el('small', {}, text))));
  return el('section', { class: 'opening' }, el('h2', {}, menu.title), ...(choosing ? [el('p', { class: 'sits choosing', role: 'status' }, choosing)] : []), el('ul', { class: 'covers' }, ...games));
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
      this.sits = el('p', { class: 'sits', role: 'status', hidden: true });
      this.board.replaceChildren(this.title, this.sits);
      this.shelf = new Shelf(this.board, this.reach.lent ?? { act: async () => false, more: async () => null });
    }
    this.shelf.show(table, menu.shelf);
    this.#tellSeat(table);
    this.#showWayIn(table);
  }

  /** Who has come in by a phone is told where they sit, and whom they may wait for; everybody who else is choosing. */
  #tellSeat({ seats, people, choosing }) {
    const own = people.filter(({ seat }) => seats.includes(seat));
    this.sits.hidden = !choosing && (!own.length || seats.includes('table'));
    this.sits.classList.toggle('choosing', Boolean(choosing));
    if (choosing) say(this.sits, choosing);
    if (this.sits.hidden || choosing) return;
    const others = people.filter(({ seat }) => !seats.includes(seat)).map((each) => each.name).join(', ');
    const sits = this.words('shelf.you-sit', { name: own.map((each) => each.name).join(', '), seats: own.map(({ seat }) => seat + 1).join(', ') });
    say(this.sits, `${sits} ${others ? this.words('shelf.choose-or', { others }) : this.words('shelf.choose')}`);
  }

  /** At the table's own page it is shown how phones come in. */
  async #showWayIn(table) {
    if (!table.seats.includes('table')) return;
    const { shelf } = this;
    const words = await this.reach.lent?.more();
    if (!words || shelf !== this.shelf) return;
    const { wayIn } = await import('../join/invite.js');
    this.wayIn ??= wayIn(words);
    if (!this.wayIn.element.isConnected) shelf.holder.append(this.wayIn.element);
    this.wayIn.show(table);
  }

  /** Who isn't in is told what this is, and joins. */
  #showFront(menu) {
    this.shelf = null;
    const now = JSON.stringify(menu.shelf.games);
    if (now === this.front) return;
    this.front = now;
    const join = el('button', { class: 'button first', type: 'button' }, this.words('join.enter'));
    join.addEventListener('click', () => this.reach.join());
    const covers = gamesOf(menu.shelf).map((game) => el('figure', {}, pictureOf(game.cover), el('figcaption', {}, game.name)));
    this.board.replaceChildren(el('section', { class: 'front' }, el('div', { class: 'covers' }, ...covers), el('h2', {}, this.words('join.ready')), el('p', {}, this.words('join.what')), join));
  }
}
