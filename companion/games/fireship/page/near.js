/** @file The nearer view of the sea, in which each cell is as large as a finger. */

import { CELL, middle, tokenOf } from './board.js';

/** So large is a cell in it, in rem. */
const NEAR = 2.75;

/**
 * @param {import('./board.js').SeaBoard} board
 * @param {boolean} near
 * @param {number[]} at the point of the drawing that it begins at, in parts of its width and height
 */
export function zoom(board, near, [x, y] = heart(board)) {
  board.near = near;
  const { element, svg: drawing } = board;
  element.classList.toggle('near', near);
  drawing.style.width = near ? `max(100%, ${(board.wide / CELL) * NEAR}rem)` : '';
  board.tellLens();
  if (near) element.setAttribute('tabindex', '0');
  else element.removeAttribute('tabindex');
  element.scrollTo(x * drawing.clientWidth - element.clientWidth / 2, y * drawing.clientHeight - element.clientHeight / 2);
}

/** The pawn that is taken up, else what can be chosen. */
function heart({ state, places, svg: drawing }) {
  const taken = state.pawns.find((pawn) => pawn.taken);
  const found = places.get(taken ? tokenOf(taken) : '')?.element ?? drawing.querySelector('[tabindex="0"]') ?? drawing;
  const [{ x, y }, box] = [middle(found), drawing.getBoundingClientRect()];
  return [(x - box.left) / box.width, (y - box.top) / box.height];
}
