/** @file Chance over the sea: unreadable while it moves, sharp when it is told, gone a moment later. */

import { dress, el } from './dom.js';

/** So long a result lies over the sea. */
const SHOWN_MS = 2200;
/** What draws it comes when something moves for the first time. */
let drawings = null;
const fetchDrawings = async () => (await Promise.all([import('./fireship-chance.js'), ...['cards', 'chance', 'fireship-chance'].map(dress)]))[0];

/**
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @returns {{element: HTMLElement, show: (table: import('./types.js').Table) => void}}
 */
export function chanceOf(words) {
  const element = el('div', { class: 'coming chance', 'aria-hidden': 'true' });
  let [before, part, told, timer] = [null, null, null, 0];
  const begin = async (table) => {
    clearTimeout(timer);
    before = table;
    drawings ??= fetchDrawings();
    const { partOf, resultOf } = await drawings;
    if (before?.reveal.number !== table.reveal.number) return; // told meanwhile
    [part, told] = [partOf(table.reveal, table.state, words), resultOf];
    part.show(null);
    element.replaceChildren(part.element);
    element.classList.add('shown');
  };
  const finish = (table) => {
    const result = part && told(before, table);
    if (result !== null) part.show(result);
    timer = setTimeout(() => element.classList.remove('shown'), result === null ? 0 : SHOWN_MS);
    [before, part] = [null, null];
  };
  const show = (table) => {
    if (table.reveal && before?.reveal.number !== table.reveal.number) begin(table);
    else if (!table.reveal && before) finish(table);
  };
  return { element, show };
}
