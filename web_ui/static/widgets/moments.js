/** @file Scenes: what nobody misses, over the whole page for a second; a tap ends one, and the page can be used meanwhile. */

import { dress, el, svg } from '../core/dom.js';
import { sound } from '../core/sounds.js';
import { PAWN } from '../drawing/pawn.js';

/** @typedef {{kind: string, title: string, detail?: string, sign?: string, seats?: number[], at?: number, of?: number}} Moment */

/** So long a scene is shown; so is what begins and ends a game. */
const SCENE_MS = 1200;
const LONG_MS = 3000;
const LONG = new Set(['deal', 'won', 'lost']);
/** What takes the whole page; all else is shown where it happens, on the board. */
const WHOLE_PAGE = new Set(['turn', 'deal', 'rise', 'treasure', 'strike', 'won', 'lost']);
/** What waits longer than the next scene is over before it could be shown; the log has told it. */
const MAX_WAITING = 2;

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows scenes one after the other. */
export class Moments {
  constructor() {
    this.dressed = dress('moments');
    /** @type {Moment[]} */
    this.waiting = [];
    this.shown = null;
    this.end = this.end.bind(this);
  }

  /** @param {Moment} moment @param {Node[]} picture drawn above its words, if any */
  async show(moment, ...picture) {
    if (!WHOLE_PAGE.has(moment.kind)) {
      sound(moment.kind);
      return;
    }
    await this.dressed;
    this.waiting.push({ ...moment, picture });
    this.waiting.splice(0, this.waiting.length - MAX_WAITING);
    if (!this.shown) this.#next();
  }

  #next() {
    const moment = this.waiting.shift();
    if (!moment) return;
    sound(moment.kind);
    // Words on the page say the same, in the live region: nothing here is read out, focused or waited for.
    this.shown = el('div', { 'class': `scene ${moment.kind}${still() ? ' still' : ''}`, 'aria-hidden': 'true' }, ...drawn(moment), el('b', {}, moment.title), ...(moment.detail ? [el('p', {}, moment.detail)] : []), ...gauge(moment));
    if (moment.look) this.shown.classList.add(moment.look);
    document.body.append(this.shown);
    addEventListener('pointerdown', this.end, { once: true });
    addEventListener('keydown', this.end, { once: true });
    this.timer = setTimeout(this.end, LONG.has(moment.kind) ? LONG_MS : SCENE_MS);
  }

  end() {
    clearTimeout(this.timer);
    removeEventListener('pointerdown', this.end);
    removeEventListener('keydown', this.end);
    this.shown?.remove();
    this.shown = null;
    this.#next();
  }
}

/** How high something stands, mark by mark. */
function gauge({ at = 0, of = 0 }) {
  if (!of) return [];
  const marks = Array.from({ length: of }, (_, mark) => el('i', { class: mark < at ? 'reached' : '' }));
  return [el('span', { class: 'gauge' }, ...marks)];
}

function drawn({ picture = [], letter }) {
  if (picture.length) return picture;
  if (!letter) return [];
  return [compass(), pawn(letter)];
}

const RAYS = 8;

function compass() {
  const rays = Array.from({ length: RAYS }, (_, ray) => svg('path', { class: ray % 2 ? 'small' : '', d: ray % 2 ? 'M0-62 8-8H-8z' : 'M0-108 10-10H-10z', transform: `rotate(${(ray * 360) / RAYS})` }));
  return svg('svg', { class: 'compass', viewBox: '-112 -112 224 224' }, svg('circle', { r: 108 }), svg('circle', { r: 80 }), ...rays);
}

function pawn(letter) {
  return svg('svg', { class: 'mine', viewBox: '-1 -1 18 24' }, svg('path', { d: PAWN }), svg('text', { x: 8, y: 19 }, letter));
}
