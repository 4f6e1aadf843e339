/** @file A card, face up. */

import { el } from '../core/dom.js';
import { drawing, isDrawn } from '../drawing/drawings.js';
import { sign } from '../signs/signs.js';

/**
 * @param {import('./decks.js').Card} card
 * @param {string} tag
 * @returns {HTMLElement} the card, face up
 */
export function cardOf(card, tag = 'div', attributes = {}) {
  const text = card.text ? [el('span', { class: 'text' }, card.text)] : [];
  const picture = text.length && isDrawn(card.name) ? drawing(card.name) : sign(card.sign ?? '');
  return el(tag, { 'class': 'card', 'data-card': card.name, ...attributes }, ...picture, el('b', {}, card.label), ...text);
}

/**
 * A card, which may be told by its name alone.
 * @param {any} state
 * @param {import('./decks.js').Card|string} card
 * @returns {import('./decks.js').Card}
 */
export function faceOf({ cards = {}, boards = [] }, card) {
  if (typeof card !== 'string') return card;
  const cell = boards.flatMap((board) => board.cells).find((each) => each.id === card);
  return { name: card, label: cell?.label ?? card, text: '', ...cards?.[card] };
}
