/** @file A paper note beside a thing, never on it: read once, and put away by any tap or Escape. */

import { dress, el, svg } from '../core/dom.js';
import { drawn, isDrawn } from '../drawing/drawings.js';
import { sign } from '../signs/signs.js';
import { PAWN } from '../drawing/pawn.js';
import { BEFORE } from './about.js';

/** Between a note and its thing, and between a note and the page's edges: in px. */
const GAP = 12;
const EDGE = 10;
/** So little room beside a thing is none. */
const LEAST = 96;

/** @type {{element: HTMLElement, from: Element|null, anchor: Element|null, close: (back?: boolean) => void}|null} */
let open = null;

/** @returns {boolean} whether a note lies there */
export const isOpen = () => Boolean(open);

/** Put the note away that lies there, if any. */
export const putAway = () => open?.close();

/**
 * @typedef {import('./about.js').Note & {signs?: [string, string][], rows?: {label: string, act: () => void}[], foot?: Node[], quiet?: boolean, kind?: string}} Paper
 *   *signs* are small pictures with what each means, *rows* what can be done from it; *quiet*: it takes neither the focus nor a tap from what lies below
 *   and lies over nothing that is explained or can be chosen: where there is no such room it doesn't come
 */

/**
 * Lay a note beside *anchor*, or at the foot of the page without one.
 * @param {Element|null} anchor
 * @param {Paper} paper
 * @param {(pushed: boolean) => void} gone called when it was put away, or *pushed* away by something else that came
 * @returns {Promise<boolean>} whether it lies there
 */
export async function showNote(anchor, paper, gone = () => {}) {
  await dress('note');
  if (paper.quiet && document.querySelector(BEFORE)) return false;
  open?.close(false);
  const from = document.activeElement;
  const element = paperOf(paper);
  const over = new AbortController();
  const close = (back = true, pushed = false) => {
    if (open?.element !== element) return;
    const had = element.contains(document.activeElement);
    open = null;
    over.abort();
    element.remove();
    if (had && back) goBack(from, anchor);
    gone(pushed);
  };
  home().append(element);
  if (paper.quiet && !placeFreely(element, anchor)) {
    element.remove();
    over.abort();
    return false;
  }
  open = { element, from, anchor, close };
  if (!paper.quiet) place(element, anchor);
  const text = element.querySelector('#note-text');
  if (text.scrollHeight > text.clientHeight + 1) text.tabIndex = 0; // so that keys scroll it
  if (!paper.quiet) element.focus({ preventScroll: true });
  else requestAnimationFrame(() => element.replaceChildren(...element.childNodes)); // what comes into a live region is read out, once
  if (anchor?.closest('.own')) closeWith(anchor, close, over.signal);
  if (paper.quiet) giveWay(close, over.signal);
  listen(element, paper, close, over.signal);
  return true;
}

/** A sheet that is open hides whatever isn't in it. */
const home = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;

function paperOf({ title, aside, lines, warning, sign: name, shows, signs = [], rows = [], foot = [], quiet, kind = '' }) {
  const head = el('h2', { id: 'note-title' }, ...sign(name ?? ''), el('span', {}, title), ...(aside ? [el('small', {}, aside)] : []));
  const meanings = signs.map(([each, label]) => el('span', { class: 'meaning' }, el('i', {}, ...sign(each)), label));
  const said = el('div', { id: 'note-text' },
    ...lines.map((line) => el('p', {}, line)),
    ...(meanings.length ? [el('p', { class: 'meanings' }, ...meanings)] : []),
    ...(warning ? [el('p', { class: 'warning' }, ...sign('wave'), el('b', {}, warning))] : []));
  const buttons = rows.map(({ label, act }) => {
    const button = el('button', { type: 'button', class: 'paper-link' }, label);
    button.addEventListener('click', act);
    return button;
  });
  const last = [...foot, ...buttons];
  return el('div', {
    'class': `paper ${kind}`.trimEnd(), 'tabindex': quiet ? null : '-1', 'role': quiet ? 'complementary' : 'dialog', 'aria-live': quiet ? 'polite' : null,
    'aria-labelledby': 'note-title', 'aria-describedby': quiet ? null : 'note-text',
  }, head, ...(shows?.length ? [stripOf(shows)] : []), said, ...(last.length ? [el('div', { class: 'foot' }, ...last)] : []), el('i', { class: 'tip', 'aria-hidden': 'true' }));
}

