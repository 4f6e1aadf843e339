/** @file Drawings of places and pieces: each is kept once in the page, as a symbol, and used by its name. */

import { svg } from '../core/dom.js';

/** What each stroke of a drawing is: its body takes the side's colour, the lamp's light and the ink are the same for all. */
const TONES = {
  body: {},
  plain: { 'stroke': 'none' },
  light: { 'fill': 'var(--light)' },
  gleam: { 'fill': 'var(--light)', 'stroke': 'none' },
  dark: { 'fill': 'var(--ink)' },
  spot: { 'fill': 'var(--ink)', 'stroke': 'none' },
  shade: { 'fill': 'var(--ink)', 'fill-opacity': 0.22, 'stroke': 'none' },
  line: { 'fill': 'none' },
  rope: { 'fill': 'none', 'stroke': 'currentColor' },
  glint: { 'fill': 'none', 'stroke': 'var(--light)' },
};
const INK = { 'fill': 'currentColor', 'stroke': 'var(--ink)', 'stroke-width': 2, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };

/**
 * A game's drawings, to be kept in the page.
 * @param {string} game what their names begin with
 * @param {Object<string, any[][]>} drawings by name: strokes, each its tone, its path, and its width where that isn't the usual one
 * @param {Object<string, string>} [boxes] of those that aren't 48 wide and high
 */
export function storeOf(game, drawings, boxes = {}) {
  const symbols = Object.entries(drawings).map(([name, strokes]) => {
    const paths = strokes.map(([tone, d, width]) => svg('path', { ...TONES[tone], d, 'stroke-width': width }));
    return svg('symbol', { id: `${game}-${name}`, viewBox: boxes[name] ?? '0 0 48 48', ...INK }, ...paths);
  });
  return svg('defs', {}, ...symbols);
}

/** What makes uses of the drawings of *game*: so wide and high, the upper left corner at *x* and *y*. */
export const drawnFrom = (game) => (name, width, height = width, x = 0, y = 0) => svg('use', { href: `#${game}-${name}`, x, y, width, height });
