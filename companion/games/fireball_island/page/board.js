/** @file The map of the island: land, trails and all that stands on them; a way or a Fireball before it is sent, brought nearer while it is chosen. */

import { dress, el, svg } from '../../core/dom.js';
import { BoardView, LOOKING as NOTHING } from '../../boards/board.js';
import { sign as glyph } from '../../signs/signs.js';
import { smooth, waysOf } from '../../boards/smooth.js';
import { pause } from '../../core/pieces.js';
import { coastAround } from './coast.js';
import { drawn, knowDrawings } from '../../drawing/drawings.js';

knowDrawings(new URL('./drawings/volcano.svg', import.meta.url), 'vul-kar jewel token bridge cave pit fireball explorer-piece card-back');

/** Half a space, and half of one that everybody looks for. */
const SPACE = 28;
const LARGE = 40;
/** How far around what is to be chosen is seen with it, and the least width of what is seen, in units of the drawing. */
const AROUND = 190;
const LEAST = 860;
/** On so narrow a map what is to be chosen is brought nearer, in px; and so far a finger reaches. */
const NARROW = 620;
const FINGER = 26;
/** How wide a letter of a place's name is at most, how high half of it, how far it keeps from the drawing's rim; and half of what isn't a space. */
const LETTER = 29;
const NAME_HIGH = 20;
const RIM = 12;
const HOLE = 56;

/** More than so many choices have no verb each. */
const MANY = 24;

/** The verb of what can be chosen: to go there, to send it, or whom it hits. */
const VERBS = { go: 'M-4 0h8M1-4l4 4-4 4', ball: 'M-4-4l4 4M-1 1a3 3 0 1 0 4-1', who: 'M0-5v3M0 2v3M-5 0h3M2 0h3' };

/** For who only looks: *way* is shown before it is gone, *rolls* are the Fireballs that are shown, *around* the places to be seen. */
export const LOOKING = { ...NOTHING, way: () => null, rolls: () => [], around: () => [], struck: () => [] };

const kindIn = ({ id }) => /^(cave|pit|ball)-/.exec(id)?.[1] ?? (id === 'water' ? id : 'space');

export class IslandBoard extends BoardView {
  static names = { drawing: 'island-map', pieces: 'pieces' };