function listen(element, { quiet }, close, signal) {
  let taken = false;
  // Any tap puts it away; one beside it does nothing else, unless the note only lies there.
  addEventListener('pointerdown', (event) => {
    taken = false;
    if (element.contains(event.target)) return;
    taken = !quiet;
    if (taken) swallowClick();
    close();
  }, { capture: true, signal });
  element.addEventListener('click', (event) => event.target.closest('button, a') || close(), { signal });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab' && !quiet && isLast(element, event.shiftKey)) {
      event.preventDefault();
      close();
    }
  }, { capture: true, signal });
  addEventListener('resize', () => close(), { signal });
}

/** Whatever else comes pushes away what only lies there. */
function giveWay(close, signal) {
  const seen = new MutationObserver(() => document.querySelector(BEFORE) && close(false, true));
  seen.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open', 'class'] });
  signal.addEventListener('abort', () => seen.disconnect());
}

/** A secret card is told only while it lies open. */
function closeWith(card, close, signal) {
  const seen = new MutationObserver(() => card.isConnected || close());
  seen.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener('abort', () => seen.disconnect());
}

/** The click that comes of a tap that put a note away. */
function swallowClick() {
  const heard = new AbortController();
  document.addEventListener('click', (event) => {
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true, once: true, signal: heard.signal });
  addEventListener('pointerdown', () => heard.abort(), { capture: true, once: true });
  addEventListener('keydown', () => heard.abort(), { capture: true, once: true });
}

/** Whether Tab leads out of it. */
function isLast(element, backwards) {
  const stops = [...element.querySelectorAll('button, a, [tabindex="0"]')];
  return !stops.length || document.activeElement === (backwards ? element : stops.at(-1)) || (backwards && document.activeElement === stops[0]);
}

/** What had the focus may have been drawn anew meanwhile. */
function goBack(from, anchor) {
  const again = (element) => {
    if (!element || element === document.body) return null;
    if (element.isConnected) return element;
    const name = ['data-key', 'data-token', 'data-card'].find((each) => element.hasAttribute(each));
    return name ? document.querySelector(`[${name}="${CSS.escape(element.getAttribute(name))}"]`) : null;
  };
  (again(from) ?? again(anchor))?.focus({ preventScroll: true });
}

// ---------------------------------------------------------------------- where it lies
/** What speaks of the whole board lies at the foot of the page, and points nowhere, where that isn't on the board. */
const HIGH = 0.4;

/** What nobody wants covered who is to choose, or to know whose turn it is. */
const SPARED = '.head, #dock, #dock button:not([aria-disabled="true"], [disabled]), #set-right .button, #board [role="button"]:not([aria-disabled="true"]), .fray, .watch-mark';
/** Between two places that are tried, and between it and what it spares: in px. */
const STEP = 6;
const APART = 4;
/** So much of the board covered, in px times px, is as bad as a px further away. */
const COVERED = 60;

/** As near to *anchor* as it can lie over nothing that can be chosen. @returns {boolean} whether there is such a place */
function placeFreely(element, anchor) {
  const [wide, high] = [document.documentElement.clientWidth, innerHeight];
  element.classList.add('free');
  const { width, height } = element.getBoundingClientRect();
  const isBoard = anchor?.closest('#board');
  const board = document.querySelector('#board svg[role=group]')?.getBoundingClientRect();
  const spared = [...document.querySelectorAll(SPARED), ...(anchor && !isBoard ? [anchor] : [])].map((each) => each.getBoundingClientRect()).filter((box) => box.width && box.height);
  const about = anchor?.getBoundingClientRect() ?? { left: 0, right: wide, top: high, bottom: high };
  const [x, y] = [(about.left + about.right) / 2, (about.top + about.bottom) / 2];
  let best = null;
  for (let top = high - height - EDGE; top >= EDGE; top -= STEP) {
    for (let left = EDGE; left <= wide - width - EDGE + 1; left += Math.max(STEP, wide - width - 2 * EDGE > 60 ? 24 : STEP)) {
      const covered = board ? Math.max(0, Math.min(board.right, left + width) - Math.max(board.left, left)) * Math.max(0, Math.min(board.bottom, top + height) - Math.max(board.top, top)) : 0;
      const far = Math.hypot(left + width / 2 - x, top + height / 2 - y) + covered / COVERED;
      if (best && best.far <= far) continue;
      const isFree = spared.every((box) => box.right + APART <= left || box.left - APART >= left + width || box.bottom + APART <= top || box.top - APART >= top + height);
      if (isFree) best = { left, top, far };
    }
  }
  if (best) Object.assign(element.style, { left: `${best.left}px`, top: `${best.top}px` });
  return Boolean(best);
}

