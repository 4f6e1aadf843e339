/** @file Which of a few things is meant with a place: large buttons beside it, not over the board; one for each page. */

import { dress, el, svg } from '../core/dom.js';

/** Between the place and the buttons, and between them and the page's edges: in px. */
const GAP = 6;
const EDGE = 8;

await dress('beside');

/** @type {{element: HTMLDialogElement, over: AbortController}|null} */
let open = null;

/**
 * @param {Element} place what was tapped
 * @param {string} title
 * @param {{label: string, then: () => void, sign?: string}[]} rows what may be chosen, what is done then, and its sign as a path
 */
export function askBeside(place, title, rows) {
  leave();
  const over = new AbortController();
  const back = () => {
    leave();
    /** @type {SVGElement} */ (place).focus({ preventScroll: true });
  };
  const buttons = rows.map(({ label, then, sign }) => {
    const glyph = sign ? [svg('svg', { 'class': 'glyph', 'viewBox': '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: sign }))] : [];
    const button = el('button', { class: 'button', type: 'button' }, ...glyph, label);
    button.addEventListener('click', () => {
      back();
      then();
    });
    return button;
  });
  const element = el('dialog', { 'class': 'beside-place', 'aria-label': title }, ...buttons);
  open = { element, over };
  document.body.append(element);
  element.show();
  lay(element, place.getBoundingClientRect());
  buttons[0].focus({ preventScroll: true });
  element.addEventListener('close', leave, { signal: over.signal });
  const outside = (event) => element.contains(event.target) || leave();
  addEventListener('pointerdown', outside, { capture: true, signal: over.signal });
  addEventListener('resize', leave, { signal: over.signal });
  element.addEventListener('focusout', (event) => event.relatedTarget && outside({ target: event.relatedTarget }), { signal: over.signal });
  element.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.key === 'Escape') back();
    else if (step) buttons[(buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + step + buttons.length) % buttons.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, { signal: over.signal });
}

/** Nobody need answer any more. */
export function leave() {
  open?.over.abort();
  open?.element.remove();
  open = null;
}

/** Below the place, nearer to the thumb; where that has no room above it, and beside it where neither has. */
function lay(element, place) {
  const { width, height } = element.getBoundingClientRect();
  const within = (at, size, all) => Math.max(EDGE, Math.min(at, all - size - EDGE));
  const [wide, high] = [document.documentElement.clientWidth, innerHeight];
  const fits = (top) => top >= EDGE && top + height <= high - EDGE;
  const rows = [place.bottom + GAP, place.top - GAP - height].filter(fits);
  const left = rows.length ? place.left + (place.width - width) / 2 : place.right + GAP + width <= wide - EDGE ? place.right + GAP : place.left - GAP - width;
  element.style.left = `${within(left, width, wide)}px`;
  element.style.top = `${rows[0] ?? within(place.top + (place.height - height) / 2, height, high)}px`;
}
