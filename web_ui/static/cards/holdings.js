/** @file What people have, below the board of a kit: others' hands, open cards by name and hidden ones counted; badges. */

import { el } from '../core/dom.js';
import { nameOf } from '../people/people.js';
import { sign } from '../signs/signs.js';

/**
 * The hands that this device doesn't hold: open cards by their names, hidden ones counted.
 * @param {import('./decks.js').Deck} deck
 * @param {(number|'table'|null)} own
 * @param {{seat: number, name: string}[]} people
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @param {(card: {deck: string, card: string, seat: number|'table', title: string}, from: Element) => void} pick
 * @param {(number|'table')[]} ours
 * @returns {HTMLElement[]}
 */
export function otherHands(deck, own, people, words, pick, ours) {
  const held = deck.hands.filter((hand) => hand.seat !== own && hand.cards.length + hand.hidden);
  return held.map((hand) => {
    const who = nameOf(people, hand.seat);
    const cards = hand.cards.map((card) => {
      if (!ours.includes(hand.seat)) return el('li', { class: 'name' }, card.label);
      const chip = el('button', { class: 'name', type: 'button' }, card.label);
      chip.addEventListener('click', () => pick({ deck: deck.name, card: card.name, seat: hand.seat, title: card.label }, chip));
      return el('li', {}, chip);
    });
    if (hand.hidden) cards.push(el('li', { class: 'quiet' }, words('page.hidden', { count: hand.hidden })));
    return el('div', { class: 'held' }, el('b', {}, who || deck.label), el('ul', {}, ...cards));
  });
}

/**
 * How many cards each person holds, whatever the deck: where there is no room for their names.
 * @param {import('./decks.js').Deck[]} decks
 * @param {{seat: number, name: string}[]} people
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @returns {HTMLElement}
 */
export function handCounts(decks, people, words) {
  const hands = decks.flatMap((deck) => deck.hands);
  const counts = people.flatMap(({ seat, name }) => {
    const count = hands.reduce((sum, hand) => (hand.seat === seat ? sum + hand.cards.length + hand.hidden : sum), 0);
    return count ? [el('li', {}, el('b', {}, name), ' ', words('page.cards', { count }))] : [];
  });
  return el('ul', { class: 'counts' }, ...counts);
}

/**
 * Badges: what is left of each kind, and who has how many.
 * @typedef {{name: string, label: string, sign?: string, stock: number, held: {seat: number|'table', count: number}[]}} Badge
 * @param {Badge[]} badges
 * @param {{seat: number, name: string}[]} people
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @returns {HTMLElement[]}
 */
export function badgeChips(badges, people, words) {
  return badges.map((badge) => {
    const owners = (badge.held ?? []).filter((each) => each.count);
    const names = owners.map((each) => `${nameOf(people, each.seat)} ${each.count}`.trim());
    const said = names.length ? names.join(' · ') : words('page.stock', { count: badge.stock });
    return el('li', { class: owners.length ? 'chip held' : 'chip' }, ...sign(badge.sign ?? ''), el('span', {}, badge.label, ' ', el('small', {}, said)));
  });
}
