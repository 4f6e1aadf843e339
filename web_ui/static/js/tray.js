/** @file An emulated dice tray: its own lights as they are, and nothing of a result before everybody sees it. */

import { svg } from './dom.js';

const LOOK_MS = 250;
/** Each segment of a digit, a to g, as a line. */
const SEGMENTS = ['M3 2h14', 'M18 3v14', 'M18 21v14', 'M3 36h14', 'M2 21v14', 'M2 3v14', 'M3 19h14'];
const DIGIT = 26;
const RING = 30;

/** A light's colour as eyes see it: a dim LED is still a bright dot. */
export function shade(colour) {
  const parts = [0, 2, 4].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const most = Math.max(...parts);
  return most === 0 ? null : `rgb(${parts.map((part) => Math.round((255 * part) / most)).join(' ')})`;
}

const windowOf = (colours) =>
  svg('svg', { viewBox: `-3 -1 ${2 * DIGIT} 40`, class: 'digits' }, ...colours.map((colour, led) => svg('path', {
    d: SEGMENTS[led % 7],
    transform: `translate(${DIGIT * Math.floor(led / 7)} 0)`,
    stroke: shade(colour),
  })));

const dot = (colour, cx, cy, r) => svg('circle', { cx: cx.toFixed(1), cy: cy.toFixed(1), r, fill: shade(colour) });

const verdictOf = (colours) =>
  svg('svg', { viewBox: '0 0 20 40', class: 'dots' }, ...colours.map((colour, led) => dot(colour, 10, 10 + 20 * led, 6)));

const ringOf = (colours) =>
  svg('svg', { viewBox: '-36 -36 72 72', class: 'dots' }, ...colours.map((colour, led) => {
    const angle = (2 * Math.PI * led) / colours.length;
    return dot(colour, RING * Math.sin(angle), -RING * Math.cos(angle), 2.4);
  }));

/** Draw *lights* into *place*. */
export function showTray(place, lights) {
  place.hidden = false;
  place.classList.toggle('moving', lights.moves);
  place.replaceChildren(...lights.windows.map(windowOf), verdictOf(lights.verdict), ringOf(lights.ring));
}

/** Look at the tray's lights again and again, as long as there is one. */
export async function watchTray(place) {
  let drawn = '';
  for (;;) {
    try {
      const { lights } = await (await fetch('/api/v1/tray')).json();
      if (!lights) return;
      const now = JSON.stringify(lights);
      if (now !== drawn) showTray(place, lights);
      drawn = now;
    } catch {
      // Nobody answers: the age, top right, says so.
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
