/** @file Tokens in groups: the island's tiles in their shape, others as a row of chips. Each can be picked. */

import { el, svg } from './dom.js';
import { fit, lettering, linesIn, space } from './lettering.js';
import { sign, signIn } from './signs.js';

const CELL = 60;
const KINDS = { land: 'dry', water: 'flooded', hole: 'sunk' };

/**
 * @typedef {{name: string, label: string, state: string, look: string, sign: string}} Token
 * @typedef {{name: string, label: string, shape: string[]|null, states: {name: string, label: string, look: string}[],
 *            tokens: Token[]}} Group
 * @typedef {{can: (token: string) => boolean, pick: (token: string, from: Element) => void, open: () => string}} Picking
 *   whether a token can be picked, what to do then, and which one is picked now
 */

/**
 * The tiles of a group that has a shape; four tokens of *corners* stand in its empty corners.
 * @param {Group} group
 * @param {Group|null} corners
 * @param {Picking} picking
 * @returns {{element: Element, show: (now: Group, corners: Group|null) => void}}
 */
export function islandOf(group, corners, picking) {
  const cells = cellsOf(group.shape);
  const tiles = group.tokens.map((token, at) => tileOf(token, cells[at]));
  const [wide, high] = [group.shape[0].length * CELL, group.shape.length * CELL];
  const treasures = (corners?.tokens ?? []).map((token, at) => cornerOf(token, at % 2 ? wide : 0, at > 1 ? high : 0));
  const outline = cells.map(({ x, y }) => `M${x * CELL} ${y * CELL}h60v60h-60z`).join('');
  const contours = [58, 36, 14].map((width) => svg('path', { class: 'contour', d: outline, 'stroke-width': width }));
  const element = svg('svg', { class: 'island', viewBox: `0 0 ${wide} ${high}`, role: 'group', 'aria-label': group.label },
    svg('defs', {}, svg('pattern', { id: 'waves', width: 14, height: 7, patternUnits: 'userSpaceOnUse' }, svg('path', { class: 'waves', d: 'M0 3.5q3.5-3 7 0t7 0' }))),
    svg('g', { 'aria-hidden': 'true' }, ...contours), ...tiles.map((tile) => tile.element), ...treasures.map((each) => each.element));
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
      const words = el('span', {}, token.label, ' ', el('small', {}, state));
      chips[at].replaceChildren(...sign(token.sign || (token.look === 'lit' ? 'gem' : '')), words);
      dressed(chips[at], `chip ${token.look}`, token, state, picking);
    });
    rove();
  };
  const alone = group.tokens.length === 1 && group.tokens[0].label === group.label;
  const title = alone ? [] : [el('h2', { class: 'quiet' }, group.label)];
  return { element: el('section', { class: 'group' }, ...title, row), show };
}

/** @param {string[]} shape rows, an x for each place @returns {{x: number, y: number}[]} */
export function cellsOf(shape) {
  return shape.flatMap((row, y) => [...row].flatMap((letter, x) => (letter === 'x' ? [{ x, y }] : [])));
}

const stateOf = (group, token) => group.states.find((state) => state.name === token.state)?.label ?? '';

function tileOf(token, { x, y }) {
  const face = svg('rect', { class: 'face', width: 56, height: 56, rx: 6 });
  const water = svg('rect', { class: 'water', width: 56, height: 56, rx: 6 });
  const ripple = svg('path', { class: 'ripple', d: 'M18 43q5-4 10 0t10 0M21 49q3.5-3 7 0t7 0' });
  const text = lettering(token.label, { x: 28, size: 11, width: 51 }, (count) => (count > 2 ? { y: 13, step: 11 } : { y: 15, step: 12 }));
  const many = linesIn(text) > 2;
  const [at, side] = many ? [40.5, 14] : [35.5, 17];
  const place = `translate(${x * CELL + 2} ${y * CELL + 2})`;
  const element = svg('g', { class: 'tile', 'data-token': token.name, transform: place }, face, water, ripple, text, ...signIn(token.sign, 54 - side, at, side));
  return { element, show: (now, state, picking) => dressed(element, `tile ${KINDS[now.look] ?? now.look}`, now, state, picking) };
}

function cornerOf(token, x, y) {
  const right = x > 0;
  const low = y > 0;
  const side = right ? x - 36 : 36;
  const text = lettering(token.label, { x: side, size: 11, width: 62 }, (count) => ({ y: low ? y - 6 - count * 12 : 14, step: 12 }));
  const note = svg('tspan', { class: 'note', x: side, dy: 13 });
  text.append(space(), note);
  const touch = svg('rect', { class: 'touch', x: right ? x - 116 : 0, y: low ? y - 58 : 0, width: 116, height: 58, rx: 6 });
  const glyph = signIn(token.sign, right ? x - 30 : 4, low ? y - 34 : 4, 26);
  const element = svg('g', { class: 'treasure', 'data-token': token.name }, touch, ...glyph, text);
  const show = (now, state, picking) => {
    fit(note, state, 11, 78);
    dressed(element, `treasure ${right ? 'right ' : ''}${now.look}`, now, state, picking);
  };
  return { element, show };
}

function dressed(element, kind, token, state, picking) {
  const can = picking.can(token.name);
  element.setAttribute('class', `${kind}${picking.open() === token.name ? ' can' : ''}`);
  element.setAttribute('role', can ? 'button' : 'img');
  element.setAttribute('aria-label', `${token.label}, ${state}`);
}

/** One of the tokens can be reached by Tab, the others from it by the arrow keys. */
function roving(holder, tokens, picking) {
  let current = tokens[0];
  const stops = () => tokens.filter((token) => picking.can(token.dataset.token));
  const rove = () => {
    const some = stops();
    if (!some.includes(current)) [current] = some;
    tokens.forEach((token) => (some.includes(token) ? token.setAttribute('tabindex', token === current ? 0 : -1) : token.removeAttribute('tabindex')));
  };
  const pick = (token) => picking.can(token.dataset.token) && picking.pick(token.dataset.token, token);
  for (const token of tokens) {
    token.addEventListener('click', () => pick(token));
    token.addEventListener('focus', () => {
      current = token;
      rove();
    });
  }
  holder.addEventListener('keydown', (event) => {
    const from = event.target.closest('[data-token]');
    if (event.key === 'Enter' || event.key === ' ') pick(from);
    else if (!(event.key in ARROWS)) return;
    else nearest(from, stops(), ARROWS[event.key])?.focus();
    event.preventDefault();
  });
  return rove;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest token in a direction; what lies aside counts double. */
function nearest(from, others, [right, down]) {
  const middle = (each) => {
    const box = each.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  const ahead = others.flatMap((other) => {
    const [dx, dy] = [middle(other)[0] - x, middle(other)[1] - y];
    const along = dx * right + dy * down;
    return along > 1 ? [{ other, far: along + 2 * Math.abs(dx * down + dy * right) }] : [];
  });
  return ahead.sort((a, b) => a.far - b.far)[0]?.other;
}
