/** @file Calling the club's keeper: in the menu, and beside what is told of a call. */

import { byId, el } from '../core/dom.js';
import { once } from '../link/sender.js';

/** @type {any} */
let table = null;

/**
 * @param {import('../core/types.js').Table} now
 * @param {(play: {do: string, seat: number|string}, from: any) => Promise<boolean>} act
 */
export function showCalling(now, act) {
  table = now;
  const { keeper, seats } = table;
  // The table's own page has it among the table's rows.
  const inMenu = button('keeper-do', act, (made) => byId('language').before(made));
  inMenu.hidden = !keeper || !seats.length || seats.includes('table');
  inMenu.textContent = keeper?.label ?? '';
  const beside = button('keeper-done', act, (made) => byId('keeper-told').after(made));
  beside.hidden = !keeper?.told || !seats.length;
  beside.textContent = keeper?.label ?? '';
}

function button(id, act, place) {
  const found = byId(id);
  if (found) return found;
  const made = el('button', { class: 'button', type: 'button', id });
  made.addEventListener('click', () => once(made, () => act({ do: table.keeper.do, seat: table.seats.includes('table') ? 'table' : table.seats[0] }, made)));
  place(made);
  return made;
}
