/** @file What lies around the island: whose turn it is, the water, what people hold, the piles. */

import { el, fill, redraw, say } from '../../core/dom.js';
import { initialsOf, nameOf } from '../../people/people.js';
import { facesOf } from './cards.js';
import { sign } from '../../signs/signs.js';

/** @typedef {{element: HTMLElement, show: (table: import('../../core/types.js').Table) => void}} Part */


/** A person's pawn among words. */
const tokenOf = (pawn, letter) => el('b', { class: `token ${pawn?.look ?? 'empty'}`, 'aria-hidden': 'true' }, letter);

/**
 * Whose turn it is, as whom, and how many actions are left.
 * @param {(name: string) => string|null} own the seat of this device that is on, if it has just one
 * @returns {Part}
 */
export function turnOf(own = () => null) {
  const [title, role, pips] = [el('h2'), el('p', { class: 'quiet' }), el('p', { class: 'pips', role: 'img' })];
  const element = el('section', { class: 'turn' }, title, role, pips);
  const show = (table) => {
    const { turn, people: pawns, words, end } = table.state;
    element.hidden = Boolean(end);
    const name = nameOf(table.people, turn.seat);
    say(title, turn.seat === null ? turn.label : fill(own(table) ? words.your_turn : words.turn_of, { name }));
    say(role, turn.seat === null ? '' : (pawns.find((pawn) => pawn.seat === turn.seat)?.label ?? ''));
    pips.hidden = turn.step !== 'actions';
    pips.setAttribute('aria-label', fill(words.actions_left, { left: turn.left, of: turn.of }));
    redraw(pips, Array.from({ length: turn.of }, (_, at) => el('i', { class: at < turn.left ? 'left' : null })));
  };
  return { element, show };
}

/**
 * The water meter. It rises.
 * @returns {Part}
 */
export function waterOf() {
  const row = el('div', { class: 'meter', role: 'img' });
  const label = el('h2', { class: 'quiet' });
  const show = ({ state: { counters: [water] } }) => {
    if (row.children.length !== water.ticks.length) row.replaceChildren(...water.ticks.map((tick, at) => el('i', {}, ...(at === water.skull ? sign('skull') : [tick]))));
    say(label, water.label);
    row.setAttribute('aria-label', water.text);
    [...row.children].forEach((tick, at) => {
      tick.classList.toggle('under', at < water.at);
      tick.classList.toggle('now', at === water.at);
    });
  };
  return { element: el('section', { class: 'counter' }, label, row), show };
}

/**
 * Everybody with their cards, who is on marked.
 * @param {((card: any, name: string) => void)|null} look shows one card of somebody
 * @returns {Part}
 */
export function crewOf(look = null) {
  const element = el('ol', { class: 'mates' });
  let drawn = '';
  const show = ({ state, people, seats }) => {
    const now = JSON.stringify([state.hands, state.people, people.map((each) => each.name), state.turn.seat, seats]);
    if (now === drawn) return;
    drawn = now;
    element.setAttribute('aria-label', state.words.adventurers);
    element.hidden = !state.people.length;
    element.replaceChildren(...people.filter(({ seat }) => state.people[seat]).map((person) => mateOf(person, state, initialsOf(people)[person.seat], look, seats.length === 1 && seats[0] === person.seat)));
  };
  return { element, show };
}

function mateOf({ seat, name }, state, letter, look, own) {
  const pawn = state.people[seat];
  const cards = state.hands.find((hand) => hand.seat === seat)?.cards ?? [];
  const faces = cards.map((kind) => {
    const card = state.cards[kind];
    const face = el(look ? 'button' : 'span', { 'type': look ? 'button' : null, 'class': 'chit', 'title': card.label, 'data-card': kind });
    face.append(...sign(card.sign), el('span', { class: 'unseen' }, card.label));
    if (look) face.addEventListener('click', () => look(card, name));
    return el('li', {}, face);
  });
  const who = el('span', {}, el('bdi', {}, name), ' ', el('small', { class: 'quiet' }, pawn.label));
  return el('li', { 'data-about': `person ${seat}`, 'class': own ? 'own' : null, 'aria-current': state.turn.seat === seat ? 'true' : null }, tokenOf(pawn, letter), who, el('ul', { class: 'chits', 'aria-label': name }, ...faces));
}

/**
 * The two piles: how much is left, and what was used, to look through.
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @param {((title: string, cards: import('../../cards/decks.js').Card[]) => void)|null} browse looks through what was used; without it that is told
 * @returns {Part}
 */
export function pilesOf(words, browse) {
  const element = el('section', { class: 'piles' });
  let drawn = '';
  const show = ({ state }) => {
    const now = JSON.stringify(state.decks);
    if (now === drawn) return;
    drawn = now;
    element.replaceChildren(...state.decks.map((deck) => pileOf(deck, state, words, browse)));
  };
  return { element, show };
}

/** Where nobody looks through a pile, what was used is told: by its sign where it has one. */
function namesOf(faces) {
  const plain = faces.filter((card) => !card.sign).map((card) => card.label);
  const signed = faces.filter((card) => card.sign).map((card) => el('span', { class: 'chit' }, ...sign(card.sign), el('span', { class: 'unseen' }, card.label)));
  return [plain.join(' · '), ...signed];
}

function pileOf(deck, state, words, browse) {
  const used = el('button', { class: 'used', type: 'button', 'data-deck': deck.name }, words('page.used', { count: deck.top.length }));
  used.addEventListener('click', () => browse?.(words('page.used_of', { deck: deck.label }), facesOf(state, deck.top)));
  used.hidden = !browse || !deck.top.length;
  const names = browse ? [] : [el('p', { class: 'names' }, ...namesOf(facesOf(state, deck.top)))];
  return el('div', {}, el('h2', {}, deck.label), el('p', { class: 'quiet' }, words('page.left', { count: deck.left })), used, ...names);
}
