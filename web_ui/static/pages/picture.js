/** @file All that lies on the table of a kit, and of a game without a page of its own, drawn from the state and nothing else. */

import { faceOf } from '../cards/card-face.js';
import { deckOf } from '../cards/decks.js';
import { el, redraw } from '../core/dom.js';
import { addSheets } from '../core/games.js';
import { isThrow, openDice } from '../widgets/dice.js';
import { badgeChips, handCounts, otherHands } from '../cards/holdings.js';
import '../signs/signs-tiles.js';
import '../signs/signs-more.js';
import '../signs/signs-sea.js';

/** What it looks like, whatever it holds. */
export const sheets = ['../css/cards.css', '../css/kit.css'];
/** What draws a part comes when there is such a thing on the table: the module `parts/PART.js`, with its sheets. */
const PARTS = ['dice', 'wheels', 'groups', 'counters', 'end', 'now', 'boards', 'people', 'scores', 'sheets', 'cups', 'clocks'];
/** Those of one element each, whatever is in them. */
const WHOLE = ['end', 'now', 'boards', 'people', 'scores', 'sheets', 'cups', 'clocks'];
/** @type {Object<string, any>} */
const here = {};

async function fetchPart(part, things = null) {
  const module = await import(`../parts/${part}.js`);
  await Promise.all([addSheets(module.sheets), things && module.prepare?.(things)]);
  here[part] = module;
}

/** Whether there is such a thing on the table. */
const holds = (state, part) => Boolean(state[part]?.length ?? state[part]);
/** Whether what draws it is here. */
const isHere = (state, part) => Boolean(here[part]) && (here[part].ready?.(state[part]) ?? true);

/** Take up the parts that the page came with: then the first picture is whole. */
export const prepare = () => Promise.all(PARTS.filter((part) => document.querySelector(`link[href$="/parts/${part}.js"]`)).map((part) => fetchPart(part)));

/**
 * @typedef {import('../drawing/tile.js').Picking & {
 *   pickCard: (card: {deck: string, card: string, seat: number|'table', title: string}, from: Element) => void,
 *   browse: ((title: string, cards: import('../cards/decks.js').Card[]) => void)|null}} Reach what a tap on the board leads to
 * @typedef {Object<'dice'|'duel'|'wheels'|'groups'|'counters'|'decks'|'hands'|'badges'|'end'|'now'|'boards'|'people'|'scores'|'sheets'|'cups'|'clocks', HTMLElement[]>} Drawn all parts by their kind
 * @typedef {{element: HTMLElement, show: (table: import('../core/types.js').Table) => void}} Part
 */

/** Whether people, or words that somebody typed, are on a wheel. */
const isOfPeople = ({ segments }) => segments.every(({ name }) => name.startsWith('seat-'));

/** Draws one game. */
export class PictureView {
  /**
   * @param {HTMLElement} board
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {HTMLElement|null} caption goes below the number dice, or below the board where there are none
   * @param {Reach} reach
   * @param {boolean} panel drawn beside the simulated table, which has dice windows of its own
   */
  constructor(board, words, caption, reach, panel = false) {
    this.board = board;
    this.words = words;
    this.caption = caption;
    this.reach = reach;
    this.panel = panel;
    this.built = '';
    this.table = null;
    this.fetching = false;
    /** @type {((table: import('../core/types.js').Table) => void)[]} */
    this.parts = [];
  }

  /** Whether things can be done on this page. */
  get acts() {
    return Boolean(this.reach.dock) && !this.panel;
  }

  /** What shows what can be done, where this page does that. @returns {any} */
  dock() {
    return this.panel ? null : (this.reach.dock?.() ?? null);
  }

