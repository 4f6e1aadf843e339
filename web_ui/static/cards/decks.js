/** @file Decks: how many cards are left, the one drawn last as a card, and the used ones behind one tap. */

import { cardOf } from './card-face.js';
import { el, redraw, say } from '../core/dom.js';

/**
 * @typedef {{name: string, label: string, text: string, sign?: string}} Card
 * @typedef {{seat: number|'table', cards: Card[], hidden: number}} Hand
 * @typedef {{name: string, label: string, left: number, discarded: number, removed: number, top: Card[], last: Card|null,
 *            round: [number, number]|null, kept: boolean, secret: boolean, hands: Hand[]}} Deck
 */

/**
 * @param {Deck} deck
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @param {((title: string, cards: Card[]) => void)|null} browse shows the used cards
 * @returns {{element: HTMLElement, show: (now: Deck, moving: boolean) => void}}
 */
export function deckOf(deck, words, browse) {
  const count = el('p', { class: 'quiet' });
  const used = el('button', { class: 'used', type: 'button' });
  let newest = deck;
  used.addEventListener('click', () => browse?.(words('page.used_of', { deck: newest.label }), [...newest.top].reverse()));
  const pile = el('div', { class: 'pile' }, el('i', { class: 'back', 'aria-hidden': 'true' }), el('div', {}, el('h2', {}, deck.label), count, used));
  const last = el('div', { class: 'drawn' });
  const show = (now, moving) => {
    newest = now;
    const round = now.round ? ` · ${words('page.round', { drawn: now.round[0], of: now.round[1] })}` : '';
    say(count, `${words('page.left', { count: now.left })}${round}`);
    say(used, words('page.used', { count: now.discarded ?? now.top.length }));
    used.hidden = !browse || !now.top.length;
    last.classList.toggle('moving', moving);
    redraw(last, moving ? [el('i', { class: 'back' })] : now.last ? [cardOf(now.last)] : []);
  };
  return { element: el('section', { class: 'deck' }, pile, last), show };
}
