/** @file How the battle ended, and who is left. */

import { el, fill } from '../../core/dom.js';
import { nameOf } from '../../widgets/people.js';
import { figure } from './units.js';

/** @param {import('../../core/types.js').Table} table its state has an end @returns {import('../../widgets/ending.js').End} */
export function endOf({ state: { end, people: armies, words }, people, seats }) {
  const [winner] = end.winners ?? [];
  const mine = seats.filter((seat) => seat !== 'table');
  const won = mine.length === 1 && mine[0] === winner;
  const title = winner === undefined ? words.draw : won ? words.you_win : fill(words.wins, { name: nameOf(people, winner) });
  const left = armies.filter(({ seat }) => winner === undefined || seat === winner).flatMap(({ look, items }) => items.flatMap(({ name, label, value }) => Array.from({ length: value }, () => el('li', { title: label }, figure(name, look), el('span', { class: 'unseen' }, label)))));
  return { title, text: end.text, mood: winner === undefined ? '' : mine.length === 1 && !won ? 'bad' : 'good', figures: left };
}
