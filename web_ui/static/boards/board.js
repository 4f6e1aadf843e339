/** @file What all boards of the picture share: cells that can be chosen, and pieces one layer above that glide. */

import { say, svg } from '../core/dom.js';
import { initialsOf } from '../people/people.js';
import { roving } from './roving.js';

/** What isn't drawn but once. */
const VARIES = new Set(['about', 'watch', 'look', 'notes', 'owner', 'pieces', 'state']);

/** For who only looks. @type {import('../core/types.js').Reach} */
export const LOOKING = { offers: () => '', barred: () => false, pick: () => {}, refuse: () => {}, leave: () => {} };

/** What a tap leads to in the dock of a page, where that has one now. @param {() => any} dock */
export const reachOf = (dock) => ({
  offers: (place) => dock()?.offers(place) ?? '',
  barred: (place) => dock()?.barred(place) ?? false,
  pick: (place, from) => dock()?.pickPlace(place, from),
  refuse: (place) => dock()?.refusePlace(place),
  leave: () => dock()?.first(),
});

/**
 * Draws boards. Each layout has a class below this one, which says `frameOf(board)` (x, y, width and height of what the drawing
 * shows), `drawCell(cell)`, `drawPiece(piece)` (its last child is its letter) and `spotOf(cell, at, of)` (x and y of one of so many
 * pieces); a game dresses it further.
 */
export class BoardView {
  static names = { drawing: 'map', pieces: 'pieces' };

  constructor(reach = LOOKING) {
    this.reach = reach;
    const { drawing, pieces } = this.constructor.names;
    this.svg = svg('svg', { class: drawing, role: 'group' });
    this.pieceLayer = svg('g', { class: pieces, 'aria-hidden': 'true' });
    this.element = this.svg;
    this.laid = '';
    this.places = new Map();
    this.pieces = new Map();
    this.rove = () => {};
    /** Called once all of it is drawn. */
    this.told = () => {};
    // Before the cell itself hears it: choosing it may change what is offered.
    this.svg.addEventListener('click', (event) => this.tapped(event), true);
  }

  /** @param {import('../core/types.js').Board} board @param {{seat: number, name: string}[]} people */
  show(board, people) {
    this.board = board;
    this.people = people;
    this.letters = initialsOf(people);
    const laid = JSON.stringify(board, (key, value) => (VARIES.has(key) ? undefined : value));
    if (laid !== this.laid) this.#build(board);
    this.laid = laid;
    this.svg.setAttribute('aria-label', board.label);
    const focused = this.svg.contains(document.activeElement) && document.activeElement;
    const here = byCell(board.pieces ?? []);
    for (const cell of board.cells) if (this.places.has(cell.id)) this.places.get(cell.id).cell = cell;
    for (const [id, place] of this.places) this.#dress(place, here.get(id) ?? []);
    this.#move([...here].flatMap(([id, pieces]) => this.#spots(this.places.get(id)?.cell, this.moving(pieces))));
    this.rove();
    if (focused && !focused.hasAttribute('tabindex')) this.focus(focused) || this.reach.leave();
    this.told();
  }

  /** Go to a cell that can be chosen, the nearest to *from* where that is given. Returns whether there is one. */
  focus(from = null) {
    const stops = [...this.svg.querySelectorAll('[tabindex]')];
    const far = ({ x, y }) => Math.hypot(x - middle(from).x, y - middle(from).y);
    const stop = from ? stops.sort((a, b) => far(middle(a)) - far(middle(b)))[0] : stops.find((each) => each.tabIndex === 0);
    stop?.focus();
    return Boolean(stop);
  }

  tapped({ target }) {
    this.refuse(target);
  }

  refuse(target) {
    const id = target.closest('[data-token]')?.dataset.token;
    if (this.places.has(id) && !this.reach.offers(id)) this.reach.refuse(id);
  }

  // ------------------------------------------------------------------ what a layout or a game may say better
  /** All that can be chosen. */
  cellsOf(board) {
    return board.cells.filter((cell) => cell.id);
  }

  /** What lies around *cells* and *pieces*, from the lowest to the uppermost. */
  layersOf(board, cells, pieces) {
    return [...cells, pieces];
  }

  /** What is said of a cell; nothing where it needs no word until it can be chosen. */
  saidOf(cell, pieces) {
    return [cell.label, ...(cell.notes ?? []), ...pieces.flatMap((piece) => [counted(piece), ...(piece.notes ?? [])])];
  }

  nameOf(cell) {
    return cell.label;
  }

