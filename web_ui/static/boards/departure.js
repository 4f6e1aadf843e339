/** @file What leaves a board: pieces, and tiles that sink; fetched with the first of them. */

import { svg } from '../core/dom.js';
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

/** What the tile was tips into the water, above the hole that it leaves. @param {any} tile @param {string} kind its class before */
export function sink(tile, kind) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const ghost = svg('g', { class: `tile ghost ${kind}`, transform: tile.getAttribute('transform'), 'aria-hidden': 'true' });
  const sinking = svg('g', { class: 'sinking' }, ...[...tile.childNodes].map((each) => each.cloneNode(true)));
  ghost.append(sinking);
  // What flies to the tile is there first: the page says for how long.
  sinking.style.animationDelay = getComputedStyle(tile).getPropertyValue('--flies') || '0s';
  sinking.addEventListener('animationend', () => ghost.remove());
  tile.after(ghost);
}
