/** @file The time played, counted on by the page itself from what it was told last: the turn's, and the game's. */

import { el, stopwatch } from '../core/dom.js';

/** @typedef {{played: number, turn: number, limit: number|null, runs: boolean}} Time seconds */

const TICK_MS = 250;

/**
 * @param {number} seconds
 * @returns {string} minutes and seconds
 */
export const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * A place that counts; where it has left its page it stops.
 * @returns {{element: HTMLElement, show: (time: Time|undefined) => void}}
 */
export function playTime() {
  const [turn, game] = [el('time'), el('time')];
  const element = el('p', { class: 'played quiet', role: 'timer', 'aria-live': 'off' }, turn, game);
  let told = null;
  let since = stopwatch();
  let ticking = 0;
  const draw = () => {
    const more = told.runs ? Math.floor(since() / 1000) : 0;
    put(turn, told.turn + more);
    game.hidden = told.limit === null;
    if (told.limit !== null) put(game, Math.min(told.played + more, told.limit), ` · ${clockText(told.limit)}`);
  };
  const tick = () => {
    if (element.isConnected && !element.hidden) return draw();
    clearInterval(ticking);
    ticking = 0;
  };
  const show = (time) => {
    element.hidden = !time;
    if (!time) return;
    if (JSON.stringify(time) !== JSON.stringify(told)) [told, since] = [time, stopwatch()];
    draw();
    ticking ||= setInterval(tick, TICK_MS);
  };
  return { element, show };
}

function put(place, seconds, after = '') {
  const text = (after ? ' · ' : '') + clockText(seconds) + after.replace(' · ', ' / ');
  if (place.textContent !== text) place.textContent = text;
  place.setAttribute('datetime', `PT${seconds}S`);
}
