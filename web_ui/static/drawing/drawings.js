/**
 * @file Drawings of places, people, pieces and dangers. They lie in files of symbols, which a browser fetches once and keeps;
 * each is used by its name, and takes three colours from where it stands: `color` for its body, `--light` and `--ink`.
 */

import { svg } from '../core/dom.js';

/** Where each lies, by its name. @type {Map<string, string>} */
const ADDRESSES = new Map();

/** Take up drawings from the file at *address*: each game brings its own. @param {URL} address @param {string} names with blanks between them */
export function knowDrawings(address, names) {
  for (const name of names.split(' ')) ADDRESSES.set(name, `${address}#${name}`);
}

/** Call drawings by other names as well, such as those of the cards that show them. @param {Object<string, string>} names a drawing's own name by each */
export function alsoCalled(names) {
  for (const [name, own] of Object.entries(names)) ADDRESSES.set(name, ADDRESSES.get(own) ?? '');
}

/** Whether there is a drawing called *name*. */
export const isDrawn = (name) => ADDRESSES.has(name);

/** A drawing within another: so wide and high, its upper left corner at *x* and *y*. */
export const drawn = (name, wide, high = wide, x = 0, y = 0) => svg('use', { href: ADDRESSES.get(name), x, y, width: wide, height: high });

/** A drawing as wide as high, for *kind* of place among words. */
const squareOf = (name, kind) => svg('svg', { 'class': kind.trimEnd(), 'viewBox': '0 0 48 48', 'aria-hidden': 'true' }, drawn(name, 48));

/** A piece of a game among words. @param {string} name @param {string} kind more classes */
export const figure = (name, kind = '') => squareOf(name, `figure ${kind}`);

/** A drawing among words, which name it: none where there is none. @param {string} name @param {string} kind more classes */
export const drawing = (name, kind = '') => (isDrawn(name) ? [squareOf(name, `drawing ${kind}`)] : []);
