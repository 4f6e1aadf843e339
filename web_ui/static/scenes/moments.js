/** @file Scenes: what nobody misses, over the whole page for a second; a tap ends one, and the page can be used meanwhile. */

import { dress, el } from '../core/dom.js';
import { sound } from '../core/sounds.js';
import { drawnFor } from './scene-drawing.js';

/** @typedef {import('../core/types.js').Moment} Moment */

/** So long a scene is shown; so is what begins and ends a game. */
const SCENE_MS = 1200;
const LONG_MS = 3000;
const LONG = new Set(['deal', 'won', 'lost']);
/** What is to be read stays until somebody says so, or for so long. */
const READ = new Set(['rise']);
const READ_MS = 6000;
/** What takes the whole page; all else is shown where it happens, on the board. */
const WHOLE_PAGE = new Set(['turn', 'deal', 'rise', 'treasure', 'strike', 'blast', 'won', 'lost']);
/** What waits longer than the next scene is over before it could be shown; the log has told it. */
const MAX_WAITING = 2;

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows scenes one after the other. */
export class Moments {
  /**
   * @param {() => import('../core/types.js').Table} table what the page shows: scenes take the game's drawings and its board
   * @param {string} goOn what puts a scene away that is to be read, "" where nobody can
   */
  constructor(table, goOn = '') {
    Object.assign(this, { table, goOn });
    this.dressed = dress('moments');
    /** @type {Moment[]} */
    this.waiting = [];
    this.shown = null;
    this.end = this.end.bind(this);
  }

  /** @param {Moment} moment */
  async show(moment) {
    if (!WHOLE_PAGE.has(moment.kind)) {
      sound(moment.kind);
      return;
    }
    await this.dressed;
    this.waiting.push(moment);
    this.waiting.splice(0, this.waiting.length - MAX_WAITING);
    if (!this.shown) this.#next();
  }

  #next() {
    const moment = this.waiting.shift();
    if (!moment) return;
    sound(moment.kind);
    this.shown = sceneOf(moment, this.table());
    document.documentElement.append(this.shown); // outside what the games' sheets reach
    if (moment.button) return; // it stays until somebody says so
    const isRead = READ.has(moment.kind);
    if (isRead && this.goOn) this.shown.append(el('button', { class: 'button first', type: 'button', tabindex: '-1' }, this.goOn));
    // What is to be read hides for long what a tap would do: one on it puts it away and does nothing else.
    (isRead ? this.shown : globalThis).addEventListener(isRead ? 'click' : 'pointerdown', this.end, { once: true });
    addEventListener('keydown', this.end, { once: true });
    this.timer = setTimeout(this.end, isRead ? READ_MS : LONG.has(moment.kind) ? LONG_MS : SCENE_MS);
  }

  end() {
    clearTimeout(this.timer);
    removeEventListener('pointerdown', this.end);
    removeEventListener('keydown', this.end);
    this.shown?.remove();
    this.shown = null;
    this.#next();
  }

  /** Ask that the device be handed on: all of it is covered until a tap. @param {Moment} moment its *button* says who has it then */
  handOn(moment) {
    this.waiting = [moment];
    if (this.shown) this.end();
    else this.#next();
    const button = el('button', { class: 'button main', type: 'button' }, moment.button);
    button.addEventListener('click', this.end);
    this.shown.append(button);
    this.shown.removeAttribute('aria-hidden');
    button.focus();
  }
}

/** Words on the page say the same, in the live region: nothing here is read out, focused or waited for. */
function sceneOf(moment, table) {
  const words = [el('b', {}, moment.title), ...(moment.detail ? [el('p', {}, moment.detail)] : [])];
  const { before, after } = drawnFor(moment, table);
  const scene = el('div', { 'class': `moment scene-${moment.kind}${still() ? ' still' : ''}`, 'aria-hidden': 'true' }, ...before, ...words, ...after);
  if (moment.look) scene.classList.add(moment.look);
  const token = moment.kind === 'turn' && document.getElementById('token')?.getBoundingClientRect();
  // There it shrinks to, when it is over.
  if (token && token.width) scene.style.transformOrigin = `${token.x + token.width / 2}px ${token.y + token.height / 2}px`;
  return scene;
}
