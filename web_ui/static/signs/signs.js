/** @file The small pictures of wheels, cards and tiles, by the names that the table calls them: strokes on 24 x 24. */

import { svg } from '../core/dom.js';

/** @type {Object<string, string>} */
const PATHS = {
  'nearer': 'M10 4a6 6 0 1 0 .01 0zM14.5 14.5L21 21M7 10h6M10 7v6',
  'farther': 'M10 4a6 6 0 1 0 .01 0zM14.5 14.5L21 21M7 10h6',
};

/** Take up signs, by their names: each game brings its own. @param {Object<string, string>} signs */
export const know = (signs) => Object.assign(PATHS, signs);

/** The strokes of a sign, its upper left corner at *x* and *y*, as wide and high as *side*; none where it isn't known. */
export function signIn(name, x, y, side) {
  const d = PATHS[name];
  return d ? [svg('path', { class: 'sign', d, transform: `translate(${x} ${y}) scale(${side / 24})` })] : [];
}

/** A sign among words. */
export function sign(name) {
  const d = PATHS[name];
  return d ? [svg('svg', { class: 'glyph', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d }))] : [];
}

/**
 * Whether a sign brings good or ill, for its colour; never said by the colour alone.
 * @param {string} name
 * @returns {''|'gain'|'loss'}
 */
export function toneOf(name) {
  if (name === 'boat' || name === 'plane' || name === 'charm') return 'gain';
  return name.startsWith('no') || name === 'kraken' || name === 'skull' ? 'loss' : '';
}
