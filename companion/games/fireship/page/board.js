/** @file The sea as a drawing: a `g` for each cell, islands with their flags, colour squares, pawns one layer above. */

import { el, fill, svg } from '../../core/dom.js';
import { placeOf } from './plays.js';
import { initialsOf } from '../../widgets/people.js';
import { lettering } from '../../drawing/lettering.js';
import { roving } from '../../drawing/roving.js';
import { sign, signIn } from '../../drawing/signs.js';
import '../../drawing/signs-sea.js';

/** The side of a cell in the drawing. */
export const CELL = 24;
/** What surrounds the sea. */
const RIM = 8;
/** Cells that are drawn smaller than a finger can tell apart, and how far a finger reaches, in px. */
const SMALL = 24;
const FINGER = 22;
const SHAPES = {
  boat: 'M1 7h9V1l7 6h6l-4 15H5z',
  plane: 'M12 0l11.5 17v4L16 20l-1 4H9l-1-4-7.5 1v-4z',
  battleship: 'M1 7h3V3h4v4h2V1h4v6h2V3h4v4h3l-3 15H4z',
};
/** Where a letter stands on each. */
const INK = { boat: 18, plane: 18, battleship: 18.5 };

/**
 * @typedef {{offers: (place: string) => string, barred: (place: string) => boolean, pick: (place: string, from: Element) => void,
 *            refuse: (place: string) => void, leave: () => void, calling: () => boolean}} Reach what choosing a place does, "" where it
 *   does nothing; whether it only says why not; where the focus goes when nothing can be chosen; whether a place is chosen for the Kraken
 */

/** For who only looks. @type {Reach} */
export const LOOKING = { offers: () => '', barred: () => false, pick: () => {}, refuse: () => {}, leave: () => {}, calling: () => false };

/** @param {string} kind @returns {SVGElement} a pawn's shape */
export const shapeOf = (kind) => svg('path', { d: SHAPES[kind] });

/** Draws the sea of any board; one for each page. */
export class SeaBoard {
  /** @param {Reach} reach */
  constructor(reach = LOOKING) {
    this.reach = reach;
    this.svg = svg('svg', { class: 'ocean', role: 'group' });
    this.element = el('div', { class: 'waters' }, this.svg);
    this.lens = el('button', { class: 'lens', type: 'button' });
    this.lens.addEventListener('click', () => this.zoom(!this.near));
    this.near = false;
    this.laid = '';
    /** @type {Map<string, {element: any, before: string|null}>} */
    this.places = new Map();
    /** @type {Map<string, {element: any, colour: string, kind: string}>} */
    this.pawns = new Map();
    this.rove = () => {};
    // Before the place itself hears it: a finger may have meant its neighbour.
    this.svg.addEventListener('click', (event) => this.#tap(event), true);
    // Not on the drawing: one that listens for the focus is reached by Tab itself.
    for (const event of ['focusin', 'pointerover']) this.element.addEventListener(event, ({ target }) => this.#aim(target));
  }

  /** @param {any} state of kind `sea` @param {{seat: number, name: string}[]} people */
  show(state, people) {
    const laid = JSON.stringify([state.board, state.cells, state.islands.map((each) => [each.label, each.cells, each.dot]), state.squares.map((each) => [each.label, each.cells])]);
    if (laid !== this.laid) this.#build(state);
    this.laid = laid;
    this.state = state;
    this.svg.setAttribute('aria-label', state.words.sea);
    this.tellLens();
    const focused = this.svg.contains(document.activeElement) && document.activeElement;
    const letters = initialsOf(people);
    this.#dress(state, letters);
    this.#fleet(state, letters);
    this.#signs(state);
    this.rove();
    if (focused && !focused.hasAttribute('tabindex')) this.focus(focused) || this.reach.leave();
  }

  /** Go to a place that can be chosen, the nearest to *from* where that is given. Returns whether there is one. */
  focus(from = null) {
    const stops = [...this.svg.querySelectorAll('[tabindex]')];
    const far = ({ x, y }) => Math.hypot(x - middle(from).x, y - middle(from).y);
    const stop = from ? stops.sort((a, b) => far(middle(a)) - far(middle(b)))[0] : stops.find((each) => each.tabIndex === 0);
    stop?.focus();
    return Boolean(stop);
  }

  /** Draw the sea so large that each cell is as large as a finger, or whole again; *at* is a point of it, in parts of it. */
  async zoom(near, at) {
    (await import('./near.js')).zoom(this, near, at);
  }

  tellLens() {
    this.lens.setAttribute('aria-label', this.state.words[this.near ? 'whole' : 'near']);
    this.lens.replaceChildren(...sign(this.near ? 'farther' : 'nearer'));
  }

  /** On a small drawing a tap means what lies below the finger; where that is several places they are brought nearer. */
  #tap(event) {
    const { width, height, left, top } = this.svg.getBoundingClientRect();
    const token = event.target.closest('[data-token]')?.dataset.token;
    if (event.detail && width / (this.wide / CELL) < SMALL) {
      const meant = this.#around(event.clientX, event.clientY);
      if (meant.length > 1) this.zoom(true, [(event.clientX - left) / width, (event.clientY - top) / height]);
      else if (meant.length && meant[0] !== token) this.reach.pick(meant[0], this.places.get(meant[0]).element);
      if (meant.length > 1 || (meant.length && meant[0] !== token)) {
        event.stopPropagation();
        return;
      }
    }
    if (token && !this.reach.offers(token)) this.reach.refuse(token);
  }

  #around(x, y) {
    const far = (box) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    const stops = [...this.svg.querySelectorAll('[tabindex]')];
    return stops.filter((each) => far(each.getBoundingClientRect()) <= FINGER).map((each) => each.dataset.token);
  }

