/** @file The drawings of Fireship: pieces, cells, and what the sea holds. */

import { knowDrawings } from '../../drawing/drawings.js';

knowDrawings(new URL('./drawings/sea.svg', import.meta.url), 'boat plane battleship flag battleship-cell wheel-cell mystery-card kraken fog whirlpool deep-hole gulf-stream updraft boom');
