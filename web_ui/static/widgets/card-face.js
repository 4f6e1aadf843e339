/** @file A card, face up. */

import { el } from '../core/dom.js';
import { sign } from '../drawing/signs.js';

/**
 * @param {import('./decks.js').Card} card
 * @param {string} tag
 * @returns {HTMLElement} the card, face up
 */
export function cardOf(card, tag = 'div', attributes = {}) {
  const text = card.text ? [el('span', { class: 'text' }, card.text)] : [];
  return el(tag, { class: 'card', ...attributes }, ...sign(card.sign ?? ''), el('b', {}, card.label), ...text);
}