  // ------------------------------------------------------------------ what never changes
  #build({ board, cells, islands, squares }) {
    [this.wide, this.high] = [board.columns * CELL, board.rows * CELL];
    this.places.clear();
    this.pawns.clear();
    const special = new Map(cells.map((cell) => [tokenOf(cell), cell]));
    const dots = new Set(islands.map((island) => tokenOf(island.dot)));
    const land = new Set([...islands, ...squares].flatMap((each) => each.cells.map(tokenOf)));
    const all = Array.from({ length: board.rows * board.columns }, (_, at) => ({ column: (at % board.columns) + 1, row: Math.floor(at / board.columns) + 1 }));
    const open = all.filter((cell) => !land.has(tokenOf(cell)));
    for (const cell of open) this.#keep(tokenOf(cell), cellOf(cell, special.get(tokenOf(cell)), dots.has(tokenOf(cell))));
    // Letters and counts stand in a layer of their own: in its place each is said in words.
    this.above = new Map();
    const solid = [...islands.map((island) => [island.name, islandOf(island)]), ...squares.map((square) => [`square-${square.colour}`, squareOf(square)])];
    for (const [token, { element, above }] of solid) {
      this.#keep(token, element);
      this.above.set(token, above);
    }
    const tops = svg('g', { class: 'tops', 'aria-hidden': 'true' }, ...this.above.values());
    this.fleet = svg('g', { class: 'fleet', 'aria-hidden': 'true' });
    this.signs = svg('g', { class: 'marks', 'aria-hidden': 'true' });
    [this.aimed, this.grasps] = [0, 1].map(() => svg('g', { class: 'marks', 'aria-hidden': 'true' }));
    this.svg.setAttribute('viewBox', `${-RIM} ${-RIM} ${this.wide + 2 * RIM} ${this.high + 2 * RIM}`);
    this.element.style.aspectRatio = `${this.wide + 2 * RIM} / ${this.high + 2 * RIM}`;
    this.svg.replaceChildren(...ground(this.wide, this.high, islands), ...[...this.places.values()].map((each) => each.element), tops, this.aimed, this.fleet, this.signs, this.grasps);
    const picking = { can: (place) => this.reach.offers(place) !== '', pick: (place, from) => this.reach.pick(place, from), open: () => '' };
    this.rove = roving(this.svg, [...this.places.values()].map((each) => each.element), picking);
  }

  #keep(token, element) {
    element.dataset.token = token;
    this.places.set(token, { element, before: null });
  }

  // ------------------------------------------------------------------ what does
  /** Each place says what lies there and what choosing it does; open sea that can't be chosen says nothing. */
  #dress(state, letters) {
    const said = saidOf(state);
    const aimed = new Set(state.declared.at(-1)?.things.map(placeOf) ?? []);
    for (const [token, place] of this.places) {
      const [offer, barred] = [this.reach.offers(token), this.reach.barred(token)];
      const label = [said.get(token) ?? [], offer ? [said.has(token) ? offer : `${cellName(state, token)}. ${offer}`] : []].flat().join('. ');
      const kind = `${offer ? (barred ? ' barred' : ' can') : ''}${aimed.has(token) ? ' aimed' : ''}${said.has(token) ? ' laden' : ''}`;
      const now = label + kind;
      if (now === place.before) continue;
      place.before = now;
      const { element } = place;
      element.setAttribute('class', element.dataset.kind + kind);
      for (const [name, value] of Object.entries({ role: offer ? 'button' : label ? 'img' : null, 'aria-label': label || null, 'aria-hidden': label ? null : 'true', 'aria-disabled': offer && barred ? 'true' : null })) {
        if (value === null) element.removeAttribute(name);
        else element.setAttribute(name, value);
      }
    }
    for (const island of state.islands) {
      const flag = this.above.get(island.name).firstChild;
      flag.setAttribute('class', `flag ${island.colour}`);
      flag.lastChild.textContent = letters[island.seat] ?? '';
    }
    for (const square of state.squares) fillSquare(this.above.get(`square-${square.colour}`), square, letters[square.seat] ?? '');
  }

  /** Pawns glide to where they are now; one that is lost fades, one that is new comes out of its square. */
  #fleet(state, letters) {
    const now = new Map(state.pawns.map((pawn) => [pawn.thing, pawn]));
    const same = (old, pawn) => pawn && old.colour === pawn.colour && old.kind === pawn.kind;
    const gone = [...this.pawns].filter(([thing, old]) => !same(old, now.get(thing)));
    const first = !this.pawns.size;
    gone.forEach(([thing]) => this.pawns.delete(thing));
    for (const pawn of state.pawns) {
      const at = this.pawns.has(pawn.thing) ? -1 : gone.findIndex(([, old]) => same(old, pawn));
      const kept = this.pawns.get(pawn.thing) ?? (at < 0 ? this.#launch(pawn, first) : gone.splice(at, 1)[0][1]);
      this.pawns.set(pawn.thing, kept);
      kept.element.setAttribute('class', `boatman ${pawn.colour}${pawn.taken ? ' taken' : ''}`);
      kept.element.lastChild.textContent = letters[pawn.seat] ?? '';
      // By style, not by attribute: so that it glides.
      kept.element.style.transform = shift(pawn);
    }
    if (gone.length) import('./lost.js').then(({ lose }) => lose(gone, state.squares));
  }

  #launch({ colour, kind }, first) {
    const element = svg('g', { class: `boatman ${colour}` }, shapeOf(kind), svg('text', { x: 12, y: INK[kind] }));
    this.fleet.append(element);
    const square = this.state.squares.find((each) => each.colour === colour);
    if (square && !first) {
      element.style.transform = shift(square.cells[0]);
      element.getBoundingClientRect(); // there it begins
    }
    return { element, colour, kind };
  }

  /** Whirlpools, fog over those who lie in it, and the square that the Kraken takes. */
  #signs(state) {
    const dim = new Set(state.people.filter((each) => each.fog).map((each) => each.seat));
    const whirls = state.whirlpools.map((at) => svg('g', { class: 'whirl', transform: corner(at) }, ...signIn('whirl', 1, 1, 22)));
    const veiled = [...state.pawns.filter((pawn) => dim.has(pawn.seat)), ...[...state.islands, ...state.squares].filter((each) => dim.has(each.seat)).map((each) => each.cells[0])];
    const fog = veiled.map((at) => svg('g', { class: 'veil', transform: corner(at) }, ...signIn('fog', -3, -8, 18)));
    this.signs.replaceChildren(...whirls, ...fog);
    if (this.grasps.firstChild || state.declared.some((each) => each.kraken)) this.#kraken(({ rise }) => rise(this));
  }

  /** Where the Kraken may be called, the place looked at shows what it would take. */
  #aim(target) {
    if (this.aimed?.firstChild || this.reach.calling()) this.#kraken(({ aim }) => aim(this, target));
  }

  /** What draws it comes with the first one. */
  async #kraken(show) {
    show(await import('./kraken.js'));
  }
}

