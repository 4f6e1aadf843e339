/** @file An emulated dice tray: its own LEDs as they are, and nothing of a result before everybody sees it. */

import { svg } from '../core/dom.js';

const MOVING_MS = 250;
const RESTING_MS = 2000;
/** Each segment of a digit, a to g, as a line. */
const SEGMENTS = ['M4 2h12', 'M18 4v13', 'M18 21v13', 'M4 36h12', 'M2 21v13', 'M2 4v13', 'M4 19h12'];
const DIGIT = 26;
const RING = 44;
const DOT = 2.9;
const OUT = '000000';
const SAND = 'e8cf9a';
const CHASING = 3;

/** A light's colour as eyes see it: a dim LED is still a bright dot. */
export function shade(colour) {
  const parts = [0, 2, 4].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const maximum = Math.max(...parts);
  return maximum === 0 ? null : `rgb(${parts.map((part) => Math.round((255 * part) / maximum)).join(' ')})`;
}

const windowOf = (colours) =>
  svg('svg', { viewBox: '-9 -7 64 52', class: 'digits' }, ...colours.map((colour, led) => svg('path', {
    d: SEGMENTS[led % 7],
    transform: `translate(${DIGIT * Math.floor(led / 7)} 0)`,
    stroke: shade(colour),
    color: shade(colour),
  })));

const dot = (colour, cx, cy, r) =>
  svg('circle', { cx: cx.toFixed(1), cy: cy.toFixed(1), r, fill: shade(colour), color: shade(colour) });

const verdictOf = (colours) =>
  svg('svg', { viewBox: '0 0 24 52', class: 'dots' }, ...colours.map((colour, led) => dot(colour, 12, 14 + 24 * led, 7)));

const ringOf = (colours) =>
  svg('svg', { viewBox: '-52 -52 104 104', class: 'dots ring' }, svg('path', { class: 'rim', d: 'M0 -44a44 44 0 1 1 0 88a44 44 0 1 1 0 -88' }), ...colours.map((colour, led) => {
    const angle = (2 * Math.PI * led) / colours.length;
    return dot(colour, RING * Math.sin(angle), -RING * Math.cos(angle), Math.min(DOT, (2.4 * RING) / colours.length));
  }));

/** How the idol looks from above: a cone with its crater, its jaw ahead, and the Fireball that leaves it. */
function idolOf() {
  const turning = svg('g', { class: 'turning' },
    svg('path', { class: 'stone', d: 'M14 18l22 -10v-16l-22 -10z' }),
    svg('circle', { class: 'stone', r: 30 }),
    svg('circle', { class: 'groove', r: 21 }),
    svg('circle', { class: 'crater', r: 11 }),
    svg('path', { class: 'groove', d: 'M24 -8h12M24 0h13M24 8h12' }),
    svg('circle', { class: 'ball', r: 7, cx: 34 }));
  return svg('svg', { viewBox: '-52 -52 104 104', class: 'idol' }, turning);
}

/** Turn *drawn* to where the idol looks, 0 to the left and 90 towards whoever looks; have it spit if it *spits* now. */
function turnIdol(drawn, idol, spits) {
  const turning = drawn.firstChild;
  turning.style.transform = `rotate(${180 - idol.turned}deg)`;
  if (!spits) return;
  const ball = turning.lastChild.cloneNode();
  ball.classList.add('spat');
  turning.lastChild.replaceWith(ball); // a new one rolls from the beginning
}

/** What stands for LEDs in motion that tell nothing: a light on the ring, for the page to turn and to blur. */
export const inMotion = (leds) => ({
  ...leds,
  windows: leds.windows.map((colours) => colours.map(() => OUT)),
  verdict: leds.verdict.map(() => OUT),
  ring: leds.ring.map((colour, led) => (led < CHASING ? SAND : OUT)),
});

/** Draw *leds* into *place*, and the *idol* if there is one. */
function showTray(place, leds, idol) {
  place.classList.toggle('moving', leds.moves);
  const all = [...leds.windows.map(windowOf), verdictOf(leds.verdict), ringOf(leds.ring)];
  const box = place.querySelector('.leds');
  // What stays is left where it is, so that it turns from where it stood.
  while (box.firstChild && box.firstChild !== idol) box.firstChild.remove();
  if (idol && !idol.parentNode) box.append(idol);
  box.prepend(...all);
}

/** Looks at the tray's LEDs again and again, as long as there is one. */
export class Tray {
  /** @param {HTMLElement} place where it is drawn. @param {() => void} onThere called when there is one. */
  constructor(place, onThere) {
    this.place = place;
    this.onThere = onThere;
    this.drawn = '';
    this.timer = 0;
    this.looking = null;
    this.moves = false;
    this.rested = '';
    this.idol = null;
    this.struck = null;
  }

  /** Look now: something has happened at the table, where something *moves* or nothing does. */
  look(moves) {
    this.moves = moves;
    this.looking ??= this.#look().finally(() => {
      this.looking = null;
    });
  }

  async #look() {
    clearTimeout(this.timer);
    let wait = RESTING_MS;
    try {
      const { leds } = await (await fetch('/api/v1/tray')).json();
      if (!leds) return;
      if (this.#show(leds) || leds.idol?.moves) wait = MOVING_MS;
    } catch {
      // Nobody answers: the age, top right, says so.
    }
    this.timer = setTimeout(() => this.look(this.moves), wait);
  }

  /** Show *leds*; returns whether they move. */
  #show(leds) {
    const moves = leds.moves || this.moves;
    const still = JSON.stringify({ ...leds, moves: false });
    if (!moves) this.rested = still;
    // Until the tray shows how it tumbles, what lay there before is nothing to look at any more.
    const seen = { ...(moves && still === this.rested ? inMotion(leds) : leds), moves };
    const now = JSON.stringify(seen);
    if (now !== this.drawn) {
      this.drawn = now;
      if (leds.idol && !this.idol) this.idol = idolOf();
      showTray(this.place, seen, this.idol);
      if (leds.idol) {
        turnIdol(this.idol, leds.idol, this.struck !== null && leds.idol.struck > this.struck);
        this.struck = leds.idol.struck;
      }
    }
    if (this.place.hidden) {
      this.place.hidden = false;
      this.onThere();
    }
    return moves;
  }
}