  /** Its classes, without those of what can be done. */
  kindOf(cell) {
    return `cell ${cell.look ?? ''}`.trimEnd();
  }

  /** Those that stand on cells by themselves. */
  moving(pieces) {
    return pieces;
  }

  pieceKind({ look = '', selected }) {
    return `piece ${look}${selected ? ' selected' : ''}`;
  }

  /** What stands on a piece. */
  letterOf({ owner, count = 1 }) {
    return count > 1 ? String(count) : owner === undefined ? '' : (this.letters[owner] ?? String(owner + 1));
  }

  /** Where a new piece comes from. */
  originOf() {
    return null;
  }

  /** Pieces that are gone fade as their class `lost` says. */
  async lose(gone) {
    (await import('./departure.js')).lose(gone);
  }

  // ------------------------------------------------------------------ drawing
  #build(board) {
    const { x, y, width, height } = this.frameOf(board);
    if (this.built !== board.name) {
      this.pieces.clear();
      this.pieceLayer.replaceChildren();
    }
    this.built = board.name;
    this.places.clear();
    for (const cell of this.cellsOf(board)) {
      const element = this.drawCell(cell);
      element.dataset.token = cell.id;
      this.places.set(cell.id, { element, cell, before: null });
    }
    const cells = [...this.places.values()].map((each) => each.element);
    this.svg.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
    this.svg.replaceChildren(...this.layersOf(board, cells, this.pieceLayer));
    const picking = { can: (id) => this.reach.offers(id) !== '', pick: (id, from) => this.reach.pick(id, from), open: () => '' };
    this.rove = roving(this.svg, cells, picking);
  }

  /** Each cell says what lies there and what choosing it does. */
  #dress(place, pieces) {
    const { element, cell } = place;
    const [offer, barred] = [this.reach.offers(cell.id), this.reach.barred(cell.id)];
    const said = this.saidOf(cell, pieces);
    const label = [...(said.length || !offer ? said : [this.nameOf(cell)]), ...(offer ? [offer] : [])].join('. ');
    const kind = `${this.kindOf(cell, said.length > 0)}${offer ? (barred ? ' barred' : ' can') : ''}`;
    const now = label + kind;
    if (now === place.before) return;
    place.before = now;
    element.setAttribute('class', kind);
    const attributes = { 'role': offer ? 'button' : label && 'img', 'aria-label': label, 'aria-hidden': label ? '' : 'true', 'aria-disabled': offer && barred ? 'true' : '' };
    for (const [name, value] of Object.entries(attributes)) value ? element.setAttribute(name, value) : element.removeAttribute(name);
  }

  #spots(cell, pieces) {
    return cell ? pieces.map((piece, at) => ({ piece, spot: this.spotOf(cell, at, pieces.length) })) : [];
  }

  /** Pieces glide to where they are now: each as itself, or as one of its kind that is gone from where it was. */
  #move(standing) {
    const now = new Map(standing.map(({ piece }) => [piece.id, piece]));
    const same = (old, piece) => piece && ['look', 'owner', 'sign'].every((each) => old[each] === piece[each]);
    const gone = [...this.pieces].filter(([id, old]) => !same(old, now.get(id)));
    const first = !this.pieces.size;
    gone.forEach(([id]) => this.pieces.delete(id));
    for (const { piece, spot } of standing) {
      const at = this.pieces.has(piece.id) ? -1 : gone.findIndex(([, old]) => same(old, piece));
      const kept = this.pieces.get(piece.id) ?? (at < 0 ? this.#launch(piece, first) : gone.splice(at, 1)[0][1]);
      this.pieces.set(piece.id, kept);
      kept.element.setAttribute('class', this.pieceKind(piece));
      say(kept.element.lastChild, this.letterOf(piece));
      // By style, not by attribute: so that it glides.
      kept.element.style.transform = shift(spot);
    }
    if (gone.length) this.lose(gone.map(([, each]) => each));
  }

  #launch(piece, first) {
    const element = this.drawPiece(piece);
    this.pieceLayer.append(element);
    const origin = first ? null : this.originOf(piece);
    if (origin) {
      element.style.transform = shift(origin);
      element.getBoundingClientRect(); // there it begins
    }
    return { element, look: piece.look, owner: piece.owner, sign: piece.sign };
  }
}

function byCell(pieces) {
  const here = new Map();
  for (const piece of pieces) here.set(piece.cell, [...(here.get(piece.cell) ?? []), piece]);
  return here;
}

const counted = ({ label, count = 1 }) => (count > 1 ? `${label} ${count}` : label);

export const shift = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** Where its middle is on the screen. */
export function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
