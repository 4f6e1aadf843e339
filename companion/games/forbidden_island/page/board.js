/** @file The island on its tiles: treasures in the corners, and a pawn for each adventurer. */

import { fill, redraw, svg } from '../../core/dom.js';
import '../../signs/signs-tiles.js';
import { drawn, isDrawn, knowDrawings } from '../../drawing/drawings.js';
import { layOut, widthOf } from '../../drawing/lettering.js';
import { signIn } from '../../signs/signs.js';
import { CELL, cornerOf } from '../../drawing/tile.js';
import { Tiles } from '../../boards/tiles.js';
import { signOf } from './plays.js';

const fileOf = (name) => new URL(`./drawings/${name}.svg`, import.meta.url);

knowDrawings(fileOf('island-places'), 'breakers-bridge bronze-gate cave-of-embers cave-of-shadows cliffs-of-abandon copper-gate coral-palace crimson-forest dunes-of-deception fools-landing gold-gate howling-garden iron-gate lost-lagoon misty-marsh observatory phantom-rock silver-gate temple-of-the-moon temple-of-the-sun tidal-palace twilight-hollow watchtower whispering-garden');
knowDrawings(fileOf('island-people'), 'diver engineer explorer messenger navigator pilot earth-stone statue-of-the-wind crystal-of-fire oceans-chalice helicopter-lift sandbags waters-rise');

/** A treasure in a corner takes so much of the drawing. */
const CORNER = { wide: 120, high: 60 };
/** A choosable tile's ring, and within it a line that is dark on every ground. */
const RING = { x: 1.75, y: 1.75, width: 52.5, height: 52.5, rx: 5.5 };
const LINE = { x: 4.25, y: 4.25, width: 47.5, height: 47.5, rx: 3.5 };
const around = (by, rx) => ({ x: -by, y: -by, width: 56 + 2 * by, height: 56 + 2 * by, rx });
const FOCUS = [['under', around(-0.5, 7)], ['out', around(1.5, 8)], ['in', around(-3.5, 4)]];
/** With more to choose from than so many, a disc alone marks each. */
const FEW = 8;
const NOBODY = { can: () => false, open: () => '' };

/** Draws the island of any layout; one for each page. */
export class IslandBoard extends Tiles {
  static names = { drawing: 'tiles referee', pieces: 'pawns' };

  constructor(...all) {
    super(...all);
    this.ring = svg('g', { 'class': 'focus', 'aria-hidden': 'true' });
    for (const kind of ['focusin', 'focusout']) document.addEventListener(kind, () => this.#focus());
  }

  /** Smaller than on a kit's tiles: a ring leaves them room. Long words are broken where the game's texts say. */
  get type() {
    const { broken } = this.state.words;
    if (this.broken !== broken) this.breaks = new Map(broken.split(' ').map((word) => [word.replace('-', ''), word.replace('-', '\u2010 ').split(' ')]));
    this.broken = broken;
    return { size: 10, least: 9, width: 46, weight: 500, breaks: this.breaks };
  }

  /** Whether other tiles lie in *state* than are drawn. */
  isAnother({ boards: [{ cells }] }) {
    return cells.some(({ id }) => id && !this.places.has(id));
  }

  /** Lay the names of *state* out before its tiles are drawn, in a task of its own: to measure is a third of drawing them. */
  measure(state) {
    if (!this.isAnother(state)) return;
    this.state = state;
    for (const { id, label } of state.boards[0].cells) if (id) layOut(label, this.type);
  }

  /** The keyboard's place: a white double ring above all, on every ground. */
  #focus() {
    const now = document.activeElement;
    const here = now?.matches('.tile:focus-visible') && this.svg.contains(now);
    if (here) this.ring.setAttribute('transform', now.getAttribute('transform'));
    redraw(this.ring, here ? FOCUS.map(([kind, box]) => svg('rect', { class: kind, ...box })) : []);
  }