/** @returns {string} what a cell is called */
export const tokenOf = ({ column, row }) => `${column}-${row}`;
const corner = ({ column, row }) => `translate(${(column - 1) * CELL} ${(row - 1) * CELL})`;
export const shift = ({ column, row }) => `translate(${(column - 1) * CELL}px, ${(row - 1) * CELL}px)`;
const outline = (cells) => cells.map(({ column, row }) => `M${(column - 1) * CELL} ${(row - 1) * CELL}h${CELL}v${CELL}h-${CELL}z`).join('');
const coast = (cells) => ['shore', 'land'].map((kind) => svg('path', { class: kind, d: outline(cells) }));

/** @param {Element} element where its middle is on the screen */
export function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function cellName({ words }, token) {
  const [column, row] = token.split('-');
  return fill(words.cell, { column, row });
}

/** Depths round the islands, the lines between the cells, and the scale round the sheet. */
function ground(wide, high, islands) {
  const coast = outline(islands.flatMap((island) => island.cells));
  const lines = [...Array(wide / CELL - 1).keys()].map((at) => `M${(at + 1) * CELL} 0v${high}`).join('') + [...Array(high / CELL - 1).keys()].map((at) => `M0 ${(at + 1) * CELL}h${wide}`).join('');
  const depths = [76, 44, 18].map((width) => svg('path', { class: 'depth', d: coast, 'stroke-width': width }));
  const edge = svg('path', { class: 'scale', d: `M-4-4h${wide + 8}v${high + 8}h-${wide + 8}z`, 'stroke-dasharray': CELL });
  return [svg('g', { 'aria-hidden': 'true' }, svg('path', { class: 'deep', d: `M0 0h${wide}v${high}h-${wide}z` }), ...depths, svg('path', { class: 'lines', d: lines }), edge)];
}

