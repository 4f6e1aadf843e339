/** @file Forbidden Island on a television: the island as large as it can be, whose turn and what hands hold beside it. */

import { addSheet, el } from '../../core/dom.js';
import { endingOf } from '../../ending/ending.js';
import { IslandBoard } from './board.js';
import { drawnOf } from './cards.js';
import { crewOf, pilesOf, waterOf } from './parts.js';

await addSheet(new URL('./tv.css', import.meta.url));

/**
 * Draw a game in *root*.
 * @param {HTMLElement} root
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @returns {(table: import('../../core/types.js').Table) => void} shows a table whose state is the island's
 */
export function build(root, words) {
  const map = new IslandBoard();
  const [crew, piles, water, drawn, end] = [crewOf(), pilesOf(words, null), waterOf(), drawnOf((card) => map.places.get(card.name)?.element), endingOf((state) => state.groups)];
  const sea = el('div', { class: 'sea' }, map.element, drawn.element);
  const beside = el('div', { class: 'beside who' }, crew.element, piles.element);
  root.replaceChildren(end.element, el('div', { class: 'play-area' }, sea), beside, el('div', { class: 'gauges' }, water.element));
  return (table) => {
    for (const part of [crew, piles, water, drawn, end]) part.show(table);
    map.show(table.state, table.people);
  };
}
