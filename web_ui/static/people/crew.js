/** @file The people at the table, seen from afar: each one's light, name and cards; cards that are hidden are counted. */

import { el } from '../core/dom.js';
import { sign } from '../signs/signs.js';

const drawn = new WeakMap();

/**
 * @param {HTMLElement} list
 * @param {import('../core/types.js').Table} table
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 */
export function showCrew(list, table, words) {
  const { people, state } = table;
  const hands = (state?.decks ?? []).flatMap((deck) => (deck.hands ?? []).map((hand) => ({ ...hand, deck: deck.label })));
  const now = JSON.stringify([people, hands]);
  if (drawn.get(list) === now) return;
  drawn.set(list, now);
  const lit = people.some((person) => person.presence !== 'gone');
  const seated = people.map((person) => seatOf(person, lit, hands.filter((hand) => hand.seat === person.seat), words));
  const shared = hands.filter((hand) => hand.seat === 'table' && hand.cards.length + hand.hidden);
  list.replaceChildren(...seated, ...shared.map((hand) => el('li', {}, el('bdi', {}, hand.deck), cardsOf([hand], words))));
  list.hidden = !list.children.length;
}

/** While nobody has a phone there is nothing to tell of phones. */
function seatOf({ name, presence }, lit, hands, words) {
  const word = words(`page.presence.${presence}`);
  const told = lit ? [el('i', { class: `presence ${presence}`, title: word, 'aria-hidden': 'true' })] : [];
  const said = lit ? [el('span', { class: 'unseen' }, `: ${word}`)] : [];
  return el('li', {}, ...told, el('bdi', {}, name), ...said, cardsOf(hands, words));
}

function cardsOf(hands, words) {
  const open = hands.flatMap((hand) => hand.cards);
  const hidden = hands.reduce((sum, hand) => sum + hand.hidden, 0);
  if (!open.length && !hidden) return '';
  const said = [...open.map((card) => card.label), ...(hidden ? [words('page.hidden', { count: hidden })] : [])].join(', ');
  const faces = open.map((card) => el('i', { class: 'held-card' }, ...faceOf(card)));
  if (hidden) faces.push(el('i', { class: 'back' }, String(hidden)));
  return el('span', { class: 'cards', role: 'img', 'aria-label': said }, ...faces);
}

function faceOf(card) {
  const drawing = sign(card.sign ?? '');
  return drawing.length ? drawing : [card.label];
}
