/** @file How a game ended, in its place on the board; fetched when one has. */

import { dress } from '../core/dom.js';
import { fade } from '../core/fade.js';

/** Where each game's module lies. */
const ENDS = { island: 'forbidden-island/island', fireship: 'fireship/fireship' };
/** What each place shows, and what draws it. @type {WeakMap<HTMLElement, string>} */
const drawn = new WeakMap();

/**
 * @param {HTMLElement} element the place
 * @param {import('../core/types.js').Table} table
 * @param {string} game its module and sheet are called `GAME-end`
 */
export async function showEnd(element, table, game) {
  const { end, islands, treasures } = table.state;
  const now = JSON.stringify([end, islands, treasures]);
  if (!end) element.hidden = true;
  if (now === drawn.get(element)) return;
  drawn.set(element, now);
  if (!end) return;
  const [{ drawEnd }] = await Promise.all([import(`../games/${ENDS[game]}-end.js`), dress(`${game}-end`)]);
  fade(() => {
    if (now !== drawn.get(element)) return; // it was taken back meanwhile
    drawEnd(element, table);
    element.hidden = false;
  });
}
