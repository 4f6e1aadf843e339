/** @file The small pictures of wheels, cards and tiles, by the names that the table calls them: strokes on 24 x 24. */

import { svg } from './dom.js';

const BOAT = 'M3 15h18l-3 5H6zM12 15V3l6 9h-6M10 6l-4 6h4';
const PLANE = 'M12 2c1.2 0 1.6 1.5 1.6 3v4L21 13.5v2l-7.4-2.2V18l2.4 2v1.5L12 20.5 8 21.5V20l2.4-2v-4.7L3 15.5v-2L10.4 9V5c0-1.5.4-3 1.6-3z';
const STRUCK = 'M3 3l18 18';

/** @type {Object<string, string>} */
const PATHS = {
  'boat': BOAT,
  'no-boat': BOAT + STRUCK,
  'plane': PLANE,
  'no-plane': PLANE + STRUCK,
  'ship': 'M2 14h20l-3 6H5zM6 14v-4h4v4M10 14V5h4v9M14 14v-4h4v4M12 5V2',
  'cards': 'M8 7h11v14H8zM5 17V4h10M13.5 11.5c2-1 3.5 1 1.5 2.5-1 .7-1.5 1-1.5 2M13.5 18.2v.01',
  'again': 'M20 12a8 8 0 1 1-2.5-5.8M20 3v4.5h-4.5',
  'kraken': 'M8 13c-2-2-2.5-9.5 4-9.5S18 11 16 13M9.8 9v.8M14.2 9v.8M8 13c0 4-4.5 4-5 .5M16 13c0 4 4.5 4 5 .5M10.2 14c0 4-1 6.5-4.2 6.5M13.8 14c0 4 1 6.5 4.2 6.5M12 14v6',
  'boom': 'M12 2l2 6 6-3-3 6 5 2-5 2 3 6-6-3-2 5-2-5-6 3 3-6-5-2 5-2-3-6 6 3z',
  'stream': 'M3 8q4.5-4 9 0t9 0M3 16q4.5-4 9 0t9 0M3 12h16M16 9.5l3 2.5-3 2.5',
  'fog': 'M6 12a4 4 0 0 1 .5-8A5 5 0 0 1 16 5.5a3.5 3.5 0 0 1 2 6.5M3 15h12M18 15h3M5 18.5h3M11 18.5h8',
  'updraft': 'M12 21V4M7 9l5-5 5 5M5 20c0-3 3-3 3-6M19 20c0-3-3-3-3-6',
  'skull': 'M12 3c-5 0-8 3.5-8 8 0 3 1.5 5 4 6v3h8v-3c2.5-1 4-3 4-6 0-4.5-3-8-8-8zM9 11.5v.01M15 11.5v.01M12 17v3',
  'earth': 'M12 3l8 5-1.5 9L12 21l-6.5-4L4 8zM4 8l8 3.5L20 8M12 11.5V21',
  'wind': 'M3 9h10a3 3 0 1 0-3-3M3 13h15a3 3 0 1 1-3 3M3 17h6a2.5 2.5 0 1 1-2.5 2.5',
  'fire': 'M12.5 2.5C13 7 18 9 18 14.5a6 6 0 0 1-12 0c0-3 2-4.5 2.5-7 1.5 1 2.5 2.5 2.5 4.5 1.5-2 2-6 1.5-9.5zM12 20.5c-2-2-1.5-4 0-6 1.5 2 2 4 0 6z',
  'ocean': 'M6 3h12c0 6-2 9.5-6 9.5S6 9 6 3zM12 12.5V18M8 21c0-2 1.5-3 4-3s4 1 4 3zM6 5H3.5c0 3 1.5 4.5 3.5 4.5M18 5h2.5c0 3-1.5 4.5-3.5 4.5',
  'lift': 'M3 5h14M10 5v3M4 13a5 5 0 0 1 5-5h3l3 4 4.5-1V8.5L21 13l-4 .5c0 2.5-1 3.5-3 3.5H8c-2.5 0-4-1.5-4-4zM8 17v4M14 17v4M5 21h12',
  'landing': 'M12 3a9 9 0 1 0 .01 0zM9 8v8M15 8v8M9 12h6',
  'sand': 'M3 20c-1-4 1-6 4-6s6 2 5 6zM12 20c-1-4 1-6 4.5-6s5.5 2 4.5 6zM7.5 14c-1-4 1-7 4.5-7s5.5 3 4.5 7M11 4.5l1 2.5 1-2.5',
  'wave': 'M2 18c4 0 5-11 11-11 4 0 5.5 3 4.5 5.5-1.5-2-5-1.5-5 1.5s3 4 9.5 4zM3 21h18',
  'gem': 'M7 4h10l4 6-9 11L3 10zM3 10h18M9 10l3-6 3 6-3 11z',
  'block': 'M4 9l4-4h12v11l-4 4H4zM4 9h12v11M16 9l4-4',
  'spark': 'M13 2L5 13.5h6L10 22l9-12.5h-6.5z',
  'no': 'M12 3a9 9 0 1 0 .01 0zM5.6 5.6l12.8 12.8',
  'plus': 'M12 4v16M4 12h16',
  'whirl': 'M12 12c0-1 1.5-1 1.5.5S11.5 15 10 14s-1.5-4 1-5 6 .5 6 4.5-4 6-8 5-5.5-5-4-9 6-6 10-5',
  'hole': 'M12 7c5 0 9 2 9 5s-4 5-9 5-9-2-9-5 4-5 9-5zM7.5 13.5c1-1 2.5-1.5 4.5-1.5s3.5 .5 4.5 1.5',
  'ball': 'M12 4a8.5 8.5 0 1 0 .01 0zM8 10c.5-1.5 1.5-2.3 3-2.5M5 17c5 1.5 11-1 14.5-7',
  'charm': 'M12 9a6 6 0 1 0 .01 0zM9 9L7 3M15 9l2-6M12 12l1 2 2 .3-1.5 1.5.4 2.2-1.9-1-1.9 1 .4-2.2L9 14.3l2-.3z',
  'arrow': 'M4 12h15M13 6l6 6-6 6',
  'nearer': 'M10 4a6 6 0 1 0 .01 0zM14.5 14.5L21 21M7 10h6M10 7v6',
  'farther': 'M10 4a6 6 0 1 0 .01 0zM14.5 14.5L21 21M7 10h6',
  'person': 'M12 3a4 4 0 1 0 .01 0zM4.5 21c0-5 3-8 7.5-8s7.5 3 7.5 8z',
};

/**
 * The strokes of a sign in a drawing of its own; "" and names that aren't known give none.
 * @param {string} name
 * @param {number} x left edge
 * @param {number} y upper edge
 * @param {number} side width and height
 * @returns {SVGElement[]}
 */
export function signIn(name, x, y, side) {
  const d = PATHS[name];
  return d ? [svg('path', { class: 'sign', d, transform: `translate(${x} ${y}) scale(${side / 24})` })] : [];
}

/**
 * A sign among words.
 * @param {string} name
 * @returns {SVGElement[]}
 */
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
