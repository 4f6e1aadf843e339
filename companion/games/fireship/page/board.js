/** @file The sea on its grid: islands with their flags, colour squares, pawns, whirlpools and fog. */

import { el, svg } from '../../core/dom.js';
import { LOOKING as NOTHING } from '../../boards/board.js';
import { boxOf, CELL, corner, cornerAt, lettersOf, linesOf, outline, Squares } from '../../boards/squares.js';
import { lettering } from '../../drawing/lettering.js';
import { alsoCalled, drawn, knowDrawings } from '../../drawing/drawings.js';
import { placeOf } from './plays.js';
import { signIn } from '../../signs/signs.js';
import '../../signs/signs-sea.js';

knowDrawings(new URL('./drawings/sea.svg', import.meta.url), 'boat plane battleship flag battleship-cell wheel-cell mystery-card kraken fog whirlpool deep-hole gulf-stream updraft boom');
// Segments of the wheel and mystery cards; what takes something away is told apart by its sign.
alsoCalled({
  'gain-boat': 'boat', 'gain-plane': 'plane', 'draw-card': 'mystery-card', 'spin-again': 'wheel-cell', 'spin-wheel': 'wheel-cell', 'deep-hole-bermuda': 'deep-hole',
});

/** Every piece is drawn on 32 x 32. */
const SCALE = 0.875;
/** At home it is smaller, so that nothing touches the edge or what lies beside it. */
const AT_HOME = { scale: 0.8, from: 2.4 };
const KINDS = {
  boat: { below: [['hull', 'M3 22h26l-4 7H8z'], ['mast', 'M16 22V2']], body: 'M5 4q11-3 22 0q-2.5 7.5 0 15q-11-3-22 0q2.5-7.5 0-15z', letter: [14.2, 9] },
  plane: { below: [], body: 'M16 0c3 0 5 2 5 5v5l11 9v3.5l-11-3v6l3.5 3V31L16 30l-8.5 1v-2.5l3.5-3v-6l-11 3V19l11-9V5c0-3 2-5 5-5z', letter: [21, 7] },
  battleship: { below: [['gun', 'M25 11h8M-1 11h9']], body: 'M0 18h6v-4h5V8h4V2h3v6h5v6h4v4h5l-4.5 11h-23z', letter: [23.5, 7] },
};

/** The drawing of a *kind* of piece, its *letter* last. @param {string} kind @param {string} letter @returns {SVGElement[]} */
export function pieceOf(kind, letter = '') {
  const { below, body, letter: [y, size] } = KINDS[kind];
  const parts = [...below.map(([name, d]) => svg('path', { class: name, d })), svg('path', { class: 'body', d: body })];
  return [svg('g', { transform: `translate(-2 -2) scale(${SCALE})` }, ...parts), svg('text', { 'x': 12, 'y': y * SCALE - 2, 'font-size': size * SCALE }, letter)];
}

/** A piece among words, without a letter. @param {string} kind */
export const smallPiece = (kind) => svg('svg', { class: 'kind', viewBox: '-2 -2 28 28' }, ...pieceOf(kind).slice(0, 1));

/** The kinds, in their order. */
export const KIND_NAMES = Object.keys(KINDS);

/** So much room there is for the letters and numbers at the rim, and beyond the other two sides. */
const RIM = { left: 28, top: 22, beyond: 6 };

/** For who only looks; *calling* tells whether a place is chosen for the Kraken, *meant* what is being chosen: its key, and its places. */
export const LOOKING = { ...NOTHING, calling: () => false, meant: () => null };

/** The sea of any board. */
export class SeaBoard extends Squares {
  static small = CELL;
  static names = { drawing: 'ocean', pieces: 'fleet', frame: 'waters' };

