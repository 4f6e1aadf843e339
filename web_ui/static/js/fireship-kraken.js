/** @file The square of the sea that the Kraken takes. */

import { svg } from './dom.js';
import { CELL } from './fireship-board.js';

/** So many cells it reaches beyond its own, on each side. */
const REACH = 2;

/**
 * @param {{column: number, row: number}} cell its middle
 * @param {{columns: number, rows: number}} board
 * @returns {SVGElement}
 */
export function graspOf({ column, row }, { columns, rows }) {
  const [left, top] = [column, row].map((at) => Math.max(at - 1 - REACH, 0));
  const [right, bottom] = [Math.min(column + REACH, columns), Math.min(row + REACH, rows)];
  return svg('rect', { class: 'grasp', x: left * CELL, y: top * CELL, width: (right - left) * CELL, height: (bottom - top) * CELL });
}
