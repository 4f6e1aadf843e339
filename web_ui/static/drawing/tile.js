/** @file A tile, a token in a corner and the sea around them, as a drawing. */

import { svg } from '../core/dom.js';
import { fit, lettering, linesIn, space } from './lettering.js';
import { signIn } from '../signs/signs.js';

/** So far apart are tiles, whose side is 56. */
export const CELL = 60;
/** What each look of a tile is called among the classes. */
export const KINDS = { land: 'dry', water: 'flooded', hole: 'sunk' };

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
 * @param {{size: number, width: number, breaks?: Map<string, string[]>}} letters
 */
export function tileOf(token, { x, y }, letters = { size: 11, width: 51 }) {
  const face = svg('rect', { class: 'face', width: 56, height: 56, rx: 6 });
  const water = svg('rect', { class: 'water', width: 56, height: 56, rx: 6 });
  const ripple = svg('path', { class: 'ripple', d: 'M18 43q5-4 10 0t10 0M21 49q3.5-3 7 0t7 0' });
  const text = lettering(token.label, { x: 28, ...letters }, (count) => (count > 2 ? { y: 13, step: 11 } : { y: 15, step: 12 }));
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
    fit(note, state, 11, 78, 400);
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
