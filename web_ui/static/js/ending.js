/** @file Where a board says how its game ended; what draws that comes when it has. */

import { dress, el } from './dom.js';
import { fade } from './fade.js';

/**
 * @typedef {(element: HTMLElement, table: import('./types.js').Table) => void} Drawing
 * @param {string} game its module and sheet are called `GAME-end`
 * @param {() => Promise<{drawEnd: Drawing}>} fetch
 * @returns {{element: HTMLElement, show: (table: import('./types.js').Table) => void}}
 */
export function endingOf(game, fetch) {
  const element = el('section', { class: 'ending', role: 'status', hidden: true });
  let drawn = '';
  /** @type {Promise<any[]>|null} */
  let here = null;
  const show = async (table) => {
    const { end, islands, treasures } = table.state;
    const now = JSON.stringify([end, islands, treasures]);
    if (!end) element.hidden = true;
    if (now === drawn) return;
    drawn = now;
    if (!end) return;
    here ??= Promise.all([fetch(), dress(`${game}-end`)]);
    const [{ drawEnd }] = await here;
    fade(() => {
      if (now !== drawn) return; // it was taken back meanwhile
      drawEnd(element, table);
      element.hidden = false;
    });
  };
  return { element, show };
}
