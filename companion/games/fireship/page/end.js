/** @file How Fireship ended. */

import { fill } from '../../core/dom.js';
import { nameOf } from '../../widgets/people.js';

/** @param {import('../../core/types.js').Table} table its state has an end @returns {import('../../widgets/ending.js').End} */
export function endOf({ state: { end, words }, people, seats }) {
  const names = end.winners.map((seat) => nameOf(people, seat));
  const mine = seats.filter((seat) => seat !== 'table');
  const won = mine.length === 1 && end.winners.includes(mine[0]);
  const title = names.length > 1 ? fill(words.share, { names: names.join(', ') }) : won ? words.you_win : fill(words.wins, { name: names[0] ?? '' });
  return { title, text: end.text, mood: mine.length === 1 && !won ? 'bad' : 'good' };
}