  constructor(reach = LOOKING) {
    super(reach);
    this.element = el('div', { class: 'isle' }, this.svg);
    this.lens = el('button', { class: 'lens', type: 'button' });
    this.lens.addEventListener('click', () => {
      this.asked = !this.near;
      this.touched = [];
      this.#look();
    });
    this.world = svg('g', { class: 'world' });
    [this.below, this.marks, this.trails, this.relief] = ['below', 'marks', 'trails', 'relief'].map((name) => svg('g', { 'class': name, 'aria-hidden': 'true' }));
    /** Whether somebody asked to see all of it, or some of it; else what is chosen decides. */
    this.asked = null;
    this.wanted = '';
    this.seen = '';
    /** The places below the last finger that touched more than one. @type {string[]} */
    this.touched = [];
    /** The place that the mouse or the keyboard is on. */
    this.on = '';
    /** The one that the keyboard is on. */
    this.keys = '';
    for (const event of ['pointerover', 'pointerleave', 'focusin', 'focusout']) this.element.addEventListener(event, ({ target, type, pointerType = 'mouse' }) => pointerType === 'mouse' && this.#hover(/over|in$/.test(type) ? target : null));
    /** How wide the map is on the screen: to ask in the midst of a drawing has the page laid out anew. */
    this.room = { width: 0, height: 0 };
    new ResizeObserver(([{ contentRect }]) => {
      this.room = contentRect;
      if (this.board) this.#look();
    }).observe(this.svg);
  }

  /** @param {any} state @param {{seat: number, name: string}[]} people */
  show(state, people) {
    this.state = state;
    const [board] = state.boards;
    this.element.style.aspectRatio = `${board.width} / ${board.height}`;
    super.show({ ...board, cells: [...board.cells, ...state.balls] }, people);
    this.light();
  }

  /** What lies nearest below the finger is meant; on the desk, what lies below the mouse. */
  tapped(event) {
    if (!event.detail) return;
    const stops = [...this.svg.querySelectorAll('[tabindex]')];
    const far = ({ left, top, width, height }) => Math.hypot(event.clientX - left - width / 2, event.clientY - top - height / 2);
    const nearest = (all) => all.map((each) => ({ each, far: far(each.getBoundingClientRect()) })).sort((a, b) => a.far - b.far)[0];
    const meant = nearest(stops);
    event.stopPropagation();
    if (meant && meant.far <= FINGER) {
      const among = stops.filter((each) => far(each.getBoundingClientRect()) <= FINGER).map((each) => each.dataset.token);
      if (this.#bring(among)) return;
      meant.each.dispatchEvent(new MouseEvent('click'));
    }
    else {
      const other = nearest([...this.places.values()].map(({ element }) => element));
      if (other.far <= FINGER) this.refuse(other.each);
    }
  }

  /** Of several places below a finger, where nothing is near yet, bring those near; returns whether it did. */
  #bring(among) {
    const small = this.room.width > 0 && this.room.width < NARROW;
    this.touched = small && !this.near && among.length > 1 && !this.reach.around().length ? among : [];
    this.#look();
    return this.touched.length > 0;
  }

  // ------------------------------------------------------------------ land
  frameOf({ width, height }) {
    return { x: 0, y: 0, width, height };
  }

  cellsOf(board) {
    this.named = [];
    this.chips = new Set(board.cells.filter((cell) => kindIn(cell) === 'pit').flatMap((cell) => cell.to ?? []));
    return super.cellsOf(board);
  }

  layersOf(board, cells, pieces) {
    const { width, height } = board;
    this.ground = svg('g', { 'aria-hidden': 'true' }, svg('rect', { class: 'deep', x: -2 * width, y: -2 * height, width: 5 * width, height: 5 * height }));
    this.trails.replaceChildren();
    this.world.replaceChildren(this.ground, this.trails, this.below, ...cells, this.marks, pieces);
    this.#lay(board, this.ground);
    return [this.world];
  }

  /** Land and ways come one after the other, and what grows on the land when a map that is drawn has nothing better to do. */
  async #lay(board, ground) {
    await pause();
    const { shown, ...land } = this.#land(board);
    ground.append(...shown, this.relief);
    await pause();
    ground.append(...this.drawWays(board));
    await new Promise((idle) => (globalThis.requestIdleCallback ?? setTimeout)(idle));
    const { reliefOf } = await import('./relief.js');
    const relief = await reliefOf({ ...land, bridges: this.#bridges(board.cells) });
    if (this.ground === ground) this.relief.replaceChildren(...relief);
  }

  #land({ cells, width, height }) {
    const places = cells.filter((cell) => kindIn(cell) !== 'ball').map((cell) => cell.place);
    const coast = coastAround(places, [width / 2, height / 2]);
    const d = smooth(coast, true);
    const top = cells.find(({ id }) => id === 'ball-v')?.place ?? [width / 2, height / 2];
    const shown = ['depth-3', 'depth-2', 'depth-1', 'surf', 'sand', 'earth'].map((kind) => svg('path', { class: kind, d }));
    return { coast, places, top, width, height, shown };
  }

  #bridges(cells) {
    const places = new Map(cells.map((cell) => [cell.id, cell.place]));
    return cells.filter((cell) => cell.shape === 'box' && kindIn(cell) === 'space').map(({ id, place }) => {
      const near = cells.filter((cell) => (cell.to ?? []).includes(id)).map((cell) => cell.id);
      const ends = [...near, ...(cells.find((cell) => cell.id === id).to ?? [])].map((each) => places.get(each));
      const [[x1, y1], [x2, y2]] = [ends[0] ?? place, ends[1] ?? place];
      return { path: smooth([[x1, y1], place, [x2, y2]]), middle: place, angle: (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI };
    });
  }

  /** Trails are walked on sand; bridges hang. */
  drawWays({ cells }) {
    const places = new Map(cells.map((cell) => [cell.id, cell.place]));
    const [trodden, holes] = [cells.filter((cell) => kindIn(cell) === 'space'), cells.filter((cell) => ['cave', 'pit', 'water'].includes(kindIn(cell)))];
    const ways = waysOf(trodden).map((way) => smooth(way.map((id) => places.get(id))));
    const mouths = holes.flatMap(({ place, to = [], id }) => [...to, ...cells.filter((cell) => (cell.to ?? []).includes(id)).map((cell) => cell.id)].map((each) => smooth([place, places.get(each)])));
    const bridges = this.#bridges(cells).map((each) => each.path);
    const layer = (kind, all) => svg('path', { class: kind, d: all.join('') });
    return [layer('mouth', mouths), layer('way edge', ways), layer('way', ways), layer('rope', bridges), layer('planks', bridges)];
  }

  // ------------------------------------------------------------------ places
  drawCell(cell) {
    const { place: [x, y] } = cell;
    const kind = kindIn(cell);
    return svg('g', { transform: `translate(${x} ${y})` }, svg('circle', { class: 'hit' }), ...this.#drawPlace(cell, kind));
  }

  #drawPlace({ id, shape, label, sign }, kind) {
    const letter = id.split('-').at(-1).toUpperCase();
    if (kind === 'cave') return [svg('circle', { class: 'face', r: 56 }), drawn('cave', 116, 116, -58, -66), svg('text', { class: 'number', y: 28 }, letter)];
    if (kind === 'pit') return [svg('circle', { class: 'face', r: 52 }), drawn('pit', 104, 104, -52, -62), svg('text', { class: 'letter', y: 68 }, letter)];
    if (kind === 'ball') {
      if (letter === 'V') return [drawn('vul-kar', 250, 250, -125, -150), svg('circle', { class: 'face', r: 46, cy: 20 }), drawn('fireball', 84, 84, -42, -24)];
      return [svg('circle', { class: 'face', r: 50 }), drawn('fireball', 88, 88, -46, -46), svg('text', { class: 'letter', y: 74 }, letter)];
    }
    if (kind === 'water') return [svg('ellipse', { class: 'face', rx: 66, ry: 46 }), svg('path', { class: 'ripple', d: 'M-40-8q20-16 40 0t40 0M-40 14q20-16 40 0t40 0' })];
    const face = shape === 'diamond' ? svg('circle', { class: 'face large', r: LARGE }) : svg('circle', { class: 'face', r: SPACE });
    const rock = this.chips.has(id) ? [svg('path', { class: 'chip', d: 'M-12 8l6-17 13-3 8 12-7 10z' })] : [];
    const named = shape === 'diamond' ? [this.#nameOf(id, label)] : [];
    return [face, ...(sign ? [svg('path', { class: 'card', d: 'M-9-12h18v24h-18z' })] : []), ...rock, ...named];
  }

  /** The name of a place, whole within the drawing, where it covers the fewest others: below it, above it, or beside it. */
  #nameOf(id, label) {
    const [x] = this.board.cells.find((cell) => cell.id === id).place;
    const half = (label.length * LETTER) / 2 + RIM;
    const within = (right) => Math.max(half + RIM - x, Math.min(right, this.board.width - half - RIM - x));
    const aside = Math.max(0, half - LARGE);
    const spots = [LARGE + 46, -LARGE - 18].flatMap((down) => [0, aside, -aside].map((right) => [within(right), down]));
    spots.push([within(-LARGE - half), 14], [within(LARGE + half), 14]);
    const [right, down] = spots.map((spot) => ({ spot, covers: this.#covered(id, half, spot) })).sort((a, b) => a.covers - b.covers)[0].spot;
    const [, y] = this.board.cells.find((cell) => cell.id === id).place;
    this.named.push({ x: x + right, y: y + down, half });
    return svg('text', { class: 'named', x: right, y: down }, label);
  }

  /** How much a name so wide would cover: places, its own among them, and more of what is drawn larger. */
  #covered(id, half, [right, down]) {
    const { cells } = this.board;
    const [x, y] = cells.find((cell) => cell.id === id).place;
    const size = (cell) => (kindIn(cell) === 'space' ? (cell.shape === 'diamond' ? LARGE : SPACE) : HOLE);
    const covers = (cell) => Math.abs(cell.place[0] - x - right) < half + size(cell) && Math.abs(cell.place[1] - y - down + 14) < NAME_HIGH + size(cell);
    return cells.filter(covers).reduce((sum, cell) => sum + (kindIn(cell) === 'space' ? 1 : 2), 0);
  }

  kindOf(cell) {
    return `place ${kindIn(cell)}${cell.sign ? ' dark' : ''} ${cell.look ?? ''}`.trimEnd();
  }

  /** Where nobody stands it is enough to tell what can be chosen. */
  saidOf(cell, pieces) {
    return pieces.length ? super.saidOf(cell, pieces) : [];
  }

  nameOf({ label, notes = [] }) {
    return [label, ...notes].join('. ');
  }

  // ------------------------------------------------------------------ pieces
  drawPiece({ id }) {
    if (id === 'jewel') return svg('g', {}, drawn('jewel', 88, 88, -44, -58), svg('text'));
    return svg('g', {}, svg('ellipse', { class: 'stand', rx: 50, ry: 17 }), svg('g', { class: 'body' }, drawn('explorer-piece', 168, 168, -84, -160)), svg('g', { class: 'spoil' }, drawn('jewel', 64, 64, 26, -172)), svg('circle', { class: 'badge', cy: -36, r: 42 }), svg('text', { y: -19 }));
  }

  spotOf({ place: [x, y] }, at, of) {
    const step = of > 1 ? Math.min(74, 170 / (of - 1)) : 0;
    return { x: x + (at - (of - 1) / 2) * step, y: y + 10 + (of > 1 && at % 2 ? 14 : 0) };
  }

  pieceKind(piece) {
    return `${super.pieceKind(piece)}${piece.sign && piece.id !== 'jewel' ? ' rich' : ''} ${piece.id === 'jewel' ? 'jewel' : 'explorer'}`;
  }

  // ------------------------------------------------------------------ what is about to happen
  #hover(target) {
    const place = target?.closest?.('[data-token]');
    const on = place?.dataset.token ?? '';
    const focused = place?.matches(':focus-visible') ? on : '';
    if (on === this.on && focused === this.keys) return;
    [this.on, this.keys] = [on, focused];
    this.light();
  }

  #at(id) {
    return this.places.get(id)?.cell.place ?? [0, 0];
  }

  /** Show the way that is meant and the Fireballs that may roll; bring nearer what is to be chosen. */
  light() {
    if (!this.board) return;
    const way = this.reach.way(this.on);
    const rolls = this.reach.rolls();
    const chosen = way ? [this.#line('going', way.path.map((id) => this.#at(id))), this.#goal(way)] : [];
    this.below.replaceChildren(...rolls.map(({ ball, path, hot }) => this.#line(hot ? 'roll hot' : 'roll', [this.#at(`ball-${ball}`), ...path.map((id) => this.#at(id))])), ...chosen);
    const { battle } = this.state;
    const struck = [...(battle ? [] : rolls.filter((each) => each.hot).flatMap(({ hits }) => hits)), ...this.reach.struck()];
    this.marks.replaceChildren(...(way ? [this.#label(way)] : []), ...(battle ? this.#fray() : []), ...struck.map((seat) => this.#blast(seat)), ...this.#verbs(), ...this.#focused());
    this.#look();
  }

  /** Who sends a Fireball and who stands in its way, ringed; or where it hit. */
  #fray() {
    if (!this.fighting) {
      this.fighting = { marksOf: () => [] };
      Promise.all([import('../../widgets/battle.js'), dress('battle')]).then(([fighting]) => {
        this.fighting = fighting;
        this.light();
      });
    }
    const r = { from: 74, to: 92, hit: 62, helper: 74 };
    return this.fighting.marksOf(this.state.battle, (id) => {
      const [x, y] = this.#at(id);
      const kind = this.state.battle.rings.find((ring) => ring.at === id)?.kind ?? 'to';
      return { x, y: y - (kind === 'to' ? 30 : 0), r: r[kind] };
    });
  }

  /** What can be chosen has a brass ring between dark lines, and a disc with its verb, of one width however near the map is. */
  #verbs() {
    const can = [...this.places].filter(([, { element }]) => element.classList.contains('can'));
    if (can.length > MANY) return can.map(([, { cell: { place: [cx, cy] } }]) => svg('g', { class: 'choice many' }, ...['dark', 'brass'].map((line) => svg('circle', { class: line, cx, cy, r: SPACE }))));
    return can.map(([id, { cell }]) => {
      const [x, y] = cell.place;
      const kind = id.startsWith('ball-') ? 'ball' : this.reach.way('') || this.state.ways.length ? 'go' : 'who';
      const ring = ['dark', 'brass'].map((line) => svg('circle', { class: line, cx: x, cy: y, r: kindIn(cell) === 'space' ? 44 : 58 }));
      return svg('g', { class: 'choice' }, ...ring, svg('g', { class: 'verb', transform: `translate(${x + 30} ${y + 30})` }, svg('g', {}, svg('circle', { r: 9.5 }), svg('path', { d: VERBS[kind] }))));
    });
  }

  /** Where the keyboard is: a white double ring, above everything. */
  #focused() {
    const place = this.keys && this.places.get(this.keys);
    if (!place) return [];
    const [cx, cy] = place.cell.place;
    return [svg('g', { class: 'focus' }, ...['gap', 'white', 'gap thin'].map((kind) => svg('circle', { class: kind, cx, cy, r: 58 })))];
  }

  #line(kind, points) {
    const d = smooth(points);
    return svg('g', { class: kind }, svg('path', { class: 'case', d }), svg('path', { class: 'line', d }));
  }

  #goal({ end }) {
    const [cx, cy] = this.#at(end);
    return svg('circle', { class: 'goal', cx, cy, r: 52 });
  }

  #label({ end, label }) {
    const [x, y] = this.#at(end);
    return svg('text', { class: 'called', x, y: y + 104 }, label);
  }

  #blast(seat) {
    const piece = this.board.pieces.find((each) => each.owner === seat);
    const [cx, cy] = this.#at(piece?.cell);
    return svg('g', { class: 'struck' }, ...['case', 'line'].map((kind) => svg('circle', { class: kind, cx, cy: cy - 30, r: 96 })));
  }