/** Beside *anchor* where there is room: below, above, to the right, to the left; else where there is most. */
function place(element, anchor) {
  const [wide, high] = [document.documentElement.clientWidth, innerHeight];
  const shown = anchor?.getBoundingClientRect();
  if (!shown) {
    element.classList.add('alone');
    return;
  }
  const box = { top: Math.max(0, shown.top), bottom: Math.min(high, shown.bottom), left: Math.max(0, shown.left), right: Math.min(wide, shown.right) };
  const { width, height } = element.getBoundingClientRect();
  if (box.bottom - box.top > HIGH * high && high - box.bottom >= height + GAP) {
    element.classList.add('alone');
    return;
  }
  const rooms = [
    { side: 'below', room: high - box.bottom - GAP - EDGE, needs: height },
    { side: 'above', room: box.top - GAP - EDGE, needs: height },
    { side: 'right', room: wide - box.right - GAP - EDGE, needs: width },
    { side: 'left', room: box.left - GAP - EDGE, needs: width },
  ];
  const { side, room } = rooms.find((each) => each.room >= each.needs) ?? rooms.filter(({ side: at, room: free }) => at === 'below' || at === 'above' || free > 200).sort((one, other) => other.room - one.room)[0];
  element.classList.add(side);
  const upright = side === 'below' || side === 'above';
  if (!upright) element.style.maxWidth = `${Math.min(width, room)}px`;
  element.style.maxHeight = `${upright ? Math.max(LEAST, room) : high - 2 * EDGE}px`;
  const now = element.getBoundingClientRect();
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  const clamp = (at, size, all) => Math.max(EDGE, Math.min(at - size / 2, all - size - EDGE));
  const left = upright ? clamp(middle.x, now.width, wide) : side === 'right' ? box.right + GAP : box.left - GAP - now.width;
  const top = upright ? box.bottom + GAP : clamp(middle.y, now.height, high);
  // What lies above its thing grows upwards, should it say more later.
  if (side === 'above') Object.assign(element.style, { left: `${left}px`, top: 'auto', bottom: `${high - box.top + GAP}px` });
  else Object.assign(element.style, { left: `${left}px`, top: `${top}px` });
  element.style.setProperty('--tip', `${upright ? Math.max(16, Math.min(middle.x - left, now.width - 16)) : Math.max(16, Math.min(middle.y - top, now.height - 16))}px`);
}

// ---------------------------------------------------------------------- what somebody can do, in pictures
const ARROW = 'M4 28h34M26 14l14 14-14 14';
const SLANT = 'M8 46L38 12M18 11l21-1-1 21';

/** Small pictures in a row. @param {string[]} words as companion/engine/values/picture.py tells them */
export function stripOf(words) {
  const drawn = words.map((word, at) => svg('g', { transform: `translate(${at * 62} 0)` }, ...pictured(word)));
  return svg('svg', { 'class': 'strip', 'viewBox': `0 0 ${words.length * 62 - 6} 56`, 'aria-hidden': 'true' }, ...drawn);
}

function pictured(word) {
  if (word === 'to') return [svg('path', { class: 'arrow', d: ARROW, transform: 'translate(6 0)' })];
  if (word === 'slant') return [svg('path', { class: 'arrow', d: SLANT, transform: 'translate(4 0)' })];
  if (word === 'pawn') return [svg('path', { class: 'pawn-shape', d: PAWN, transform: 'translate(10 4) scale(2.2)' })];
  if (['land', 'water', 'hole'].includes(word)) return [svg('rect', { class: `face ${word}`, x: 1, y: 1, width: 54, height: 54, rx: 7 }), ...(word === 'land' ? [] : [svg('path', { class: 'ripple', d: 'M12 24q8-7 16 0t16 0M12 36q8-7 16 0t16 0' })])];
  if (isDrawn(word)) return [svg('g', { class: 'thing-drawn' }, drawn(word, 48, 48, 4, 4))];
  return [svg('g', { class: 'thing', transform: 'translate(6 6) scale(1.85)' }, ...sign(word).flatMap((each) => [...each.childNodes]))];
}
