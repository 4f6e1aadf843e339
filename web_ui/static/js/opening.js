/** @file Before a game: a compass rose and a question. */

import { el, svg } from './dom.js';

/**
 * @param {string} title
 * @returns {HTMLElement}
 */
export function opening(title) {
  const rose = svg('svg', { class: 'rose', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, svg('use', { href: '#rose' }));
  return el('section', { class: 'opening' }, rose, el('h2', {}, title));
}

/** Draws the menu where a game lies otherwise. */
export class Opening {
  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {import('./types.js').Table} table without a game */
  show({ menu }) {
    if (this.board.querySelector('h2')?.textContent !== menu.title) this.board.replaceChildren(opening(menu.title));
  }
}