  /** @param {import('../core/types.js').Table} table its state is any game's */
  show(table) {
    this.table = table;
    const lacking = PARTS.filter((part) => holds(table.state, part) && !isHere(table.state, part) && !(part === 'dice' && !this.#drawnHere(table.state).length));
    if (lacking.length) {
      this.#fetch(lacking);
      return;
    }
    const built = shapeOf(table.state);
    if (built !== this.built) this.#build(table.state);
    this.built = built;
    for (const show of this.parts) show(table);
  }

  /** What can't be fetched now is tried again with the next thing that happens. */
  async #fetch(parts) {
    if (this.fetching) return;
    this.fetching = true;
    try {
      await Promise.all(parts.map((part) => fetchPart(part, this.table.state[part])));
    } catch {
      return;
    } finally {
      this.fetching = false;
    }
    if (this.table.state) this.show(this.table);
  }

  #build(state) {
    this.parts = [];
    const [dice, duel] = this.#dice(this.#drawnHere(state));
    this.arrange(this.board, {
      dice,
      duel,
      wheels: this.#wheels(state.wheels ?? []),
      groups: this.#groups(state.groups ?? []),
      counters: this.#counters(state.counters ?? []),
      decks: this.#decks(state.decks ?? []),
      hands: this.#hands(state.decks ?? []),
      badges: this.#badges(state.badges ?? []),
      ...Object.fromEntries(WHOLE.map((part) => [part, this.#part(part, state)])),
    });
  }

  /** The simulated table has windows for a few alike dice. @returns {import('../core/types.js').Dice[]} */
  #drawnHere(state) {
    return openDice(state).filter((each) => !this.panel || isThrow(each));
  }

  /** What draws itself from the whole table. */
  #part(part, state) {
    if (!holds(state, part)) return [];
    const { element, show } = here[part].partOf(this, state);
    this.parts.push((table) => show(table));
    return [element];
  }

  /** One below the other, the caption below the first results. */
  arrange(board, { dice, duel, wheels, groups, counters, decks, hands, badges, end, now, boards, people, scores, sheets, cups, clocks }) {
    const { below } = this.reach;
    const large = below && !boards.length && !sheets.length ? [...groups.filter(isMap), ...wheels][0] : undefined;
    const rest = [...scores, ...sheets, ...cups, ...[...wheels, ...groups, ...counters].filter((each) => each !== large)];
    const cards = [...badges, ...decks, ...hands];
    const told = [...end, ...now, ...clocks];
    const caption = this.caption ? [this.caption] : [];
    board.classList.toggle('alone', dice.length > 0 && !rest.length && !large && !cards.length && !boards.length && !clocks.length);
    below?.replaceChildren(...(large ? [...decks, ...hands] : []));
    if (large) {
      // The largest thing fills what the rest leaves; what is seldom looked at stands below all.
      const [few, many] = [dice.filter((each) => !each.matches('.throw')), dice.filter((each) => each.matches('.throw'))];
      const lying = few.length + duel.length ? [el('div', { class: 'lying' }, ...few, ...duel)] : [];
      board.replaceChildren(...told, el('div', { class: 'stage kit-stage' }, large), ...many, ...lying, ...rest, ...badges, ...caption);
      return;
    }
    const above = dice.length ? [...dice, ...caption, ...duel, ...rest] : [...duel, ...rest, ...caption];
    board.replaceChildren(...told, ...boards, ...above, ...cards, ...people);
  }

  /** Keep *part* true: *pick* finds what it shows in a table. */
  #keep(part, pick) {
    this.parts.push((table) => part.show(pick(table.state), table.reveal?.purpose === pick(table.state).name, table));
    return part.element;
  }

  #dice(dice) {
    if (!dice.length) return [[], []]; // what draws them isn't here
    const kept = (make) => (each) => this.#keep(make(each, this.words), (state) => state.dice.find((one) => one.name === each.name));
    const throws = dice.filter(isThrow);
    const dock = this.acts ? () => this.dock() : null;
    const plain = dice.filter((each) => !throws.includes(each));
    const numbers = plain.filter((each) => each.kind === 'number');
    const singles = numbers.filter((each) => each.count === 1);
    const rows = numbers.filter((each) => !singles.includes(each)).map(kept(here.dice.rowOf));
    if (singles.length) rows.push(el('section', { class: 'singles' }, ...singles.map(kept(here.dice.singleOf))));
    const verdicts = plain.filter((each) => each.kind !== 'number').map(kept(here.dice.verdictOf));
    const large = throws.map((each) => this.#keep(here.dice.throwOf(each, this.words, dock), (state) => state.dice.find((one) => one.name === each.name)));
    return [[...large, ...rows], verdicts.length ? [el('section', { class: 'duel' }, ...verdicts)] : []];
  }

