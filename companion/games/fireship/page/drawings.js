/** @file The drawings of Fireship: pieces, cells, and what the sea holds. */

import { alsoCalled, knowDrawings } from '../../drawing/drawings.js';

knowDrawings(new URL('./drawings/sea.svg', import.meta.url), 'boat plane battleship flag battleship-cell wheel-cell mystery-card kraken fog whirlpool deep-hole gulf-stream updraft boom');
// Segments of the wheel and mystery cards; what takes something away is told apart by its sign.
alsoCalled({
  'gain-boat': 'boat', 'gain-plane': 'plane', 'draw-card': 'mystery-card', 'spin-again': 'wheel-cell', 'spin-wheel': 'wheel-cell', 'deep-hole-bermuda': 'deep-hole',
});
