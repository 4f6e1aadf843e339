/** @file A button that shows something hidden while it is held; by keyboard it is pressed to show, and pressed to hide. */

import { el } from '../core/dom.js';

/** A hidden page or another window: what was shown is hidden again. */
const HIDING = [[window, 'blur'], [window, 'pagehide'], [document, 'visibilitychange']];

/**
 * @param {string} closed what it says while nothing is shown
 * @param {string} open what it says meanwhile
 * @param {(shown: boolean) => void} turn called when that changes
 * @returns {{element: HTMLButtonElement, hide: () => void}}
 */
export function peekButton(closed, open, turn) {
  const element = el('button', { 'class': 'button peek', 'type': 'button', 'data-key': 'peek', 'aria-pressed': 'false' }, closed);
  let [shown, finger] = [false, 0];
  const set = (now) => {
    if (now === shown) return;
    shown = now;
    element.textContent = now ? open : closed;
    element.setAttribute('aria-pressed', String(now));
    turn(now);
  };
  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    finger = event.pointerId;
    set(true);
  });
  const lift = (event) => event.pointerId === finger && set(false);
  for (const event of ['pointerup', 'pointercancel']) addEventListener(event, lift);
  element.addEventListener('contextmenu', (event) => event.preventDefault());
  element.addEventListener('click', (event) => event.detail === 0 && set(!shown));
  for (const [where, event] of HIDING) where.addEventListener(event, () => set(false));
  return { element, hide: () => set(false) };
}
