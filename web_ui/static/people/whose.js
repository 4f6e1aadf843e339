/** @file Whose turn it is, seen across a room: a column in the person's colour, with the token, the name, what is left, and who comes next. */

import { el, redraw, svg } from '../core/dom.js';
import { PAWN } from '../drawing/pawn.js';
import { initialsOf, nameOf } from './people.js';

/** The seats' own colours, as companion/engine/values/picture.py has them. */
const COLOURS = ['red', 'blue', 'green', 'yellow', 'black', 'silver', 'white'];
/** More than so many are told by their number. */
const MOST_DOTS = 6;

/** What colour a seat plays. @param {any} state @param {number} seat @returns {string} */
export const colourOf = (state, seat) => COLOURS.find((each) => state.people?.find((one) => one.seat === seat)?.look?.split(' ').includes(each)) ?? COLOURS[seat % COLOURS.length];

/** Whether a table has somebody who is on, or may have. */
const hasTurns = ({ state, menu }) => !menu && Boolean(state?.kind === 'kit' ? state.head : state?.boards);

/**
 * @param {HTMLElement} element
 * @param {import('../core/types.js').Table} table
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 */
export function showWhose(element, table, words) {
  const { state, people } = table;
  const shown = hasTurns(table);
  document.body.classList.toggle('turns', shown);
  element.hidden = !shown || Boolean(state.end);
  if (element.hidden) return;
  const { head } = state;
  if (!head) {
    element.className = 'whose';
    redraw(element, [el('p', { class: 'told' }, state.now ?? '')]);
    return;
  }
  const letters = initialsOf(people);
  const look = head.look || colourOf(state, head.seat);
  const next = head.next === undefined || head.next === null || head.next === head.seat ? [] : [el('p', { class: 'then' }, words('tv.then'), ' ', el('b', { 'class': `who-token ${colourOf(state, head.next)}`, 'aria-hidden': 'true' }, letters[head.next]), ' ', el('bdi', {}, nameOf(people, head.next)))];
  element.className = `whose ${look}`;
  const name = nameOf(people, head.seat);
  redraw(element, [
    svg('svg', { 'class': 'pawn-large', 'viewBox': '-1.5 -1.5 19 25', 'aria-hidden': 'true' }, svg('path', { d: PAWN }), svg('text', { x: 8, y: 18.5 }, letters[head.seat])),
    el('div', { class: 'on' }, el('h2', { class: sizeOf(name) }, el('bdi', {}, name)), ...(head.phase ? [el('p', { class: 'phase' }, head.phase)] : []), ...leftOf(head, isToldBeside(state) ? '' : state.now)),
    ...next,
  ]);
}

/** A long name is written smaller, and broken by nobody: so many letters has its longest word at most. */
const SIZES = [[4, null], [6, 'long'], [9, 'longer'], [Infinity, 'longest']];
const sizeOf = (name) => SIZES.find(([most]) => Math.max(...name.split(' ').map((word) => [...word].length)) <= most)[1];

/** Whether a battle's own part says what is waited for. */
const isToldBeside = ({ battle, declared = [] }) => Boolean(battle?.sides) && battle.step === 'answers' && declared.length > 0;

function leftOf({ left = 0, of = 0, told }, now) {
  const said = told || `${left} / ${of}`;
  if (!of || of > MOST_DOTS) return [...new Set([...(of ? [said] : []), ...(now ? [now] : [])])].map((each) => el('p', { class: 'told' }, each));
  return [el('p', { 'class': 'dots', 'role': 'img', 'aria-label': said }, ...Array.from({ length: of }, (_, at) => el('i', { class: at < left ? 'left' : null })))];
}
