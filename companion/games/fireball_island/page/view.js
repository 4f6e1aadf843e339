/** @file Fireball Island on a page: the map and all that lies around it, kept true to the state. */

import { dress, el, redraw } from '../../core/dom.js';
import { Pieces } from '../../core/pieces.js';
import { endingOf } from '../../ending/ending.js';
import { reachOf } from '../../boards/board.js';
import { IslandBoard } from './board.js';
import { crewOf, prizeOf, shownRolls, turnOf } from './parts.js';

const whenIdle = globalThis.requestIdleCallback ?? ((then) => setTimeout(then, 200));

/** *element*, where it is on the screen now. */
function seen(element) {
  const { bottom = 0, width = 0 } = element?.getBoundingClientRect() ?? {};
  return width && bottom <= innerHeight ? element : null;
}

/** Draws one game: its pages make one of these. */
export class View {
  /**
   * @param {HTMLElement} board
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {HTMLElement|null} caption goes below the map
   * @param {any} reach what a tap leads to; its dock, where the page has one
   * @param {boolean} panel drawn beside the simulated table
   */
  constructor(board, words, caption, reach, panel = false) {
    this.dock = panel ? () => null : reach.dock;
    const own = ({ seats, state }) => !seats.includes('table') && seats.includes(state.turn.seat);
    this.island = new IslandBoard({
      ...reachOf(this.dock),
      way: (on) => this.dock()?.wayTo?.(on) ?? null,
      rolls: () => this.dock()?.rolls ?? shownRolls(this.island.state),
      around: () => this.dock()?.around ?? [],
      struck: () => this.dock()?.struck ?? [],
    });
    const end = endingOf(undefined, prizeOf);
    this.parts = [end, turnOf(own, ({ seats }) => !panel && seats.length > 0 && Boolean(this.dock()), [this.island.lens]), crewOf()];
    const [ends, on, ...rest] = this.parts.map((part) => () => part.show(this.table));
    this.pieces = new Pieces([on, () => this.island.show(this.table.state, this.table.people), ends, ...rest]); // the card of the end has a copy of the map
    const [turn, ...aside] = this.parts.slice(1).map((each) => each.element);
    /** Says to whom a Fireball comes, over everything else. */
    this.alarm = el('div', { class: 'alarms' });
    const stage = el('div', { class: 'stage' }, this.island.element);
    /** Cards that come and go over the map; they come when this page has nothing better to do. @type {Promise<any>|null} */
    this.flights = null;
    const mates = this.parts[2].element;
    this.places = {
      stage,
      handOf: (seat) => (this.table.looks === seat ? document.querySelector('#dock .own .hand li:last-child') : seen(mates.querySelector(`[data-about="person ${seat}"] .chit`)) ?? this.island.pieces.get(`piece-${seat + 1}`)?.element),
      isOpen: () => Boolean(this.dock()?.hand?.shown),
    };
    // On a phone what was told last has the die and the lens beside it.
    // By Tab the lens comes before the places, so that from these it isn't far to the next step.
    const told = panel ? [turn, stage, ...(caption ? [caption] : [])] : [el('div', { class: 'told-row' }, ...(caption ? [caption] : []), turn), stage];
    board.replaceChildren(this.alarm, end.element, ...told, ...(panel ? aside : []));
    reach.below?.replaceChildren(...aside);
  }

  /** What somebody here is asked who may answer with a card: it is heard, for a window says it to the eyes alone. @returns {string} */
  asked({ state, seats, plays }) {
    const declared = state.declared.at(-1);
    if (!declared || seats.includes('table') || !plays.some(({ word }) => word === 'pass')) return '';
    if (seats.length === 1 && seats[0] === declared.seat && declared.own) return declared.own;
    return `${declared.text} ${this.dock()?.phrase('asked') ?? ''}`.trim();
  }

  async #warn(table) {
    const { battle } = table.state;
    if (!battle && !this.alarm.firstChild) return;
    const [{ alarmOf }] = await Promise.all([import('../../widgets/battle.js'), dress('battle')]);
    redraw(this.alarm, battle ? alarmOf(battle, table) : []);
  }

  #fly(table) {
    whenIdle(async () => {
      this.flights ??= import('./flights.js').then(({ flightsOf }) => flightsOf(this.places.stage, this.places));
      (await this.flights).show(table);
    });
  }

  /** @param {import('../../core/types.js').Table} table its state is this game's */
  show(table) {
    const dock = this.dock();
    if (dock) dock.board = this.island;
    this.table = table;
    this.pieces.draw();
    this.#warn(table);
    this.#fly(table);
  }
}
