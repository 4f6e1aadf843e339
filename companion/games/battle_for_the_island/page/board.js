/** @file The island with both carrier pads at its edges: units, blocks, and what a shot would hit. */

import { dress, fill, svg } from '../../core/dom.js';
import { LOOKING as NOTHING } from '../../boards/board.js';
import { CELL, corner, cornerAt, linesOf, Squares } from '../../boards/squares.js';
import { drawn, figure, knowDrawings } from '../../drawing/drawings.js';
import { nameOf } from '../../people/people.js';

knowDrawings(new URL('./drawings/battle.svg', import.meta.url), 'unit-soldier unit-jeep unit-tank block-down block-live block-blank pad shot blast');

/** What each piece of the picture looks like. */
const DRAWINGS = { soldier: 'unit-soldier', jeep: 'unit-jeep', tank: 'unit-tank', block: 'block-down', live: 'block-live', safe: 'block-blank' };

/** A piece, so wide and high, its upper left corner at *x* and *y*. */
const pieceDrawn = (name, ...box) => drawn(DRAWINGS[name], ...box);

/** The same among words. */
export const figureOf = (name, kind) => figure(DRAWINGS[name], kind);

/** What lies around the island: letters below it, numbers beside it. */
const GAP = 15;
const SIDE = 16;
const EDGE = 4;
const HALF = CELL / 2;
/** More than so many choices have no ring each; of more than so many those stand out that can't be chosen. */
const [MANY, MOST] = [8, 40];
const DEGREES = { north: 0, east: 90, south: 180, west: 270 };

/** For who only looks; *lit* says whose aim is shown, *chosen* who was taken up, *goals* where that one may go, *turned* whether the board is seen from the other side. */
export const LOOKING = { ...NOTHING, lit: () => '', chosen: () => '', goals: () => ({}), turned: () => false };

/** The island of any size. */
export class BattleBoard extends Squares {
  static small = CELL;
  static names = { drawing: 'island', pieces: 'units', frame: 'waters' };