  constructor(reach = LOOKING) {
    super(reach);
    [this.signs, this.aimed, this.grasps, this.halos, this.frays] = Array.from({ length: 5 }, () => svg('g', { class: 'marks', 'aria-hidden': 'true' }));
    /** By the islands' and squares' names. */
    this.tops = new Map();
    /** Brings near again what was brought near by itself. @type {(() => void)|null} */
    this.brought = null;
    // In a frame of another size, a phone that is turned or a sheet that comes, what was brought near is so again.
    new ResizeObserver(() => this.brought?.()).observe(this.element);
    // Not on the drawing, which Tab would reach then.
    for (const event of ['focusin', 'pointerover']) this.element.addEventListener(event, ({ target }) => this.#aim(target));
  }

  /** @param {any} state @param {{seat: number, name: string}[]} people @param {number} game its number: battles are counted anew in each */
  show(state, people, game) {
    this.state = state;
    this.game = game;
    this.phrases = state.words;
    this.aimedAt = new Set(state.declared.at(-1)?.things.map(placeOf) ?? []);
    super.show(state.boards[0], people);
    this.#rims(state.boards[0]);
    this.#flags(state.boards[0]);
    this.#signs(state);
    this.#battle(state);
    this.#look(state);
  }

  frameOf({ columns, rows }) {
    return { x: -RIM.left, y: -RIM.top, width: columns * CELL + RIM.left + RIM.beyond, height: rows * CELL + RIM.top + RIM.beyond };
  }

  /** Letters and counts stand in a layer of their own: in its place each is said in words. */
  layersOf({ cells, columns, rows }, places, pawns) {
    const [wide, high] = [columns * CELL, rows * CELL];
    const coast = outline(cells.filter(isIsland).flatMap((island) => island.covers));
    const depths = [76, 44, 18].map((width) => svg('path', { class: 'depth', d: coast, 'stroke-width': width }));
    const ground = svg('g', { 'aria-hidden': 'true' }, svg('path', { class: 'deep', d: `M0 0h${wide}v${high}h-${wide}z` }), ...depths, svg('path', { class: 'lines', d: linesOf(columns, rows) }));
    const tops = svg('g', { class: 'tops', 'aria-hidden': 'true' }, ...[...this.places.keys()].flatMap((id) => this.tops.get(id) ?? []));
    return [ground, ...places, tops, this.aimed, this.halos, pawns, this.signs, this.grasps, this.frays];
  }

  drawCell(cell) {
    if (!cell.covers) return drawPlace(cell);
    const { element, above } = isIsland(cell) ? islandOf(cell) : squareOf(cell);
    this.tops.set(cell.id, above);
    return element;
  }

  kindOf(cell, laden) {
    const kind = !cell.covers ? `place ${cell.look ?? ''}`.trimEnd() : isIsland(cell) ? 'isle' : `square ${cell.look}`;
    return `${kind}${this.aimedAt.has(cell.id) ? ' aimed' : ''}${laden ? ' laden' : ''}`;
  }

  /** Pawns say where they are; what else lies there does where no pawn said it. */
  saidOf(cell, pieces) {
    if (cell.covers) return isIsland(cell) ? super.saidOf(cell, []) : [[cell.label, ...pieces.map(({ label, count = 1 }) => `${label} ${count}`)].join(', '), ...(cell.notes ?? [])];
    const pawns = this.moving(pieces).flatMap(({ label, notes = [] }) => [label, ...notes]);
    const at = this.nameOf({ ...cell, label: '' });
    const special = cell.label ? [pawns.length ? cell.label : `${cell.label}, ${at}`] : [];
    return [...pawns, ...special, ...pieces.filter(isWhirlpool).map(({ label }) => `${label}, ${at}`)];
  }

  moving(pieces) {
    return pieces.filter((piece) => !isWhirlpool(piece) && !piece.cell.startsWith('square-'));
  }

  spotOf({ place }) {
    return cornerAt(place);
  }

  drawPiece({ look }) {
    const kind = look.split(' ')[1];
    return svg('g', {}, ...pieceOf(kind));
  }

  pieceKind({ look, selected }) {
    return `boatman craft ${look}${selected ? ' picked-up' : ''}`;
  }

  originOf(piece) {
    const square = this.#squareOf(piece);
    return square ? cornerAt(square.place) : null;
  }

  /** A pawn that was taken up goes back to its square while it fades. */
  async lose(gone) {
    (await import('../../boards/departure.js')).lose(gone, (piece) => (piece.element.classList.contains('picked-up') ? this.originOf(piece) : null));
  }

  #squareOf({ look }) {
    return this.board.cells.find((cell) => cell.id === `square-${look.split(' ')[0]}`);
  }

