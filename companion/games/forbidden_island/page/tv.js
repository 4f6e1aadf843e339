/** @file Forbidden Island on a television: the island as large as it can be, whose turn and what hands hold beside it. */

import { addSheet, el } from '../../core/dom.js';
import { endingOf } from '../../widgets/ending.js';
import { IslandBoard } from './board.js';
import { drawnOf } from './drawn.js';
import { crewOf, pilesOf, waterOf } from './parts.js';

await addSheet(new URL('./tv.css', import.meta.url));

/** @type {WeakMap<HTMLElement, (table: import('../../core/types.js').Table) => void>} */
const drawings = new WeakMap();

/**
 * Make *root* show *table*, whatever it showed before.
 * @param {HTMLElement} root
 * @param {import('../../core/types.js').Table} table its state is the island's
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 */
export function draw(root, table, words) {
  if (!root.firstChild || !drawings.has(root)) drawings.set(root, build(root, words));
  drawings.get(root)(table);
}

function build(root, words) {
  const map = new IslandBoard();
  const [crew, piles, water, drawn, end] = [crewOf(), pilesOf(words, null), waterOf(), drawnOf((card) => map.places.get(card.name)?.element), endingOf(() => import('./end.js'), (state) => state.groups)];
  const sea = el('div', { class: 'sea' }, map.element, drawn.element);
  const beside = el('div', { class: 'beside who' }, crew.element, piles.element);
  root.replaceChildren(end.element, el('div', { class: 'play-area' }, sea), beside, el('div', { class: 'gauges' }, water.element));
  return (table) => {
    for (const part of [crew, piles, water, drawn, end]) part.show(table);
    map.show(table.state, table.people);
  };
}