  /** @param {any} reach @param {boolean} all whether all possible shots are shown, where nobody can ask for one */
  constructor(reach = LOOKING, all = false) {
    super(reach);
    this.all = all;
    [this.below, this.marks] = ['below', 'marks'].map((name) => svg('g', { 'class': name, 'aria-hidden': 'true' }));
    /** The square that the mouse is on, and the one that the keyboard is on. */
    this.on = { mouse: '', keys: '' };
    // Not on the drawing, which Tab would reach then.
    for (const event of ['pointerover', 'pointerleave']) this.element.addEventListener(event, ({ target, type, pointerType }) => pointerType === 'mouse' && this.#look('mouse', type === 'pointerover' ? target : null));
    for (const event of ['focusin', 'focusout']) this.element.addEventListener(event, ({ target, type }) => this.#look('keys', type === 'focusin' ? target : null));
  }

  /** @param {any} state @param {{seat: number, name: string}[]} people */
  show(state, people) {
    /** What was there before: who is gone since then was hit, or was only taken back. */
    this.before = this.state ?? state;
    this.state = state;
    this.phrases = state.words;
    super.show(this.#whole(state), people);
    const { width, height } = this.frameOf(this.board);
    this.element.style.setProperty('--shape', String(width / height));
    for (const piece of this.board.pieces) this.#face(piece);
    this.light();
  }

  /** Island and pads as one board, seen from this side. */
  #whole({ boards: [island, ...pads], pads: columns }) {
    const { columns: size } = island;
    this.carriers = columns.map(({ seat, at }) => ({ seat, at: at.map((column) => this.#seen([column, seat ? -GAP / CELL : size + 1 + GAP / CELL], size)) }));
    const cells = island.cells.map((cell) => ({ ...cell, place: this.#seen(cell.place, size) }));
    const berths = pads.flatMap((pad, at) => pad.cells.map((cell, column) => ({ ...cell, sign: '', place: this.carriers[at].at[column] })));
    const pieces = [island, ...pads].flatMap((board) => board.pieces ?? []).map(facing);
    return { ...island, cells: [...cells, ...berths], pieces };
  }

  #seen([column, row], size) {
    return this.reach.turned() ? [size + 1 - column, size + 1 - row] : [column, row];
  }

  cellsOf({ cells }) {
    return cells;
  }

  frameOf({ columns, rows }) {
    const across = [...this.carriers.flatMap(({ at }) => at.map(([column]) => column)), 1, columns];
    const left = (Math.min(...across) - 1) * CELL - SIDE;
    const high = this.carriers.length ? CELL + GAP : EDGE;
    const low = this.carriers.length ? CELL + GAP : GAP;
    return { x: left, y: -high - 2, width: Math.max(...across) * CELL + EDGE - left, height: rows * CELL + high + low + 4 };
  }

  get across() {
    return this.frameOf(this.board).width / CELL;
  }

  layersOf(board, cells, pieces) {
    const { columns, rows } = board;
    const { x, y, width, height } = this.frameOf(board);
    const [wide, high] = [columns * CELL, rows * CELL];
    const around = `M0 0h${wide}v${high}h-${wide}z`;
    const depths = [64, 38, 16].map((each) => svg('path', { 'class': 'depth', 'd': around, 'stroke-width': each }));
    const ground = svg('g', { 'aria-hidden': 'true' }, svg('rect', { class: 'deep', x: x - 2 * width, y: y - 2 * height, width: 5 * width, height: 5 * height }), ...depths, svg('path', { class: 'shore', d: around }), svg('path', { class: 'land', d: around }), svg('path', { class: 'lines', d: linesOf(columns, rows) }), ...this.#scales(board), ...this.carriers.map((each) => this.#carrier(each)));
    return [ground, ...cells, this.below, pieces, this.marks];
  }

  /** Letters and numbers of the squares: they are turned with the board. */
  #scales({ cells, columns, rows }) {
    const nameAt = (column, row) => cells.find(({ place }) => place[0] === column && place[1] === row)?.id ?? '';
    const letters = Array.from({ length: columns }, (_, at) => svg('text', { x: at * CELL + HALF, y: rows * CELL + GAP - 4 }, nameAt(at + 1, rows).slice(0, 1)));
    const numbers = Array.from({ length: rows }, (_, at) => svg('text', { x: -SIDE / 2 - 1, y: at * CELL + HALF + 3.5 }, nameAt(1, at + 1).slice(1)));
    return [svg('g', { class: 'scale' }, ...letters, ...numbers)];
  }

  #carrier({ seat, at }) {
    const spots = at.map(cornerAt);
    const [x, y] = [Math.min(...spots.map((each) => each.x)), spots[0].y];
    const down = (seat === 1) !== this.reach.turned();
    const wide = CELL * at.length;
    const turned = down ? `rotate(180 ${wide / 2} ${HALF})` : '';
    return svg('g', { class: `carrier seat-${seat}`, transform: `translate(${x} ${y}) ${turned}` }, drawn('pad', wide, CELL));
  }

  drawCell({ place }) {
    return svg('g', { transform: corner(place) }, svg('rect', { class: 'face', width: CELL, height: CELL }));
  }

  /** A square, who stands there and at what they aim; empty ones need no word until they can be chosen. */
  saidOf(cell, pieces) {
    const units = pieces.map(({ label, owner, notes = [] }) => {
      const what = [label, ...notes].join(', ');
      return owner === undefined ? what : fill(this.phrases.pair, { label: nameOf(this.people, owner), value: what });
    });
    if (!cell.id.startsWith('pad-')) return units.length ? [cell.label, ...units] : [];
    return [nameOf(this.people, cell.owner), cell.label, ...(cell.notes ?? []), ...pieces.map(({ label }) => label)];
  }

  nameOf({ label }) {
    return fill(this.phrases.empty, { square: label });
  }

  kindOf({ id }) {
    return id.startsWith('pad-') ? 'berth' : 'square';
  }

  spotOf({ place }) {
    return cornerAt(place);
  }

  drawPiece({ sign, owner }) {
    const turner = svg('g', { class: 'turner' }, pieceDrawn(sign, 22, 22, -11, -11));
    const badge = owner === undefined ? [] : [svg('circle', { class: 'badge', cx: 19, cy: 19, r: 5 })];
    return svg('g', {}, svg('g', { transform: `translate(${HALF} ${HALF})` }, turner), ...badge, svg('text', { x: 19, y: 21.5 }));
  }

  pieceKind({ look, sign, selected, cell }) {
    const taken = selected || (this.reach.chosen() !== '' && cell === this.reach.chosen());
    return `unit ${sign} ${look}${taken ? ' taken' : ''}`;
  }

  /** Turn a unit the short way round. */
  #face({ id, facing: way }) {
    const { element } = this.pieces.get(id) ?? {};
    if (!element || !(way in DEGREES)) return;
    const wanted = DEGREES[way] + (this.reach.turned() ? 180 : 0);
    const now = Number(element.dataset.angle ?? wanted);
    const angle = now + ((((wanted - now) % 360) + 540) % 360) - 180;
    element.dataset.angle = String(angle);
    element.querySelector('.turner').style.transform = `rotate(${angle}deg)`;
  }

  /** Who is hit goes in a blast, and so does a live block; a safe one, and what is taken back, just goes. */
  async lose(gone) {
    const [hit, live] = [unitsIn, liveIn].map((count) => count(this.state) < count(this.before));
    const blasts = gone.filter(({ owner }) => (owner === undefined ? live : hit)).map(({ element }) => {
      const blast = svg('g', { 'class': 'blast', 'aria-hidden': 'true' }, drawn('blast', 30, 30, -3, -3));
      blast.style.transform = element.style.transform;
      return blast;
    });
    this.svg.append(...blasts);
    super.lose(gone);
    for (const blast of blasts) Promise.allSettled(blast.getAnimations({ subtree: true }).map((each) => each.finished)).then(() => blast.remove());
  }

  // ------------------------------------------------------------------ what is aimed at
  #look(by, target) {
    const token = target?.closest?.('[data-token]')?.dataset.token ?? '';
    if (token === this.on[by]) return;
    this.on[by] = token;
    this.light();
  }

  /** Show what a unit aims at, and what its shot would hit: the one that is looked at, was taken up, or could be. */
  light() {
    if (!this.board) return;
    const { shots, end } = this.state;
    const unit = [this.on.mouse, this.reach.lit(), this.on.keys].find((square) => this.#unitOn(square));
    const shown = this.all && !end ? shots : shots.filter((shot) => shot.from === unit);
    const areas = shown.flatMap(({ area }) => area.map((square) => this.#square(square, 'area')));
    const aim = unit && !this.all ? [this.#ray(unit)] : shown.map(({ from }) => this.#ray(from));
    const hot = shown.length > 0;
    this.below.replaceChildren(...areas, ...(hot ? [] : aim), ...this.#ways());
    this.marks.replaceChildren(...(hot ? aim : []), ...this.#fray(shown), ...shown.flatMap((shot) => this.#hits(shot)), ...shown.flatMap((shot) => this.#letters(shot)), ...this.#armed(unit), ...this.#verbs(), ...this.#focused());
  }

  #unitOn(square) {
    return square ? this.board.pieces.find((piece) => piece.cell === square && this.state.aims[piece.id]) : undefined;
  }

  #at(square) {
    return cornerAt(this.places.get(square).cell.place);
  }

  /** Who shoots and at whom, ringed; the block that is turned over, and where it hit. */
  #fray(shown) {
    const battle = shown.length && !this.all ? shown[0].battle : this.state.battle;
    if (!battle || this.state.end) return [];
    if (!this.fighting) {
      this.fighting = { marksOf: () => [] };
      Promise.all([import('../../widgets/battle.js'), dress('battle')]).then(([fighting]) => {
        this.fighting = fighting;
        this.light();
      });
    }
    return this.fighting.marksOf(battle, (id) => {
      if (!this.places.has(id)) return null;
      const { x, y } = this.#at(id);
      return { x: x + HALF, y: y + HALF, r: 15 };
    });
  }

  /** The letters of who is hit stand above the crosshairs. */
  #letters({ target, removed, if_live: perhaps }) {
    return [target, ...removed, ...perhaps].flatMap((square) => {
      const piece = this.board.pieces.find((each) => each.cell === square && each.owner !== undefined);
      if (!piece) return [];
      const { x, y } = this.#at(square);
      return [svg('g', { class: 'unit letter', transform: `translate(${x} ${y})` }, svg('circle', { class: 'badge', cx: 19, cy: 19, r: 5 }), svg('text', { x: 19, y: 21.5 }, this.letterOf(piece)))];
    });
  }

  /** What can be chosen has a ring, and a disc with its verb where no arrow tells it; of many only the disc. */
  #verbs() {
    const { ways = [] } = this.reach.goals();
    const goals = new Set(ways.map(([square]) => square));
    const can = [...this.places].filter(([, { element }]) => element.classList.contains('can'));
    this.svg.classList.toggle('many', can.length > MANY);
    this.svg.classList.toggle('most', can.length > MOST);
    if (can.length > MOST) return [];
    return can.flatMap(([id, { cell }]) => {
      const { x, y } = cornerAt(cell.place);
      const ring = can.length > MANY ? [] : [svg('rect', { class: 'ring', x, y, width: CELL, height: CELL })];
      if (goals.has(id) || id === this.reach.chosen()) return ring;
      const verb = VERBS[this.board.pieces.some((each) => each.cell === id) ? 'piece' : 'place'];
      return [...ring, svg('g', { class: 'verb', transform: `translate(${x + 4.5} ${y + 19.5})` }, svg('circle', { r: 4.5 }), svg('path', { d: verb }))];
    });
  }

  /** Where the keyboard is: a white double ring, above everything. */
  #focused() {
    const focused = this.svg.querySelector('[data-token]:focus-visible');
    const place = focused && this.places.get(focused.dataset.token);
    if (!place) return [];
    const { x, y } = cornerAt(place.cell.place);
    return [svg('g', { class: 'focus' }, ...['gap', 'white', 'gap thin'].map((kind) => svg('rect', { class: kind, x: x - 2, y: y - 2, width: CELL + 4, height: CELL + 4, rx: 3 })))];
  }

  #square(square, kind) {
    const { x, y } = this.#at(square);
    return svg('rect', { class: kind, x, y, width: CELL, height: CELL });
  }

  #ray(square) {
    const unit = this.#unitOn(square);
    const { line, target } = this.state.aims[unit.id];
    if (!line.length) return svg('g');
    const [from, to] = [this.#at(square), this.#at(line.at(-1))];
    const hot = this.state.shots.some((shot) => shot.from === square);
    const short = target || !line.length ? 8 : HALF;
    const [dx, dy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
    const path = `M${from.x + HALF + dx * 10} ${from.y + HALF + dy * 10}L${to.x + HALF - dx * short} ${to.y + HALF - dy * short}`;
    const ring = target && !hot ? [svg('circle', { class: 'goal', cx: to.x + HALF, cy: to.y + HALF, r: 8 })] : [];
    return svg('g', { class: hot ? 'aim hot' : 'aim' }, svg('path', { class: 'case', d: path }), svg('path', { class: 'ray', d: path }), ...ring);
  }

  /** Crosshairs on the target, a cross on who goes with it; dashed where that hangs on the block. */
  #hits({ target, removed, if_live: perhaps }) {
    const { x, y } = this.#at(target);
    const hair = 'M12-1v7M12 18v7M-1 12h7M18 12h7';
    const cross = svg('g', { class: 'hair', transform: `translate(${x} ${y})` }, ...['case', 'line'].flatMap((kind) => [svg('circle', { class: kind, cx: HALF, cy: HALF, r: 9.5 }), svg('path', { class: kind, d: hair })]));
    const caught = [...removed.filter((each) => each !== target).map((each) => [each, 'caught']), ...perhaps.map((each) => [each, 'caught perhaps'])];
    return [...caught.map(([square, kind]) => this.#cross(square, kind)), cross];
  }

  #cross(square, kind) {
    const { x, y } = this.#at(square);
    return svg('g', { class: kind, transform: `translate(${x} ${y})` }, ...['case', 'line'].map((each) => svg('path', { class: each, d: 'M5 5L19 19M19 5L5 19' })));
  }

  /** Own units that could shoot, while none is meant. */
  #armed(unit) {
    const own = this.all || unit ? [] : this.state.shots.filter(({ from }) => this.reach.offers(from));
    return own.map(({ from }) => {
      const { x, y } = this.#at(from);
      return svg('g', { class: 'armed', transform: `translate(${x + 16} ${y - 1})` }, svg('circle', { cx: 4.5, cy: 4.5, r: 5 }), svg('path', { d: 'M4.5 1v7M1 4.5h7' }));
    });
  }

  /** Where the unit that was taken up may go, by arrows that follow its facing. */
  #ways() {
    const { square: from = '', ways = [] } = this.reach.goals();
    const unit = this.#unitOn(from);
    const angle = unit ? DEGREES[unit.facing] + (this.reach.turned() ? 180 : 0) : 0;
    return ways.map(([square, way]) => {
      const { x, y } = this.#at(square);
      return svg('path', { class: 'way', transform: `translate(${x} ${y}) rotate(${angle} ${HALF} ${HALF})`, d: WAYS[way] });
    });
  }
}

const unitsIn = ({ people }) => people.reduce((sum, { items }) => items.reduce((all, { value }) => all + value, sum), 0);
export const liveIn = ({ counters: [live] }) => live.at;

const VERBS = { piece: 'M-2 0h4M0-2v4', place: 'M0-2.2v4.4M-1.8.4L0 2.2 1.8.4' };
const WAYS = { ahead: 'M12 18V6M7.5 10.5L12 6l4.5 4.5', turn: 'M12 18v-6M5 12h14M8.5 8.5L5 12l3.5 3.5M15.5 8.5L19 12l-3.5 3.5' };

/** A unit is the same whichever way it faces. */
function facing(piece) {
  const words = (piece.look ?? '').split(' ');
  return words.at(-1) in DEGREES ? { ...piece, look: words[0], facing: words.at(-1) } : piece;
}
