/** @file How the game ended: who brought the jewel to the Dock. */

import { el, fill } from '../../core/dom.js';
import { nameOf } from '../../widgets/people.js';
import { figure } from './drawings.js';

/** @param {import('../../core/types.js').Table} table its state has an end @returns {import('../../widgets/ending.js').End} */
export function endOf({ state: { end, words }, people, seats }) {
  const [winner] = end.winners ?? [];
  const mine = seats.filter((seat) => seat !== 'table');
  const won = mine.length === 1 && mine[0] === winner;
  const title = won ? words.you_win : fill(words.wins, { name: nameOf(people, winner) });
  return { title, text: end.text, mood: mine.length === 1 && !won ? 'bad' : 'good', figures: [el('li', {}, figure('jewel'))] };
}
