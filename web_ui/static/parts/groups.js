/** @file Tokens in groups: tiles in their shape, others as a row of chips. Each can be picked. */

import { el, svg } from '../core/dom.js';
import { sign } from '../signs/signs.js';
import { roving } from '../boards/roving.js';
import { CELL, cornerOf, dressed, seaOf, tileOf } from '../drawing/tile.js';

/** What it looks like. */
export const sheets = ['../css/tiles.css'];

/**
 * @typedef {import('../drawing/tile.js').Token} Token
 * @typedef {import('../drawing/tile.js').Picking} Picking
 * @typedef {{name: string, label: string, shape: string[]|null, states: {name: string, label: string, look: string}[],
 *            tokens: Token[]}} Group
 */

/**
 * The tiles of a group that has a shape; four tokens of *corners* stand in its empty corners.
 * @param {Group} group
 * @param {Group|null} corners
 * @param {Picking} picking
 * @returns {{element: Element, show: (now: Group, corners: Group|null) => void}}
 */
export function tilesOf(group, corners, picking) {
  const cells = cellsOf(group.shape);
  const tiles = group.tokens.map((token, at) => tileOf(token, cells[at], { ...LETTERS, breaks: breaksOf(picking.dock ? '' : (group.broken ?? '')) }));
  const [wide, high] = [group.shape[0].length * CELL, group.shape.length * CELL];
  const treasures = (corners?.tokens ?? []).map((token, at) => cornerOf(token, at % 2 ? wide : 0, at > 1 ? high : 0));
  const element = svg('svg', { class: 'tiles', viewBox: `0 0 ${wide} ${high}`, role: 'group', 'aria-label': group.label },
    ...seaOf(cells), ...tiles.map((tile) => tile.element), ...treasures.map((each) => each.element));
  const rove = roving(element, [...tiles, ...treasures].map((each) => each.element), picking);
  const show = (now, then) => {
    tiles.forEach((tile, at) => tile.show(now.tokens[at], stateOf(now, now.tokens[at]), picking));
    treasures.forEach((each, at) => each.show(then.tokens[at], stateOf(then, then.tokens[at]), picking));
    rove();
  };
  return { element, show };
}

/**
 * Whether four tokens without a shape fit into the empty corners of *group*'s, two cells wide and high.
 * @param {Group} group
 * @param {Group} others
 */
export function fitsCorners({ shape }, others) {
  if (!shape || others.shape || others.tokens.length !== 4) return false;
  return [shape.slice(0, 1), shape.slice(-1)].flat().every((row) => row.startsWith('..') && row.endsWith('..'));
}

/**
 * The tokens of a group without a shape.
 * @param {Group} group
 * @param {Picking} picking
 * @returns {{element: HTMLElement, show: (now: Group) => void}}
 */
export function chipsOf(group, picking) {
  const chips = group.tokens.map((token) => el('div', { class: 'chip', 'data-token': token.name }));
  const row = el('div', { class: 'chips', role: 'group', 'aria-label': group.label }, ...chips);
  const rove = roving(row, chips, picking);
  const show = (now) => {
    now.tokens.forEach((token, at) => {
      const state = stateOf(now, token);
      const words = el('span', {}, token.label, ' ', el('small', {}, state || (token.note ?? '')));
      chips[at].replaceChildren(...sign(token.sign || (token.look === 'lit' ? 'gem' : '')), words);
      dressed(chips[at], `chip ${token.look}`, token, state, picking);
    });
    rove();
  };
  const alone = group.tokens.length === 1 && group.tokens[0].label === group.label;
  const title = alone ? [] : [el('h2', { class: 'quiet' }, group.label)];
  return { element: el('section', { class: 'group' }, ...title, row), show };
}

/** Names are never squeezed: smaller letters; from afar a break where the kit's words have a hyphen. What can be pressed shows its name as it is called. */
const LETTERS = { size: 11, least: 8, width: 52 };
const breaksOf = (broken) => new Map(broken.split(' ').map((word) => [word.replaceAll('-', ''), word.replaceAll('-', '\u2010 ').split(' ')]));

/** @param {string[]} shape rows, an x for each place @returns {{x: number, y: number}[]} */
export function cellsOf(shape) {
  return shape.flatMap((row, y) => [...row].flatMap((letter, x) => (letter === 'x' ? [{ x, y }] : [])));
}

const stateOf = (group, token) => group.states.find((state) => state.name === token.state)?.label ?? '';
