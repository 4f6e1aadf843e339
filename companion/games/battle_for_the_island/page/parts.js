/** @file What lies around the island: whose turn it is and the die, the block that is turned over, and what each has left. */

import { el, fill, redraw, say } from '../../core/dom.js';
import { numberDie } from '../../widgets/dice.js';
import { initialsOf, nameOf } from '../../people/people.js';
import { figureOf, liveIn } from './board.js';

/** @typedef {{element: HTMLElement, show: (table: import('../../core/types.js').Table) => void}} Part */

/** So long it is seen what a block was. */
const SHOWN_MS = 2200;
export const KINDS = ['soldier', 'jeep', 'tank'];

/**
 * Whose turn it is and what has to be done, with the die beside it.
 * @param {(table: import('../../core/types.js').Table) => boolean} own whether this device is the one that is on
 * @param {(table: import('../../core/types.js').Table) => boolean} told whether it is said elsewhere what has to be done
 * @param {HTMLElement[]} beside what else stands there
 * @returns {Part}
 */
export function turnOf(own = () => false, told = () => false, beside = []) {
  const [title, now] = [el('h2'), el('p', { class: 'quiet' })];
  const fallen = fallenOf();
  const element = el('section', { class: 'turn' }, el('div', {}, title, now), fallen.element, ...beside);
  const show = (table) => {
    const { turn, words, end } = table.state;
    const name = nameOf(table.people, turn.seat);
    element.hidden = Boolean(end);
    now.hidden = told(table);
    say(title, turn.seat === null ? words.board : fill(own(table) ? words.your_turn : words.turn_of, { name }));
    say(now, table.state.now ?? '');
    fallen.show(table);
  };
  return { element, show };
}

/** The dice as they fell, unreadable while they move; a block that is turned over in their stead, and what it was. */
function fallenOf() {
  const element = el('div', { 'class': 'fallen roll', 'aria-hidden': 'true' });
  let [dice, before, last, until] = [[], null, null, 0];
  const block = (kind, moving = false) => {
    element.replaceChildren(figureOf(kind, moving ? 'crate turning' : 'crate'));
    element.hidden = false;
    dice = [];
  };
  const show = (table) => {
    const { state, reveal } = table;
    last = table;
    if (reveal?.purpose === 'block') {
      before ??= state;
      block('block', true);
    } else if (before && state !== before) {
      block(liveIn(state) < liveIn(before) ? 'live' : 'safe');
      before = null;
      until = performance.now() + SHOWN_MS;
      setTimeout(() => show(last), SHOWN_MS);
    } else if (reveal || performance.now() >= until) fell(state.dice[0], Boolean(reveal));
  };
  const fell = ({ count, values }, moving) => {
    if (dice.length !== count) {
      dice = Array.from({ length: count }, () => numberDie('d6'));
      element.replaceChildren(...dice.map((die) => die.element));
    }
    element.hidden = !moving && !values;
    element.classList.toggle('moving', moving);
    dice.forEach((die, at) => die.show(moving || !values ? null : values[at]));
  };
  return { element, show };
}

/** Both players with what they have left of each kind, on the island and on the pad; who is on is marked. @returns {Part} */
export function crewOf() {
  const element = el('ol', { class: 'mates armies' });
  const show = ({ state, people }) => {
    element.setAttribute('aria-label', state.words.people);
    redraw(element, state.people.map((each) => armyOf(each, people, state)));
  };
  return { element, show };
}

function armyOf({ seat, look, items }, people, { turn, tally, end, words }) {
  const token = el('b', { 'class': `token ${look}`, 'aria-hidden': 'true' }, initialsOf(people)[seat] ?? String(seat + 1));
  const notes = tally[seat].join(', ');
  const who = el('span', {}, el('bdi', {}, nameOf(people, seat)), ...(notes ? [' ', el('small', { class: 'quiet' }, notes)] : []));
  const left = items.map(({ name, label, value }) => el('li', { class: value ? null : 'none' }, spanOf(fill(words.pair, { label, value }), figureOf(name, look), String(value))));
  return el('li', { 'data-about': `person ${seat}`, 'aria-current': !end && turn.seat === seat ? 'true' : null }, token, who, el('ul', { class: 'army' }, ...left));
}

const spanOf = (said, ...shown) => el('span', { 'role': 'img', 'aria-label': said, 'title': said }, ...shown);

/** How many blocks of each kind weren't turned over. @returns {Part} */
export function blocksOf() {
  const element = el('ul', { class: 'bag' });
  const show = ({ state: { counters, words } }) => redraw(element, counters.map(({ name, label, at }) => el('li', {}, figureOf(name === 'live' ? 'live' : 'safe', 'crate'), fill(words.pair, { label, value: at }))));
  return { element, show };
}

/** Who is left of the winner's units, of everybody's where nobody won. @returns {HTMLElement[]} */
export function survivorsOf({ end, people: armies }) {
  const [winner] = end.winners ?? [];
  const left = armies.filter(({ seat }) => winner === undefined || seat === winner);
  return left.flatMap(({ look, items }) => items.flatMap(({ name, label, value }) => Array.from({ length: value }, () => el('li', { title: label }, figureOf(name, look), el('span', { class: 'unseen' }, label)))));
}
