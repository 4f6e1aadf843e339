/** @file A tile, a token in a corner and the sea around them, as a drawing; and how they are reached and picked. */

import { el, svg } from './dom.js';
import { fit, lettering, linesIn, space } from './lettering.js';
import { signIn } from './signs.js';

export const CELL = 60;
const KINDS = { land: 'dry', water: 'flooded', hole: 'sunk' };

/**
 * @typedef {{name: string, label: string, state: string, look: string, sign: string}} Token
 * @typedef {{can: (token: string) => boolean, pick: (token: string, from: Element) => void, open: () => string}} Picking
 *   whether a token can be picked, what to do then, and which one is picked now
 */

/**
 * What lies below the tiles: the waves that flooded ones wear, and depths around the places.
 * @param {{x: number, y: number}[]} places columns and rows
 * @returns {SVGElement[]}
 */
export function seaOf(places) {
  const outline = places.map(({ x, y }) => `M${x * CELL} ${y * CELL}h60v60h-60z`).join('');
  const contours = [58, 36, 14].map((width) => svg('path', { class: 'contour', d: outline, 'stroke-width': width }));
  const waves = svg('pattern', { id: 'waves', width: 14, height: 7, patternUnits: 'userSpaceOnUse' }, svg('path', { class: 'waves', d: 'M0 3.5q3.5-3 7 0t7 0' }));
  return [svg('defs', {}, waves), svg('g', { 'aria-hidden': 'true' }, ...contours)];
}

/**
 * One tile, drawn on its place.
 * @param {Token} token
 * @param {{x: number, y: number}} place column and row
 */
export function tileOf(token, { x, y }) {
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

/**
 * A token in a corner of the drawing, *x* and *y* being 0 or where its right and lower edge are.
 * @param {Token} token
 * @param {number} x
 * @param {number} y
 */
export function cornerOf(token, x, y) {
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

/**
 * Show how a token is, and whether it can be picked.
 * @param {Element} element
 * @param {string} kind its classes
 * @param {Token} token
 * @param {string} state said after its name
 * @param {Picking} picking
 */
export function dressed(element, kind, token, state, picking) {
  const can = picking.can(token.name);
  element.setAttribute('class', `${kind}${picking.open() === token.name ? ' can' : ''}`);
  element.setAttribute('role', can ? 'button' : 'img');
  element.setAttribute('aria-label', `${token.label}, ${state}`);
}

/**
 * One of the tokens can be reached by Tab, the others from it by the arrow keys.
 * @param {Element} holder
 * @param {any[]} tokens
 * @param {Picking} picking
 * @returns {() => void} to be called when what can be picked has changed
 */
export function roving(holder, tokens, picking) {
  let current = tokens[0];
  const stops = () => tokens.filter((token) => picking.can(token.dataset.token));
  const rove = () => {
    const some = stops();
    if (!some.includes(current)) [current] = some;
    tokens.forEach((token) => (some.includes(token) ? token.setAttribute('tabindex', token === current ? 0 : -1) : token.removeAttribute('tabindex')));
  };
  // No listener for focus: a drawing that has one can be reached by Tab, whatever its tabindex says.
  const stay = (token) => {
    current = token;
    rove();
  };
  const pick = (token) => {
    if (!picking.can(token.dataset.token)) return;
    stay(token);
    picking.pick(token.dataset.token, token);
  };
  for (const token of tokens) token.addEventListener('click', () => pick(token));
  holder.addEventListener('keydown', (event) => {
    const from = event.target.closest('[data-token]');
    if (event.key === 'Enter' || event.key === ' ') pick(from);
    else if (!(event.key in ARROWS)) return;
    else {
      const next = nearest(from, stops(), ARROWS[event.key]);
      if (next) stay(next);
      next?.focus();
    }
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
