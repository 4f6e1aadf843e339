/** @file The drawings of Fireball Island: Vul-Kar, caves, pits, Fireballs, the jewel, the Magic Charm and the pieces. */

import { svg } from '../../core/dom.js';
import { drawn, knowDrawings } from '../../drawing/drawings.js';

knowDrawings(new URL('./drawings/volcano.svg', import.meta.url), 'vul-kar jewel token bridge cave pit fireball explorer-piece card-back');

/** A drawing among words. */
export const figure = (name) => svg('svg', { 'class': `figure ${name}`, 'viewBox': '0 0 48 48', 'aria-hidden': 'true' }, drawn(name, 48));
