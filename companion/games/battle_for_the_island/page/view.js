/** @file The battle on a page: the island with both pads, and all that lies around it, kept true to the state. */

import { el } from '../../core/dom.js';
import { Pieces } from '../../core/pieces.js';
import { endingOf } from '../../ending/ending.js';
import { reachOf } from '../../boards/board.js';
import { BattleBoard, LOOKING } from './board.js';
import { blocksOf, crewOf, survivorsOf, turnOf } from './parts.js';

/** Draws one game: its pages make one of these. */
export class View {
  /**
   * @param {HTMLElement} board
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {HTMLElement|null} caption goes below the island
   * @param {any} reach what a tap leads to; its dock, where the page has one
   * @param {boolean} panel drawn beside the simulated table
   */
  constructor(board, words, caption, reach, panel = false) {
    this.dock = panel ? () => null : reach.dock;
    this.seats = [];
    const own = ({ seats, state }) => !seats.includes('table') && seats.includes(state.turn.seat);
    this.island = new BattleBoard(panel ? LOOKING : {
      ...reachOf(this.dock),
      lit: () => this.dock()?.lit ?? '',
      chosen: () => this.dock()?.unit ?? '',
      goals: () => this.dock()?.goals ?? {},
      // Who plays from the other side alone sees it from there.
      turned: () => this.seats.length === 1 && this.seats[0] === 1,
    });
    const end = endingOf((state) => state.people, survivorsOf);
    this.parts = [end, turnOf(own, ({ seats }) => !panel && seats.length > 0 && Boolean(this.dock()), [this.island.lens]), crewOf(), blocksOf()];
    const [ends, on, ...rest] = this.parts.map((part) => () => part.show(this.table));
    this.pieces = new Pieces([on, () => this.island.show(this.table.state, this.table.people), ends, ...rest]); // the card of the end has a copy of the map
    const [turn, ...aside] = this.parts.slice(1).map((each) => each.element);
    const stage = el('div', { class: 'afloat stage' }, this.island.element);
    // On a phone what was told last has the die and the lens beside it.
    // By Tab the lens comes before the places, so that from these it isn't far to the next step.
    const told = panel ? [turn, stage, ...(caption ? [caption] : [])] : [el('div', { class: 'told-row' }, ...(caption ? [caption] : []), turn), stage];
    board.replaceChildren(end.element, ...told, ...(panel ? aside : []));
    reach.below?.replaceChildren(...aside);
  }

  /** @param {import('../../core/types.js').Table} table its state is this game's */
  show(table) {
    this.seats = table.seats;
    const dock = this.dock();
    if (dock) dock.board = this.island;
    this.table = table;
    this.pieces.draw();
  }
}
