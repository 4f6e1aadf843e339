/** @file Where a board shows how its game ended; the log says it. What draws that comes when it has. */

import { el } from '../core/dom.js';

/**
 * @param {(state: any) => any} told what of a state is drawn
 * @param {(state: any) => Element[]} figures what was won, where the tally has no medals
 * @returns {{element: HTMLElement, show: (table: import('../core/types.js').Table) => void}}
 */
export function endingOf(told = (state) => state.end, figures = () => []) {
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
    const { drawCard } = await import('./ending-card.js');
    const draw = await drawCard(element, table, figures(table.state));
    if (now === drawn) draw(() => now === drawn); // else it was taken back meanwhile
  };
  return { element, show };
}
