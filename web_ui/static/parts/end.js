/** @file How a game ended, and who won. */

import { endingOf } from '../widgets/ending.js';
import { nameOf } from '../widgets/people.js';

export const sheets = ['../css/picture.css'];

/** Won by one is won for whoever looks on; for a phone with one seat only if that is among the winners. */
function endOf({ state: { end }, people, seats }) {
  const names = (end.winners ?? []).map((seat) => nameOf(people, seat)).filter(Boolean).join(', ');
  const mine = (seats ?? []).filter((seat) => seat !== 'table');
  const mood = !end.winners?.length ? '' : mine.length === 1 && !end.winners.includes(mine[0]) ? 'bad' : 'good';
  return { title: end.title || names || end.text, text: end.title || names ? end.text : '', mood };
}

/** @returns {import('../pages/picture.js').Part} */
export const partOf = () => endingOf(async () => ({ endOf }));
