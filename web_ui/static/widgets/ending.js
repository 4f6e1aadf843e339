/** @file Where a board shows how its game ended; the log says it. What draws that comes when it has. */

import { el } from '../core/dom.js';

/**
 * @param {string} game its module and sheet are called `GAME-end`
 * @returns {{element: HTMLElement, show: (table: import('../core/types.js').Table) => void}}
 */
export function endingOf(game) {
  const element = el('section', { class: 'ending', hidden: true });
  let newest = null;
  const show = async (table) => {
    newest = table;
    if (table.state.end || !element.hidden) (await import('./ended.js')).showEnd(element, newest, game);
  };
  return { element, show };
}
