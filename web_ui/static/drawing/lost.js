/** @file Pieces that leave a board; fetched with the first one. */

import { shift } from './board.js';

/**
 * Let pieces fade as their class `lost` says, and remove them; where nobody likes motion they are just gone.
 * @param {{element: any}[]} gone
 * @param {(piece: any) => {x: number, y: number}|null} [whither] where one goes meanwhile
 */
export function lose(gone, whither = () => null) {
  for (const piece of gone) {
    const { element } = piece;
    const spot = whither(piece);
    if (spot) element.style.transform = shift(spot);
    element.classList.add('lost');
    Promise.allSettled(element.getAnimations().map((each) => each.finished)).then(() => element.remove());
  }
}
