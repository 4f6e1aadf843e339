/** @file Forbidden Island on a page: the drawing and all that lies around it, kept true to the state. */

import { el } from '../../core/dom.js';
import { Pieces } from '../../core/pieces.js';
import { endingOf } from '../../ending/ending.js';
import { LOOKING, reachOf } from '../../boards/board.js';
import { IslandBoard } from './board.js';
import { drawnOf } from './cards.js';
import { crewOf, pilesOf, turnOf, waterOf } from './parts.js';

/** Draws one game: its pages make one of these. */
export class View {
  /**
   * @param {HTMLElement} board
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {HTMLElement|null} caption goes below the water
   * @param {any} reach what a tap leads to; its dock, where the page has one
   * @param {boolean} panel drawn beside the simulated table
   */
  constructor(board, words, caption, reach, panel = false) {
    this.dock = panel ? () => null : reach.dock;
    const tiles = panel ? LOOKING : {
      ...reachOf(this.dock),
      verbs: (tile) => this.dock()?.verbs?.(tile) ?? [],
    };
    this.map = new IslandBoard(tiles);
    const look = panel ? null : (card, name) => this.dock()?.ask(`${card.label} · ${name}`, card.text, []);
    const own = ({ seats, state }) => !seats.includes('table') && seats.includes(state.turn.seat);
    const [turn, water, crew, piles, drawn, end] = [turnOf(own), waterOf(), crewOf(look), pilesOf(words, reach.browse), drawnOf((card) => this.map.places.get(card.name)?.element ?? document.querySelector('#dock .hand')), endingOf((state) => state.groups)];
    const all = (...parts) => () => parts.forEach((part) => part.show(this.table));
    this.pieces = new Pieces([
      all(turn, water),
      () => this.map.measure(this.table.state),
      () => this.map.show(this.table.state, this.table.people),
      all(end, crew, piles, drawn), // the card of the end has a copy of the map
    ]);
    const sea = el('div', { class: 'sea stage' }, this.map.element, drawn.element);
    const aside = [crew.element, piles.element];
    board.replaceChildren(end.element, ...(panel ? [turn.element] : []), sea, water.element, ...(caption ? [caption] : []), ...(panel ? aside : []));
    reach.below?.replaceChildren(...aside);
  }

  /** @param {import('../../core/types.js').Table} table its state is this game's */
  show(table) {
    const dock = this.dock();
    if (dock) dock.board = this.map;
    this.table = table;
    this.pieces.draw(this.map.isAnother(table.state));
  }
}
