/** @file A pawn with room for a letter. */

import { svg } from '../core/dom.js';

const PAWN = 'M8 0a5 5 0 0 1 3.4 8.6C14 10.5 16 15 16 21a1 1 0 0 1-1 1H1a1 1 0 0 1-1-1c0-6 2-10.5 4.6-12.4A5 5 0 0 1 8 0z';

/** @returns {any} it is 16 wide and 22 high */
export const pawnOf = () => svg('g', {}, svg('path', { d: PAWN }), svg('text', { x: 8, y: 19 }));
