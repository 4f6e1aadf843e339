/** @file Before a game: a compass rose and a question. */

import { el, svg } from '../core/dom.js';

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
  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {import('../core/types.js').Table} table without a game */
  show({ menu }) {
    if (this.board.querySelector('h2')?.textContent !== menu.title) this.board.replaceChildren(opening(menu.title));
  }
}
