/** @file What lies around the sea: whose turn it is and what is left of it, what people have, the cards. */

import { el, fill } from '../../core/dom.js';
import { smallPiece } from './board.js';
import { initialsOf, nameOf } from '../../people/people.js';
import { playTime } from '../../widgets/play-time.js';
import { sign } from '../../signs/signs.js';

/** @typedef {{element: HTMLElement, show: (table: import('../../core/types.js').Table) => void}} Part */

const tokenOf = (colour, letter) => el('b', { class: `token ${colour}`, 'aria-hidden': 'true' }, letter);

/**
 * Whose turn it is, how far it is, and how much is left to move.
 * @param {(table: import('../../core/types.js').Table) => boolean} own whether this device is the one that is on
 * @param {HTMLElement[]} beside what else stands there
 * @returns {Part}
 */
export function turnOf(own = () => false, beside = []) {
  const [title, step, count, unit] = [el('h2'), el('p', { class: 'quiet' }), el('b'), el('small', { class: 'quiet' })];
  const clock = playTime();
  const left = el('p', { class: 'units' }, count, ' ', unit);
  const element = el('section', { class: 'turn' }, el('div', {}, title, step, clock.element), left, ...beside);
  const show = (table) => {
    const { turn, words } = table.state;
    const name = nameOf(table.people, turn.seat);
    title.hidden = Boolean(table.state.end);
    title.textContent = turn.seat === null ? turn.label : fill(own(table) ? words.your_turn : words.turn_of, { name });
    step.textContent = turn.seat === null ? '' : [turn.label, ...limitOf(turn, words)].join(' · ');
    left.hidden = turn.step !== 'moves';
    clock.show(table.state.time);
    count.textContent = String(turn.units);
    unit.textContent = words.left;
  };
  return { element, show };
}

function limitOf(turn, words) {
  const round = fill(turn.rounds ? words.round_of : words.round, turn);
  return [round, ...(turn.minutes ? [fill(words.minutes, turn)] : []), ...(turn.time_over ? [words.last_round] : [])];
}

/** Which round it is, and how long the game has been played. @returns {Part} */
export function clockOf() {
  const [limit, clock] = [el('span'), playTime()];
  const element = el('p', { class: 'limit quiet' }, limit, ' ', clock.element);
  const show = ({ state: { turn, words, time } }) => {
    element.hidden = turn.seat === null;
    limit.textContent = turn.seat === null ? '' : limitOf(turn, words).join(' · ');
    clock.show(time);
  };
  return { element, show };
}

/** Everybody with what they have; who is on is marked. @returns {Part} */
export function crewOf() {
  const element = el('ol', { class: 'mates captains' });
  let drawn = '';
  const show = ({ state, people }) => {
    const now = JSON.stringify([state.people, people.map((each) => each.name), state.turn.seat]);
    if (now === drawn) return;
    drawn = now;
    element.setAttribute('aria-label', state.words.people);
    element.hidden = !state.people.length;
    element.replaceChildren(...state.people.map((each) => captainOf(each, people, state)));
  };
  return { element, show };
}

function captainOf(own, people, { words, turn }) {
  const name = nameOf(people, own.seat);
  const token = tokenOf(own.look, initialsOf(people)[own.seat]);
  const who = el('span', {}, el('bdi', {}, name), ' ', el('small', { class: 'quiet' }, own.label));
  const worth = el('span', { class: 'worth' }, fill(words.worth, own), ' ', countsOf('fleet', words.at_sea, own), ' ', countsOf('reserve', words.in_reserve, own));
  const has = [];
  if (own.count) has.push(el('li', { class: 'chit', title: fill(words.hidden, own) }, ...sign('cards'), counted(own.count, fill(words.hidden, own))));
  for (const badge of own.items) {
    const said = fill(words.badge, { badge: badge.label, count: badge.count });
    has.push(el('li', { class: 'chit badge', title: said }, ...sign(badge.sign), counted(badge.count, said)));
  }
  for (const note of [own.out && words.out, own.fog && words.fog, own.misses && fill(words.misses, { count: own.misses }), own.rests]) if (note) has.push(el('li', { class: 'note' }, note));
  return el('li', { 'data-about': `person ${own.seat}`, 'aria-current': turn.seat === own.seat ? 'true' : null, class: own.out ? 'out' : null }, token, who, worth, el('ul', { class: 'chits', 'aria-label': name, hidden: !has.length || null }, ...has));
}

const counted = (count, said) => el('span', {}, el('span', { 'aria-hidden': 'true' }, String(count)), el('span', { class: 'unseen' }, said));

/** How many of each kind somebody has there; what has none there is left out. */
function countsOf(where, label, own) {
  const [fleet, reserve] = own.notes;
  const each = Object.entries(own[where]).filter(([, count]) => count).map(([kind, count]) => el('span', {}, smallPiece(kind), String(count)));
  return el('span', { class: where === 'fleet' ? 'at-sea' : where, role: 'img', 'aria-label': where === 'fleet' ? fleet : reserve, hidden: !each.length || null }, el('small', {}, label), ...each);
}

/**
 * The mystery cards: how many are left, and those that were used, to look through.
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @param {((title: string, cards: import('../../cards/decks.js').Card[]) => void)|null} browse
 * @returns {Part}
 */
export function pilesOf(words, browse) {
  const element = el('section', { class: 'piles' });
  const show = ({ state: { decks, badges, words: own } }) => {
    const [deck] = decks;
    const used = el('button', { class: 'used', type: 'button' }, words('page.used', { count: deck.top.length }));
    used.hidden = !browse || !deck.top.length;
    used.addEventListener('click', () => browse?.(words('page.used_of', { deck: deck.label }), deck.top));
    const stock = badges.map((badge) => el('li', { class: 'chit', title: badge.label }, ...sign(badge.sign), counted(badge.stock, fill(own.badge, { badge: badge.label, count: badge.stock }))));
    element.replaceChildren(
      el('div', {}, el('h2', {}, deck.label), el('p', { class: 'quiet' }, words('page.left', { count: deck.left })), used),
      el('div', {}, el('h2', {}, own.badges), el('ul', { class: 'chits' }, ...stock)),
    );
  };
  return { element, show };
}

/**
 * Where chance lies over the sea; what draws it comes when something moves for the first time.
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @returns {Part}
 */
export function chanceOf(words) {
  const element = el('div', { class: 'coming chance', 'aria-hidden': 'true' });
  /** @type {Promise<(table: import('../../core/types.js').Table) => void>|null} */
  let drawing = null;
  const fetchDrawing = async () => (await import('./chance.js')).chanceIn(element, words);
  const show = async (table) => {
    if (table.reveal) drawing ??= fetchDrawing();
    (await drawing)?.(table);
  };
  return { element, show };
}
