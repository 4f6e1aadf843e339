/** @file Where a board shows how its game ended; the log says it. What draws that comes when it has. */

import { el } from '../core/dom.js';
import { fade } from '../core/fade.js';

/**
 * @param {() => Promise<{drawEnd: (element: HTMLElement, table: import('../core/types.js').Table) => void}>} load
 * @param {(state: any) => any} told what of a state is drawn
 * @returns {{element: HTMLElement, show: (table: import('../core/types.js').Table) => void}}
 */
export function endingOf(load, told = (state) => state.end) {
  const element = el('section', { class: 'ending', hidden: true });
  let drawn = '';
  const show = async (table) => {
    const { end } = table.state;
    const now = end ? JSON.stringify([end, told(table.state)]) : '';
    if (!end) element.hidden = true;
    if (now === drawn) return;
    drawn = now;
    if (!end) return;
    const { drawEnd } = await load();
    fade(() => {
      if (now !== drawn) return; // it was taken back meanwhile
      drawEnd(element, table);
      element.hidden = false;
    });
  };
  return { element, show };
}
