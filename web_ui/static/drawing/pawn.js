/** @file What stands on a board: a pawn with room for a letter, or a disc with a sign above it. */

import { svg } from '../core/dom.js';
import { signIn } from '../signs/signs.js';

export const PAWN = 'M8 0a5 5 0 0 1 3.4 8.6C14 10.5 16 15 16 21a1 1 0 0 1-1 1H1a1 1 0 0 1-1-1c0-6 2-10.5 4.6-12.4A5 5 0 0 1 8 0z';
const DISC = 'M8-2a13 13 0 1 0 .01 0z';

/** @returns {any} it is 16 wide and 22 high */
export const pawnOf = () => svg('g', {}, svg('path', { class: 'body', d: PAWN }), svg('text', { x: 8, y: 19 }));

/** A piece as its sign, where that is known. @param {{sign?: string}} piece @returns {any} 5 wider than a pawn on either side */
export function pieceOf({ sign = '' }) {
  const strokes = signIn(sign, 1, 0, 14);
  return strokes.length ? svg('g', {}, svg('path', { class: 'body', d: DISC }), ...strokes, svg('text', { class: 'small', x: 8, y: 21 })) : pawnOf();
}
