/** @file How Fireship ended, with all nine flags. */

import { addSheet, el, fill } from '../../core/dom.js';
import { initialsOf, nameOf } from '../../widgets/people.js';

await addSheet(new URL('./end.css', import.meta.url));

/** @param {HTMLElement} element @param {import('../../core/types.js').Table} table its state has an end */
export function drawEnd(element, table) {
  const { end, boards: [board], words } = table.state;
  const islands = board.cells.filter((cell) => cell.id.startsWith('island-'));
  const letters = initialsOf(table.people);
  const names = end.winners.map((seat) => nameOf(table.people, seat));
  const mine = table.seats.filter((seat) => seat !== 'table');
  const won = mine.length === 1 && end.winners.includes(mine[0]);
  const lost = mine.length === 1 && !won;
  const title = names.length > 1 ? fill(words.share, { names: names.join(', ') }) : won ? words.you_win : fill(words.wins, { name: names[0] ?? '' });
  const flags = islands.map((island) => {
    const said = `${island.label}, ${island.notes[0]}`;
    return el('li', {}, el('span', { class: `token ${island.look}`, role: 'img', 'aria-label': said, title: said }, letters[island.owner] ?? ''));
  });
  element.replaceChildren(el('ul', { class: 'flags' }, ...flags), el('h2', { class: lost ? 'bad' : 'good' }, title), el('p', {}, end.text));
}
