/** @file The sea on its grid: islands with their flags, colour squares, pawns, whirlpools and fog. */

import { svg } from '../../core/dom.js';
import { LOOKING as NOTHING } from '../../drawing/board.js';
import { boxOf, CELL, corner, cornerAt, linesOf, outline, Squares } from '../../drawing/squares.js';
import { lettering } from '../../drawing/lettering.js';
import { placeOf } from './plays.js';
import { signIn } from '../../drawing/signs.js';
import '../../drawing/signs-sea.js';

const SHAPES = {
  boat: 'M1 7h9V1l7 6h6l-4 15H5z',
  plane: 'M12 0l11.5 17v4L16 20l-1 4H9l-1-4-7.5 1v-4z',
  battleship: 'M1 7h3V3h4v4h2V1h4v6h2V3h4v4h3l-3 15H4z',
};
/** Where a letter stands on each. */
const INK = { boat: 18, plane: 18, battleship: 18.5 };

/** For who only looks; *calling* tells whether a place is chosen for the Kraken. */
export const LOOKING = { ...NOTHING, calling: () => false };

/** A pawn's shape. */
export const shapeOf = (kind) => svg('path', { d: SHAPES[kind] });

/** The sea of any board. */
export class SeaBoard extends Squares {
  static small = CELL;
  static names = { drawing: 'ocean', pieces: 'fleet', frame: 'waters' };

  constructor(reach = LOOKING) {
    super(reach);
    [this.signs, this.aimed, this.grasps] = Array.from({ length: 3 }, () => svg('g', { class: 'marks', 'aria-hidden': 'true' }));
    /** By the islands' and squares' names. */
    this.tops = new Map();
    // Not on the drawing, which Tab would reach then.
    for (const event of ['focusin', 'pointerover']) this.element.addEventListener(event, ({ target }) => this.#aim(target));
  }

  /** @param {any} state @param {{seat: number, name: string}[]} people */
  show(state, people) {
    this.state = state;
    this.phrases = state.words;
    this.aimedAt = new Set(state.declared.at(-1)?.things.map(placeOf) ?? []);
    super.show(state.boards[0], people);
    this.#flags(state.boards[0]);
    this.#signs(state);
  }

  /** Letters and counts stand in a layer of their own: in its place each is said in words. */
  layersOf({ cells, columns, rows }, places, pawns) {
    const [wide, high] = [columns * CELL, rows * CELL];
    const coast = outline(cells.filter(isIsland).flatMap((island) => island.covers));
    const depths = [76, 44, 18].map((width) => svg('path', { class: 'depth', d: coast, 'stroke-width': width }));
    const edge = svg('path', { class: 'scale', d: `M-4-4h${wide + 8}v${high + 8}h-${wide + 8}z`, 'stroke-dasharray': CELL });
    const ground = svg('g', { 'aria-hidden': 'true' }, svg('path', { class: 'deep', d: `M0 0h${wide}v${high}h-${wide}z` }), ...depths, svg('path', { class: 'lines', d: linesOf(columns, rows) }), edge);
    const tops = svg('g', { class: 'tops', 'aria-hidden': 'true' }, ...[...this.places.keys()].flatMap((id) => this.tops.get(id) ?? []));
    return [ground, ...places, tops, this.aimed, pawns, this.signs, this.grasps];
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
    return svg('g', {}, shapeOf(kind), svg('text', { x: 12, y: INK[kind] }));
  }

  pieceKind({ look, selected }) {
    return `boatman ${look}${selected ? ' picked-up' : ''}`;
  }

  originOf(piece) {
    const square = this.#squareOf(piece);
    return square ? cornerAt(square.place) : null;
  }

  /** A pawn that was taken up goes back to its square while it fades. */
  async lose(gone) {
    (await import('../../drawing/lost.js')).lose(gone, (piece) => (piece.element.classList.contains('picked-up') ? this.originOf(piece) : null));
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
    const whirls = pieces.filter(isWhirlpool).map((piece) => svg('g', { class: 'whirl', transform: corner(at(piece)) }, ...signIn('whirl', 1, 1, 22)));
    const veiled = [...this.moving(pieces).filter((piece) => dim.has(piece.owner)).map(at), ...cells.filter((cell) => dim.has(cell.owner)).map((cell) => cell.place)];
    const fog = veiled.map((place) => svg('g', { class: 'veil', transform: corner(place) }, ...signIn('fog', -3, -8, 18)));
    this.signs.replaceChildren(...whirls, ...fog);
    if (this.grasps.firstChild || declared.some((each) => each.kraken)) this.#kraken(({ rise }) => rise(this));
  }

  /** Where the Kraken may be called, the place looked at shows what it would take. */
  #aim(target) {
    if (this.aimed.firstChild || this.reach.calling()) this.#kraken(({ aim }) => aim(this, target));
  }

  async #kraken(show) {
    show(await import('./kraken.js'));
  }
}

const isIsland = ({ id, covers }) => Boolean(covers) && id.startsWith('island-');
const isWhirlpool = ({ look }) => look === 'whirl';
const coast = (cells) => ['shore', 'land'].map((kind) => svg('path', { class: kind, d: outline(cells) }));

function drawPlace({ place, sign, look }) {
  const mark = sign ? signIn(sign, 4, 4, 16) : look === 'dot' ? [svg('circle', { cx: 12, cy: 12, r: 8 })] : [];
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
  const inside = svg('g', { class: `within ${look}`, transform: `translate(${left + (width - 48 * size) / 2} ${top + (height - 48 * size) / 2}) scale(${size})` });
  return { element: svg('g', {}, ...coast(covers)), above: inside };
}

function fillSquare(inside, { owner }, stock, letter) {
  const drawn = JSON.stringify([owner, letter, stock.map((each) => [each.id, each.count])]);
  if (inside.dataset.drawn === drawn) return;
  inside.dataset.drawn = drawn;
  const counts = stock.map(({ look, count = 1 }) => {
    const kind = look.split(' ')[1];
    const at = Object.keys(SHAPES).indexOf(kind);
    return svg('g', { transform: `translate(${at % 2 ? 0 : 24} ${at ? 24 : 0})` }, shapeOf(kind), svg('text', { x: 12, y: INK[kind] }, String(count)));
  });
  inside.replaceChildren(...(owner === undefined ? [] : [svg('text', { class: 'initial', x: 12, y: 19 }, letter), ...counts]));
}
