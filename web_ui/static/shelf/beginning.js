/** @file What the table can do by itself at the beginning of a game that this page has started: it lays the board, gives
 * out the colours, rolls for the first turn. Whoever lays it by hand takes that back, and goes step by step.
 */

import { send } from '../link/sender.js';

/** The number of the game that lay there before; null: nothing is waited for. @type {number|null} */
let before = null;

/**
 * Once the game that is being started is on the table, have the table do what comes first.
 * @param {import('./shelf.js').Lent} lent it is told of each state from then on
 * @param {import('../core/types.js').Table} table as it is before
 */
export function begin(lent, table) {
  before = table.number;
  lent.heard = heardOf;
}

/** @param {import('../core/types.js').Table} table as it is now */
function heardOf(table) {
  if (before === null || table.number === before || table.reveal || !table.game || !table.plays.length) return;
  before = null;
  const play = firstOf(table.plays.find((each) => each.role === 'first'));
  // Somebody was quicker, or can't be waited for: then there is nothing to say, and the button stands on the page.
  if (play) send({ do: play.do, seat: 'table', seen: table.version }, null);
}

/** The first line below *play* that is the table's to say, and needs nothing more to be said. */
function firstOf(play) {
  if (!play || play.why || play.form) return null;
  if (play.do) return play.seats.includes('table') ? play : null;
  return firstOf(play.then[0]);
}
