/** @file The drawings of the battle: units, blocks, the pad and a blast. */

import { svg } from '../../core/dom.js';
import { drawn, knowDrawings } from '../../drawing/drawings.js';

knowDrawings(new URL('./drawings/battle.svg', import.meta.url), 'unit-soldier unit-jeep unit-tank block-down block-live block-blank pad shot blast');

/** What each piece of the picture looks like. */
const DRAWINGS = { soldier: 'unit-soldier', jeep: 'unit-jeep', tank: 'unit-tank', block: 'block-down', live: 'block-live', safe: 'block-blank' };

/** A piece, so wide and high, its upper left corner at *x* and *y*. */
export const pieceDrawn = (name, ...box) => drawn(DRAWINGS[name], ...box);

/** The same among words. */
export const figure = (name, kind = '') => svg('svg', { 'class': `figure ${kind}`.trimEnd(), 'viewBox': '0 0 48 48', 'aria-hidden': 'true' }, pieceDrawn(name, 48));
