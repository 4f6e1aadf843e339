/** @file Where a board shows how its game ended; the log says it. What draws that comes when it has. */

import { el } from '../core/dom.js';

/**
 * How a game ended, in its own words.
 * @typedef {{title: string, text: string, mood: ''|'good'|'bad', figures?: Element[]}} End *figures* are what was won, where the tally has no medals
 */

/**
 * @param {() => Promise<{endOf: (table: import('../core/types.js').Table) => End}>} load
 * @param {(state: any) => any} told what of a state is drawn
 * @returns {{element: HTMLElement, show: (table: import('../core/types.js').Table) => void}}
 */
export function endingOf(load, told = (state) => state.end) {
  const element = el('section', { class: 'ending', hidden: true });
  let drawn = '';
  const show = async (table) => {
    const { end } = table.state;
    const now = end ? JSON.stringify([end, told(table.state), table.people, table.number, Boolean(table.over)]) : '';
    if (!end) {
      element.hidden = true;
      element.replaceChildren();
      delete document.body.dataset.ended;
      for (const ring of document.querySelectorAll('.end-ring')) ring.remove();
    }
    if (now === drawn) return;
    drawn = now;
    if (!end) return;
    const [{ endOf }, { drawCard }] = await Promise.all([load(), import('./ending-card.js')]);
    const draw = await drawCard(element, endOf(table), table);
    if (now === drawn) draw(() => now === drawn); // else it was taken back meanwhile
  };
  return { element, show };
}
