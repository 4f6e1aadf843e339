/** @file The battle on a television: the island as large as it can be, every possible shot on it, whose turn and what is left beside it. */

import { addSheet, el } from '../../core/dom.js';
import { Pieces } from '../../core/pieces.js';
import { frayOf } from '../../widgets/fray.js';
import { endingOf } from '../../ending/ending.js';
import { BattleBoard, LOOKING } from './board.js';
import { blocksOf, crewOf, survivorsOf, turnOf } from './parts.js';

await addSheet(new URL('./tv.css', import.meta.url));

/**
 * Draw a game in *root*.
 * @param {HTMLElement} root
 * @returns {(table: import('../../core/types.js').Table) => void} shows a table whose state is the battle's
 */
export function build(root) {
  const island = new BattleBoard(LOOKING, true);
  const end = endingOf((state) => state.people, survivorsOf);
  const parts = [turnOf(), frayOf(), crewOf(), blocksOf()];
  root.replaceChildren(end.element, el('div', { class: 'play-area' }, el('div', { class: 'afloat' }, island.element)), el('div', { class: 'beside who' }, ...parts.map((each) => each.element)));
  let now;
  const pieces = new Pieces([() => island.show(now.state, now.people), ...[end, ...parts].map((part) => () => part.show(now))]);
  return (table) => {
    now = table;
    pieces.draw();
  };
}
