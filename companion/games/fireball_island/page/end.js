/** @file How the game ended: who brought the jewel to the Dock. */

import { addSheet, el, fill } from '../../core/dom.js';
import { nameOf } from '../../widgets/people.js';
import { figure } from './drawings.js';

await addSheet(new URL('./end.css', import.meta.url));

/** @param {HTMLElement} element @param {import('../../core/types.js').Table} table its state has an end */
export function drawEnd(element, { state: { end, words }, people, seats }) {
  const [winner] = end.winners ?? [];
  const mine = seats.filter((seat) => seat !== 'table');
  const won = mine.length === 1 && mine[0] === winner;
  const mood = mine.length === 1 && !won ? 'bad' : 'good';
  element.replaceChildren(figure('jewel'), el('h2', { class: mood }, won ? words.you_win : fill(words.wins, { name: nameOf(people, winner) })), el('p', {}, end.text));
}
