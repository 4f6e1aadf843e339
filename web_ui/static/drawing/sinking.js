/** @file A tile that sinks; fetched with the first one. */

import { svg } from '../core/dom.js';

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
