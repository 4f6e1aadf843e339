/** @file Battles at sea: the shared part, with this game's pieces; fetched with the first battle. */

import { addSheets } from '../../core/games.js';
import { alarmOf, battleOf, marksOf, partIn, sheets } from '../../parts/battle.js';
import { boxOf } from '../../drawing/squares.js';
import { drawing } from '../../drawing/drawings.js';
import { initialsOf } from '../../widgets/people.js';
import { pieceOf } from './board.js';
import { sign } from '../../drawing/signs.js';
import { svg } from '../../core/dom.js';

await addSheets(sheets, '../parts/battle.js');

export { alarmOf, partIn };

/** A ring reaches so far beyond a square, in units of the drawing. */
const AROUND = 5;

/** Everything of *battle* as *table*'s viewer reads it. */
export function frayOf(battle, table) {
  const letters = initialsOf(table.people);
  return battleOf(battle, table, (part) => pictureOf(part, letters));
}

function pictureOf({ sign: name, look, owner }, letters) {
  if (name === 'plus') return sign('plus');
  if (name === 'island') return drawing('flag', `flagged ${look}`);
  return [svg('svg', { class: 'pic', viewBox: '-2 -2 28 28', 'aria-hidden': 'true' }, svg('g', { class: `craft ${look}` }, ...pieceOf(name, letters[owner] ?? '')))];
}

/** Have *board* show the marks of *battle*, none for null. @param {import('./board.js').SeaBoard} board */
export function mark(board, battle) {
  const at = (id) => {
    const cell = board.places.get(id)?.cell;
    if (!cell) return null;
    const { left, top, width, height } = boxOf(cell.covers ?? [cell.place]);
    return { x: left + width / 2, y: top + height / 2, r: Math.max(width, height) / 2 + AROUND };
  };
  const marks = battle ? marksOf(battle, at) : [];
  const below = marks.filter((each) => each.classList.contains('halo'));
  board.halos.replaceChildren(...below);
  board.frays.replaceChildren(...marks.filter((each) => !below.includes(each)));
}