  #flags({ cells, pieces = [] }) {
    for (const cell of cells.filter((each) => each.covers)) {
      const top = this.tops.get(cell.id);
      const letter = this.letters[cell.owner] ?? '';
      if (!isIsland(cell)) fillSquare(top, cell, pieces.filter((piece) => piece.cell === cell.id), letter);
      else {
        top.firstChild.setAttribute('class', `flag ${cell.look}`);
        top.firstChild.lastChild.textContent = letter;
      }
    }
  }

  #signs({ people, declared }) {
    const { cells, pieces = [] } = this.board;
    const dim = new Set(people.filter((each) => each.fog).map((each) => each.seat));
    const at = ({ cell }) => this.places.get(cell).cell.place;
    const whirls = pieces.filter(isWhirlpool).map((piece) => svg('g', { class: 'whirl', transform: corner(at(piece)) }, drawn('whirlpool', 28, 28, -2, -2)));
    const veiled = [...this.moving(pieces).filter((piece) => dim.has(piece.owner)).map(at), ...cells.filter((cell) => dim.has(cell.owner)).map((cell) => cell.place)];
    const fog = veiled.map((place) => svg('g', { class: 'veil', transform: corner(place) }, drawn('fog', 22, 22, -7, -11)));
    this.signs.replaceChildren(...whirls, ...fog);
    if (this.grasps.firstChild || declared.some((each) => each.kraken)) this.#kraken(({ rise }) => rise(this));
  }

  /** Where the Kraken may be called, the place looked at shows what it would take. */
  #aim(target) {
    if (this.aimed.firstChild || this.reach.calling()) this.#kraken(({ aim }) => aim(this, target));
  }

  /** Letters over the columns and numbers beside the rows: they stay in sight when the sea is moved. */
  #rims(board) {
    const { columns, rows } = board;
    const made = `${columns} ${rows}`;
    if (this.rims?.dataset.made === made) return;
    const { width, height } = this.frameOf(board);
    const marks = (name, count, markOf) => el('div', { class: name }, ...Array.from({ length: count }, (_, at) => el('i', { 'data-at': markOf(at + 1) })));
    this.rims?.remove();
    this.rims = el('div', { 'class': 'rims', 'aria-hidden': 'true', 'data-made': made }, marks('letters', columns, lettersOf), marks('numbers', rows, String));
    const share = { columns, rows, left: `${RIM.left}fr`, top: `${RIM.top}fr`, beyond: `${RIM.beyond}fr`, broad: `${columns * CELL}fr`, high: `${rows * CELL}fr` };
    for (const [name, value] of Object.entries(share)) this.rims.style.setProperty(`--${name}`, String(value));
    this.rims.style.aspectRatio = `${width} / ${height}`;
    this.element.style.setProperty('--ratio', String(width / height));
    this.element.append(this.rims);
  }

  /** Both sides of a battle, or of an attack that can't be made, are marked. */
  async #battle({ battle }) {
    const meant = this.reach.meant();
    const shown = (meant ? meant.battle : battle) ?? null;
    if (shown || this.halos.firstChild || this.frays.firstChild) (await import('./fray.js')).mark(this, shown);
  }

  /** What is spoken of comes near, and the whole sea comes back when that is over. */
  async #look({ battle, turn, people, boards: [{ pieces = [] }] }) {
    const home = `square-${people.find((each) => each.seat === turn.seat)?.look}`;
    const taken = turn.picked_up && (pieces.find((each) => each.selected)?.cell ?? home);
    const goals = taken ? [taken, ...(turn.goals ?? []).map((place) => place.join('-'))] : [];
    const fought = battle && { key: `battle ${this.game} ${battle.number}`, places: battle.rings.map(({ at }) => at) };
    const picked = taken && { key: `taken ${taken}`, places: goals, touched: true };
    const meant = this.reach.meant() ?? fought ?? picked ?? { key: `turn ${turn.round} ${turn.seat} ${turn.step}`, places: [] };
    if (meant.key === this.looked) return;
    const first = this.looked === undefined;
    this.looked = meant.key;
    this.brought = null;
    if (!meant.places.length && (first || !this.near)) return;
    const { bring } = await import('../../boards/zoom.js');
    if (meant.key !== this.looked) return;
    bring(this, meant.places, meant.touched);
    if (meant.places.length) this.brought = () => bring(this, meant.places, meant.touched);
  }

  /** Who looks nearer or farther by the lens has it so. */
  zoom(near, at) {
    this.brought = null;
    return super.zoom(near, at);
  }

  async #kraken(show) {
    show(await import('./kraken.js'));
  }
}

