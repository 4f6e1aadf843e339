/** @file Which module draws which kind of state; each game adds its own line. */

import { el, svg } from './dom.js';
import { Kit } from './kit.js';

export const GAMES = { kit: Kit };

/**
 * Before a game: a compass rose and a question.
 * @param {string} title
 * @returns {HTMLElement}
 */
export function opening(title) {
  const rose = svg('svg', { class: 'rose', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, svg('use', { href: '#rose' }));
  return el('section', { class: 'opening' }, rose, el('h2', {}, title));
}