  /** @param {any} state of kind `island` @param {{seat: number, name: string}[]} people */
  show(state, people) {
    this.state = state;
    super.show(state.boards[0], people);
    this.#mark();
    state.groups[0].tokens.forEach((treasure, at) => this.#corner(at, treasure));
  }

  focus() {
    return super.focus();
  }

  frameOf({ cells, columns, rows }) {
    const [wide, high] = [columns * CELL, rows * CELL];
    this.aside = hasFreeCorners(cells, { columns, rows }) ? 0 : CORNER.high;
    return { x: 0, y: -this.aside, width: wide, height: high + 2 * this.aside };
  }

  layersOf(board, tiles, pawns) {
    const { width, height } = this.frameOf(board);
    this.corners = this.state.groups[0].tokens.map((treasure, at) => cornerOf(treasure, at % 2 ? width : 0, at > 1 ? height : 0));
    this.marks = svg('g', { 'class': 'marks', 'aria-hidden': 'true' });
    return [...super.layersOf(board, tiles, svg('g', { transform: `translate(0 ${-this.aside})` }, ...this.corners.map((each) => each.element))), this.marks, pawns, this.ring];
  }

  /** Beside its name a picture tells a place, for who can't read yet; a treasure's sign stands at the left. */
  drawCell(cell) {
    const element = super.drawCell({ ...cell, sign: '' });
    this.#hyphenate(element);
    const low = element.querySelectorAll('text [x]').length > 2;
    const side = low ? 16 : 21;
    if (isDrawn(cell.id)) element.append(drawn(cell.id, side, side, 28 - side / 2, 54 - side));
    if (cell.sign && cell.sign !== 'landing') element.append(...signIn(cell.sign, 3, 38, 15));
    return element;
  }

  /** Where a word is broken a stroke stands, not a sign: who reads the words as one reads the whole word. */
  #hyphenate(element) {
    const { size, weight } = this.type;
    for (const span of element.querySelectorAll('text [x]')) {
      if (!span.textContent.endsWith('\u2010')) continue;
      span.textContent = span.textContent.slice(0, -1);
      const letters = parseFloat(element.querySelector('text').style.fontSize) || size;
      element.append(svg('path', { class: 'hyphen', d: `M${28.5 + widthOf(span.textContent, letters, weight) / 2} ${Number(span.getAttribute('y')) - 3}h3` }));
    }
  }

  /** What can be chosen has a ring and a disc for each thing that is done there; the others step back. */
  #mark() {
    const can = this.board.cells.map((cell) => ({ cell, verbs: this.reach.verbs?.(cell.id) ?? [] })).filter(({ verbs }) => verbs.length);
    this.svg.classList.toggle('choosing', can.length > 0);
    const place = ({ place: [column, row] }) => `translate(${(column - 1) * CELL + 2} ${(row - 1) * CELL + 2})`;
    const disc = (verb, at) => svg('g', { class: 'badge', transform: `translate(${46 - 19 * at} 46)` }, svg('circle', { r: 9.5 }), svg('path', { d: signOf(verb), transform: 'translate(-6.5 -6.5) scale(0.542)' }));
    const ring = can.length > FEW ? [] : [['ring', RING], ['line', LINE]];
    redraw(this.marks, can.map(({ cell, verbs }) => svg('g', { transform: place(cell) }, ...ring.map(([kind, box]) => svg('rect', { class: kind, ...box })), ...[...new Set(verbs)].reverse().map(disc))));
  }

  /** Its treasure and how it is are said in one breath with its name; then who stands on it. */
  saidOf({ label, notes }, pieces) {
    const names = pieces.map(({ owner }) => this.people.find((each) => each.seat === owner)?.name ?? String(owner + 1));
    const how = [label, ...notes.slice(0, -1), notes.at(-1).toLowerCase()].join(', ');
    return [how, ...(names.length ? [fill(this.state.words.here, { names: names.join(', ') })] : [])];
  }

  pieceKind({ look }) {
    return `pawn ${look}`;
  }

  lose(gone) {
    for (const { element } of gone) element.remove();
  }

  #corner(at, treasure) {
    const { element, show } = this.corners[at];
    show({ ...treasure, look: treasure.captured ? 'lit' : '' }, treasure.note, NOBODY);
    element.classList.toggle('threatened', !treasure.captured && treasure.standing < 2);
  }
}

/** Whether all four corners have room for a treasure: two cells side by side. */
function hasFreeCorners(cells, { rows, columns }) {
  const [across, down] = [CORNER.wide / CELL, CORNER.high / CELL];
  const near = ({ place: [column, row] }) => (row <= down || row > rows - down) && (column <= across || column > columns - across);
  return columns >= 2 * across + 1 && !cells.some(near);
}
