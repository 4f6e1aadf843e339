/** @file The nearer view of a board, in which each cell is as large as a finger; and what a tap on small ones means; fetched when it is needed. */

import { middle } from './board.js';

/** So large is a cell in it, in rem. */
const NEAR = 2.75;
/** How far a finger reaches, in px. */
const FINGER = 22;

/** What is brought near takes at most this part of the frame; it is brought near if that makes it so much larger. */
const PART = 0.85;
const WORTH = 1.3;

/**
 * @param {import('./near.js').NearBoard} view
 * @param {boolean} near
 * @param {number[]} at the point of the drawing that it begins at, in parts of its width and height
 * @param {string} wide how wide the drawing is then
 */
export function zoom(view, near, [x, y] = heart(view), wide = `max(100%, ${NEAR * cellsAcross(view)}rem)`) {
  view.near = near;
  const { element, svg: drawing } = view;
  element.classList.toggle('near', near);
  drawing.style.width = near ? wide : '';
  element.style.setProperty('--wide', near ? wide : '');
  if (view.phrases) view.tellLens();
  // What is looked at through a frame can be moved by keys, and has a name.
  const framed = { 'tabindex': '0', 'role': 'group', 'aria-label': view.board.label };
  for (const [name, value] of Object.entries(framed)) near ? element.setAttribute(name, value) : element.removeAttribute(name);
  element.scrollTo(x * drawing.clientWidth - element.clientWidth / 2, y * drawing.clientHeight - element.clientHeight / 2);
}

/**
 * Bring *places* near, as near as the frame holds all of them; without any, or where that is hardly nearer, show the whole.
 * Places to be *touched* are as large as a finger at least: where the frame doesn't hold them all so, it begins at the first.
 * @param {import('./near.js').NearBoard} view
 * @param {string[]} places the ids of cells
 * @param {boolean} touched
 */
export function bring(view, places, touched = false) {
  const { element, svg: drawing } = view;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const steep = drawing.clientHeight / drawing.clientWidth;
  const whole = Math.min(element.clientWidth, element.clientHeight / steep);
  const [most, least] = [cellsAcross(view) * NEAR * rem, touched ? cellsAcross(view) * 2 * FINGER : 0];
  const box = extent(view, places);
  const fits = Math.round(PART * Math.min(element.clientWidth / (box.right - box.left), element.clientHeight / steep / (box.bottom - box.top)));
  const wide = Math.max(Math.min(fits, most), least);
  const { left, top, right, bottom } = wide > fits ? extent(view, places.slice(0, 1)) : box;
  if (places.length && (wide >= WORTH * whole || whole < least)) zoom(view, true, [(left + right) / 2, (top + bottom) / 2], `max(100%, ${wide}px)`);
  else if (view.near) zoom(view, false);
}

/** How wide the drawing is, with what surrounds its cells, in cells. */
const cellsAcross = (view) => view.frameOf(view.board).width / (view.board.columns ? view.constructor.pitch : view.board.width / view.across);

/** The box around *places*, in parts of the drawing's width and height. */
function extent(view, places) {
  const boxes = places.flatMap((id) => view.places.get(id)?.element.getBoundingClientRect() ?? []);
  const all = (side, pick) => pick(...boxes.map((box) => box[side]));
  const [left, top] = partsOf(view, all('left', Math.min), all('top', Math.min));
  const [right, bottom] = partsOf(view, all('right', Math.max), all('bottom', Math.max));
  return { left, top, right, bottom };
}

/**
 * A tap on a small drawing means what lies below the finger; where that is several cells they are brought nearer.
 * @param {import('./near.js').NearBoard} view
 * @param {{target: any, clientX: number, clientY: number}} tap
 */
export function tapSmall(view, { target, clientX: x, clientY: y }) {
  const far = (box) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  const meant = [...view.svg.querySelectorAll('[tabindex]')].filter((each) => far(each.getBoundingClientRect()) <= FINGER);
  if (meant.length > 1) zoom(view, true, partsOf(view, x, y));
  else if (meant.length) meant[0].dispatchEvent(new MouseEvent('click'));
  else view.refuse(target);
}

/** Where a point of the screen is on the drawing, in parts of its width and height. */
function partsOf({ svg: drawing }, x, y) {
  const { width, height, left, top } = drawing.getBoundingClientRect();
  return [(x - left) / width, (y - top) / height];
}

/** The piece that is taken up, else what can be chosen. */
function heart(view) {
  const taken = (view.board.pieces ?? []).find((piece) => piece.selected);
  const found = view.places.get(taken?.cell)?.element ?? view.svg.querySelector('[tabindex="0"]') ?? view.svg;
  const { x, y } = middle(found);
  return partsOf(view, x, y);
}
