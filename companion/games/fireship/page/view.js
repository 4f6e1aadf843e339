/** @file Fireship on a page: the sea and all that lies around it, kept true to the state. */

import { el, redraw } from '../../core/dom.js';
import { endingOf } from '../../ending/ending.js';
import { reachOf } from '../../boards/board.js';
import { LOOKING, SeaBoard } from './board.js';
import { chanceOf, clockOf, crewOf, pilesOf, turnOf } from './parts.js';

/** Draws one game: its pages make one of these. */
export class View {
  /**
   * @param {HTMLElement} board
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {HTMLElement|null} caption goes below the sea
   * @param {any} reach what a tap leads to; its dock, where the page has one
   * @param {boolean} panel drawn beside the simulated table
   */
  constructor(board, words, caption, reach, panel = false) {
    this.dock = panel ? () => null : reach.dock;
    const own = (table) => !table.seats.includes('table') && table.seats.includes(table.state.turn.seat);
    this.sea = new SeaBoard(panel ? LOOKING : {
      ...reachOf(this.dock),
      calling: () => Boolean(this.dock()?.calling),
      meant: () => this.dock()?.chosen ?? null,
    });
    const [end, turn, chance, crew, piles] = [endingOf((state) => state.islands), turnOf(own), chanceOf(words), crewOf(), pilesOf(words, panel ? null : reach.browse)];
    const clock = clockOf();
    this.parts = [end, turn, chance, crew, piles, clock];
    /** The head of whoever is attacked. */
    this.alarm = el('div', { class: 'alarms' });
    const waters = el('div', { class: 'afloat stage' }, this.sea.element, chance.element, ...(panel ? [] : [this.sea.lens]));
    board.replaceChildren(this.alarm, end.element, ...(panel ? [turn.element] : []), waters, ...(caption ? [caption] : []), ...(panel ? [crew.element, piles.element] : []));
    this.below = reach.below;
    this.below?.replaceChildren(...(panel ? [] : [clock.element, crew.element, piles.element]));
  }

  /** @param {import('../../core/types.js').Table} table its state is this game's */
  show(table) {
    const dock = this.dock();
    if (dock) dock.board = this.sea;
    for (const part of this.parts) part.show(table);
    this.sea.show(table.state, table.people, table.number);
    dock?.word(this.sea, this.below);
    this.#alarm(table);
  }

  async #alarm(table) {
    const { battle } = table.state;
    if (!battle && !this.alarm.firstChild) return;
    const { alarmOf } = await import('./fray.js');
    redraw(this.alarm, battle ? alarmOf(battle, table) : []);
  }
}