  /** Bring what is to be chosen nearer on a narrow map; all of it comes back when it is done. */
  #look() {
    const { width, height } = this.board;
    const { room } = this;
    // The sea goes on where the room is higher or wider than the map.
    const shape = room.height ? room.width / room.height : width / height;
    const view = { wide: Math.max(width, height * shape), high: Math.max(height, width / shape) };
    const px = (room.width * width) / view.wide;
    if (px >= NARROW && !this.trails.firstChild) this.#nameTrails();
    if (!this.svg.querySelector('[tabindex]')) this.touched = [];
    const ids = this.touched.length ? this.touched : this.reach.around();
    const wanted = ids.join(' ');
    if (wanted !== this.wanted) this.asked = null;
    this.wanted = wanted;
    this.near = px > 0 && px < NARROW && (this.asked ?? ids.length > 0);
    const frame = this.near ? this.#frame(ids, view) : { x: 0, y: 0, scale: 1 };
    const transform = `scale(${frame.scale}) translate(${-frame.x}px, ${-frame.y}px)`;
    const unit = width / ((px || width) * frame.scale);
    const seen = [transform, unit, view.wide, view.high].join();
    if (seen === this.seen) return;
    this.seen = seen;
    this.svg.dataset.whole = [0, 0, width, height].join(' ');
    this.svg.setAttribute('viewBox', [(width - view.wide) / 2, (height - view.high) / 2, view.wide, view.high].join(' '));
    this.world.style.transform = transform;
    this.svg.classList.toggle('near', this.near);
    this.svg.style.setProperty('--hit', `${Math.round(FINGER * unit)}px`);
    this.svg.style.setProperty('--unit', String(unit));
    this.lens.hidden = px >= NARROW;
    this.lens.setAttribute('aria-label', this.state.words[this.near ? 'whole' : 'near']);
    this.lens.replaceChildren(...glyph(this.near ? 'farther' : 'nearer'));
  }

  /** The trails have names where there is room for them. */
  async #nameTrails() {
    const { namesOf } = await import('./names.js');
    this.trails.replaceChildren(...namesOf(this.state.trails, this.board.cells, this.named));
  }

  /** What of the *view* is shown: whole places, and no more water than need be. */
  #frame(ids, view) {
    const { width, height, pieces } = this.board;
    const shown = ids.length ? ids : [(pieces.find((piece) => piece.selected) ?? pieces.at(-1)).cell];
    const points = shown.map((id) => this.#at(id));
    const [[left, top], [right, low]] = [Math.min, Math.max].map((most) => [0, 1].map((axis) => most(...points.map((each) => each[axis]))));
    const scale = Math.max(1, Math.min(view.wide / LEAST, view.wide / (right - left + 2 * AROUND), view.high / (low - top + 2 * AROUND)));
    const within = (middle, size, whole) => (size >= whole ? (whole - size) / 2 : Math.max(0, Math.min(whole - size, middle - size / 2)));
    const from = (middle, all, whole) => within(middle, all / scale, whole) - (whole - all) / 2 / scale;
    return { x: from((left + right) / 2, view.wide, width), y: from((top + low) / 2, view.high, height), scale };
  }
}
