/** @file What lies around the map: whose turn it is and the die, and what each player has. */

import { el, fill, redraw, say } from '../../core/dom.js';
import { initialsOf, nameOf } from '../../people/people.js';
import { figure } from '../../drawing/drawings.js';

/** @typedef {{element: HTMLElement, show: (table: import('../../core/types.js').Table) => void}} Part */

/** What has a drawing. */
const FIGURES = { hand: 'card-back', jewel: 'jewel', charm: 'token' };

/** The Fireball that was named and may still be stopped: everybody sees its way. */
export const shownRolls = ({ fireballs, declared }) => (declared.length ? fireballs.map((each) => ({ ...each, hot: true })) : []);

/**
 * Whose turn it is and what has to be done, with the die beside it.
 * @param {(table: import('../../core/types.js').Table) => boolean} own whether this device is the one that is on
 * @param {(table: import('../../core/types.js').Table) => boolean} told whether it is said elsewhere what has to be done
 * @param {HTMLElement[]} beside what else stands there
 * @returns {Part}
 */
export function turnOf(own = () => false, told = () => false, beside = []) {
  const [title, now] = [el('h2'), el('p', { class: 'quiet' })];
  const die = el('b', { 'class': 'die', 'aria-hidden': 'true' });
  const element = el('section', { class: 'turn' }, el('div', {}, title, now), die, ...beside);
  const show = (table) => {
    const { turn, words, end, dice: [{ values }] } = table.state;
    const moving = Boolean(table.reveal);
    element.hidden = Boolean(end);
    now.hidden = told(table);
    say(title, turn.seat === null ? table.state.boards[0].label : fill(own(table) ? words.your_turn : words.turn_of, { name: nameOf(table.people, turn.seat) }));
    say(now, table.state.now ?? '');
    die.hidden = !moving && !values;
    die.classList.toggle('moving', moving);
    say(die, moving || !values ? '' : String(values[0]));
  };
  return { element, show };
}

/** Everybody with where the piece is and what they have; who is on is marked. @returns {Part} */
export function crewOf() {
  const element = el('ol', { class: 'mates' });
  const show = ({ state, people }) => {
    element.setAttribute('aria-label', state.words.people);
    redraw(element, state.people.map((each) => racerOf(each, people, state)));
  };
  return { element, show };
}

function racerOf({ seat, look, items, notes = [] }, people, { turn, end, words }) {
  const token = el('b', { 'class': `token ${look}`, 'aria-hidden': 'true' }, initialsOf(people)[seat] ?? String(seat + 1));
  const who = el('span', {}, el('bdi', {}, nameOf(people, seat)), ' ', el('small', { class: 'quiet' }, notes.join(' · ')));
  const chips = items.map(({ name, label, value }) => {
    const said = value === undefined ? label : fill(words.pair, { label, value });
    if (!FIGURES[name]) return el('li', { class: 'chit' }, said);
    return el('li', { class: 'chit' }, el('span', { 'role': 'img', 'aria-label': said, 'title': said }, figure(FIGURES[name], FIGURES[name]), ...(value === undefined ? [] : [String(value)])));
  });
  return el('li', { 'data-about': `person ${seat}`, 'aria-current': !end && turn.seat === seat ? 'true' : null }, token, who, el('ul', { class: 'chits' }, ...chips));
}

/** What was won. @returns {HTMLElement[]} */
export const prizeOf = () => [el('li', {}, figure('jewel', 'jewel'))];
