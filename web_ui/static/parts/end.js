/** @file How a game ended, and who won. */

import { el } from '../core/dom.js';
import { nameOf } from '../widgets/people.js';

export const sheets = ['../css/picture.css'];

/** @returns {import('../pages/picture.js').Part} */
export function partOf() {
  const element = el('section', { class: 'ending' });
  const show = ({ state: { end }, people }) => {
    element.hidden = !end;
    if (!end) return;
    const winners = (end.winners ?? []).map((seat) => nameOf(people, seat)).filter(Boolean).join(', ');
    const title = end.title || winners;
    element.replaceChildren(...(title ? [el('h2', {}, title)] : []), el('p', {}, end.text));
  };
  return { element, show };
}