function cellOf(cell, special, dot) {
  const mark = special ? signIn(special.sign, 4, 4, 16) : dot ? [svg('circle', { class: 'dot', cx: 12, cy: 12, r: 8 })] : [];
  const kind = special ? 'place special' : 'place';
  return svg('g', { 'data-kind': kind, class: kind, transform: corner(cell) }, svg('rect', { width: CELL, height: CELL }), ...mark);
}

function boxOf(cells) {
  const [columns, rows] = [cells.map((each) => each.column - 1), cells.map((each) => each.row - 1)];
  const [left, top] = [Math.min(...columns) * CELL, Math.min(...rows) * CELL];
  return { left, top, width: (Math.max(...columns) + 1) * CELL - left, height: (Math.max(...rows) + 1) * CELL - top };
}

function islandOf({ label, cells }) {
  const { left, top, width, height } = boxOf(cells);
  const text = lettering(label, { x: left + width / 2, size: 11.5, width: Math.max(width - 6, 60) }, (count) => ({ y: top + height * 0.72 - (count - 1) * 5, step: 12 }));
  const flag = svg('g', { class: 'flag' }, svg('path', { class: 'pole', d: 'M-12-18V14' }), svg('path', { class: 'cloth', d: 'M-12-17H16L10-7l6 10h-28z' }), svg('text', { x: -1, y: -2 }));
  const stand = svg('g', { class: 'stand', transform: `translate(${left + width / 2} ${top + height / 2})` }, flag);
  text.setAttribute('class', 'called');
  return { element: svg('g', { 'data-kind': 'isle', class: 'isle' }, ...coast(cells), text), above: stand };
}

function squareOf({ cells, colour }) {
  const { left, top, width, height } = boxOf(cells);
  const size = Math.min(width, height) / 48;
  const inside = svg('g', { class: `within ${colour}`, transform: `translate(${left + (width - 48 * size) / 2} ${top + (height - 48 * size) / 2}) scale(${size})` });
  return { element: svg('g', { 'data-kind': `square ${colour}`, class: `square ${colour}` }, ...coast(cells)), above: inside };
}

/** Whose square it is, and how many of each kind stand in it. */
function fillSquare(inside, { seat, pawns }, letter) {
  const drawn = JSON.stringify([seat, letter, pawns.map((each) => each.count)]);
  if (inside.dataset.drawn === drawn) return;
  inside.dataset.drawn = drawn;
  const counts = pawns.map(({ kind, count }, at) => {
    const place = `translate(${at % 2 ? 0 : 24} ${at ? 24 : 0})`;
    return count ? [svg('g', { transform: place }, shapeOf(kind), svg('text', { x: 12, y: INK[kind] }, String(count)))] : [];
  });
  inside.replaceChildren(...(seat === null ? [] : [svg('text', { class: 'initial', x: 12, y: 19 }, letter), ...counts.flat()]));
}

/** What is said of each place where something lies. */
function saidOf({ cells, islands, squares, pawns, whirlpools, people, words }) {
  const said = new Map();
  const add = (token, ...parts) => said.set(token, [...(said.get(token) ?? []), ...parts]);
  const fog = (seat) => (people.find((each) => each.seat === seat)?.fog ? [words.fog] : []);
  for (const pawn of pawns) add(tokenOf(pawn), pawn.label, ...(pawn.taken ? [words.taken] : []), ...(pawn.led ? [words.led] : []), ...fog(pawn.seat));
  for (const cell of cells) add(tokenOf(cell), said.has(tokenOf(cell)) ? cell.label : `${cell.label}, ${fill(words.cell, cell)}`);
  for (const whirl of whirlpools) add(tokenOf(whirl), `${words.whirlpool}, ${fill(words.cell, whirl)}`);
  for (const island of islands) add(island.name, island.label, fill(words.flag, { colour: island.colour_label }), ...(island.led ? [words.led] : []), ...fog(island.seat));
  for (const square of squares) {
    const counts = square.pawns.filter((each) => each.count).map((each) => `${each.label} ${each.count}`);
    add(`square-${square.colour}`, [fill(words.square, { colour: square.label }), ...counts].join(', '), ...fog(square.seat));
  }
  return said;
}
