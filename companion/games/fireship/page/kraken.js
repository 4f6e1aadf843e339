/** @file The square of the sea that the Kraken takes, or would take. */

import { svg } from '../../core/dom.js';
import { CELL } from '../../boards/squares.js';

/** So many cells it reaches beyond its own, on each side. */
const REACH = 2;

/** @typedef {import('./board.js').SeaBoard} SeaBoard */

/** Where it rises. @param {SeaBoard} board */
export function rise(board) {
  draw(board, board.grasps, board.state.declared.flatMap((each) => (each.kraken ? [each.kraken] : [])));
}

/** Where it would rise: at the place that *target* belongs to, if it may be called there. @param {SeaBoard} board @param {Element} target */
export function aim(board, target) {
  const token = target.closest?.('[data-token]')?.dataset.token ?? '';
  const [column, row] = token.split('-').map(Number);
  const may = board.reach.calling() && board.reach.offers(token) !== '' && row > 0;
  draw(board, board.aimed, may ? [{ column, row }] : []);
}

const draw = ({ board }, layer, cells) => layer.replaceChildren(...cells.map((cell) => graspOf(cell, board)));

function graspOf({ column, row }, { columns, rows }) {
  const [left, top] = [column, row].map((at) => Math.max(at - 1 - REACH, 0));
  const [right, bottom] = [Math.min(column + REACH, columns), Math.min(row + REACH, rows)];
  return svg('rect', { class: 'grasp', x: left * CELL, y: top * CELL, width: (right - left) * CELL, height: (bottom - top) * CELL });
}