/** The drawings of special cells by their signs. */
const FINE = { again: 'wheel-cell', cards: 'mystery-card' };

const isIsland = ({ id, covers }) => Boolean(covers) && id.startsWith('island-');
const isWhirlpool = ({ look }) => look === 'whirl';
const coast = (cells) => ['shore', 'land'].map((kind) => svg('path', { class: kind, d: outline(cells) }));

function drawPlace({ place, sign, look }) {
  const mark = sign || look === 'special' ? [svg('g', { class: 'coarse' }, ...signIn(sign, 4, 4, 16)), svg('g', { class: 'fine' }, drawn(FINE[sign] ?? 'battleship-cell', 20, 20, 2, 2))] : look === 'dot' ? [svg('circle', { cx: 12, cy: 12, r: 8 })] : [];
  return svg('g', { transform: corner(place) }, svg('rect', { width: CELL, height: CELL }), ...mark);
}

function islandOf({ label, covers }) {
  const { left, top, width, height } = boxOf(covers);
  const text = lettering(label, { x: left + width / 2, size: 11.5, width: Math.max(width - 6, 60) }, (count) => ({ y: top + height * 0.72 - (count - 1) * 5, step: 12 }));
  const flag = svg('g', { class: 'flag' }, svg('path', { class: 'pole', d: 'M-12-18V14' }), svg('path', { class: 'cloth', d: 'M-12-17H16L10-7l6 10h-28z' }), svg('text', { x: -1, y: -2 }));
  const stand = svg('g', { class: 'stand', transform: `translate(${left + width / 2} ${top + height / 2})` }, flag);
  text.setAttribute('class', 'called');
  return { element: svg('g', {}, ...coast(covers), text), above: stand };
}

function squareOf({ covers, look }) {
  const { left, top, width, height } = boxOf(covers);
  const size = Math.min(width, height) / 48;
  const inside = svg('g', { 'class': `within ${look}`, 'data-look': look, 'transform': `translate(${left + (width - 48 * size) / 2} ${top + (height - 48 * size) / 2}) scale(${size})` });
  return { element: svg('g', {}, ...coast(covers)), above: inside };
}

function fillSquare(inside, { owner }, stock, letter) {
  const drawn = JSON.stringify([owner, letter, stock.map((each) => [each.id, each.count])]);
  if (inside.dataset.drawn === drawn) return;
  inside.dataset.drawn = drawn;
  const counts = stock.map(({ look, count = 1 }) => {
    const kind = look.split(' ')[1];
    const at = KIND_NAMES.indexOf(kind);
    return svg('g', { class: `craft ${inside.dataset.look}`, transform: `translate(${(at % 2 ? 0 : 24) + AT_HOME.from} ${(at ? 24 : 0) + AT_HOME.from}) scale(${AT_HOME.scale})` }, ...pieceOf(kind, String(count)));
  });
  inside.replaceChildren(...(owner === undefined ? [] : [svg('text', { class: 'initial', x: 12, y: 18.5 }, letter), ...counts]));
}