  #wheels(wheels) {
    return wheels.flatMap((wheel, at) => {
      const figure = this.#keep(here.wheels.wheelOf(wheel, this.panel), (state) => state.wheels[at]);
      return this.acts && isOfPeople(wheel) ? [figure, this.#namesFor(wheel)] : [figure];
    });
  }

  /** Where names for a wheel of people are typed; what draws it comes after the first picture. */
  #namesFor({ name }) {
    const root = el('section', { hidden: 'hidden' });
    let show = null;
    import('../parts/composer/wheel-names.js').then(async ({ namesOf }) => {
      show = await namesOf(root, name, this.words, () => this.dock());
      if (this.table) show(this.table);
    }, () => {});
    this.parts.push((table) => show?.(table));
    return root;
  }

  #groups(groups) {
    const shaped = groups.findIndex((group) => group.shape);
    const corners = shaped < 0 ? -1 : groups.findIndex((group) => here.groups.fitsCorners(groups[shaped], group));
    return groups.flatMap((group, at) => {
      if (at === corners) return [];
      const make = group.shape ? here.groups.tilesOf(group, at === shaped && corners >= 0 ? groups[corners] : null, this.reach) : here.groups.chipsOf(group, this.reach);
      this.parts.push((table) => make.show(table.state.groups[at], table.state.groups[corners]));
      return [make.element];
    });
  }

  #counters(counters) {
    return counters.map((counter, at) => this.#keep(here.counters.meterOf(counter, this.words), (state) => state.counters[at]));
  }

  #decks(decks) {
    if (!decks.length) return [];
    const parts = decks.map((deck, at) => this.#keep(deckOf(deck, this.words, this.reach.browse), (state) => ({ ...state.decks[at], top: state.decks[at].top.map((card) => faceOf(state, card)) })));
    return [el('section', { class: 'decks' }, ...parts)];
  }

  #hands(decks) {
    if (!decks.some((deck) => deck.kept)) return [];
    const hands = el('section', { class: 'hands', 'aria-label': this.words('page.hands') });
    let drawn = '';
    this.parts.push(({ state, looks, people, seats }) => {
      const now = JSON.stringify([state.decks.map((deck) => deck.hands), looks, people, seats]);
      if (now === drawn) return;
      drawn = now;
      const held = state.decks.flatMap((deck) => otherHands(deck, looks ?? null, people, this.words, this.reach.pickCard, this.panel ? [] : seats));
      hands.replaceChildren(...held, ...(this.panel ? [handCounts(state.decks, people, this.words)] : []));
      hands.hidden = !held.length;
    });
    return [hands];
  }

  #badges(badges) {
    if (!badges.length) return [];
    const row = el('ul', { class: 'chips badges', 'aria-label': this.words('page.badges') });
    this.parts.push((table) => redraw(row, badgeChips(table.state.badges, table.people, this.words)));
    return [row];
  }
}

/** Whether a group is drawn as a board of tiles. */
export const isMap = (element) => element.classList.contains('tiles');

/** What has to be built anew when it changes: everything but where things stand. */
function shapeOf(state) {
  const name = (each) => [each.name, each.label];
  return JSON.stringify([
    (state.dice ?? []).map((each) => [...name(each), each.kind, each.look, isThrow(each) ? ['throw', each.pool] : each.count]),
    (state.wheels ?? []).map((each) => [...name(each), each.segments]),
    (state.groups ?? []).map((each) => [...name(each), each.shape, each.tokens.map((token) => [...name(token), token.sign])]),
    (state.counters ?? []).map((each) => [...name(each), each.ticks]),
    (state.decks ?? []).map((each) => [...name(each), each.kept]),
    (state.badges ?? []).map(name),
    WHOLE.filter((part) => part !== 'boards').map((part) => holds(state, part)),
    holds(state, 'boards') && here.boards.shapeOf(state),
    (state.clocks ?? []).map((each) => [...name(each), each.key, each.seat]),
  ]);
}
