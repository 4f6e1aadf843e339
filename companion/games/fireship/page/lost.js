/** @file Pawns that leave the sea; fetched with the first one. */

import { shift } from './board.js';

/**
 * Let pawns fade; one that was taken up goes back to its square meanwhile. Where nobody likes motion they are just gone.
 * @param {[string, {element: Element, colour: string}][]} gone
 * @param {any[]} squares
 */
export function lose(gone, squares) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  for (const [, { element, colour }] of gone) {
    const square = squares.find((each) => each.colour === colour);
    if (square && element.classList.contains('taken')) element.style.transform = shift(square.cells[0]);
    element.classList.add('lost');
    if (still) element.remove();
    else element.addEventListener('transitionend', () => element.remove());
  }
}
