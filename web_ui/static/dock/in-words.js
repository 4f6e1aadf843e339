/** @file What can be chosen on a board, in rows of words and in reading order: where letters are so large that a board is only looked at, and where its cells are smaller than a finger. */

import { dress, el } from '../core/dom.js';
import { oneStop } from './board-dock.js';

/** So narrow, in letters, a page is folded, and what is done on its board stands among what can be done. */
const folded = matchMedia('(max-width: 18rem)');
/** So wide, in px, a cell is no smaller than a finger. */
const FINGER = 44;

export class InWords {
  /**
   * @param {import('../boards/board.js').BoardView} board
   * @param {import('./board-dock.js').BoardDock} dock what can be done on the same page
   * @param {HTMLElement} below holds the rows where the page isn't folded
   */
  constructor(board, dock, below) {
    [this.board, this.dock, this.below] = [board, dock, below];
    this.rows = el('div');
    this.count = el('summary');
    this.aside = el('details', { class: 'worded' }, this.count);
    this.drawn = '';
    this.aside.addEventListener('toggle', () => this.draw());
    folded.addEventListener('change', () => this.settle(), { signal: dock.closing.signal });
    board.told = () => this.draw();
    dress('worded');
  }

  /** What stands among what can be done here. @returns {HTMLElement[]} */
  parts() {
    return folded.matches ? [this.rows] : [];
  }

  /** Stand where the page's width has it. */
  settle() {
    this.drawn = '';
    if (folded.matches) this.aside.remove();
    else this.below.prepend(this.aside);
    this.dock.draw();
    this.draw();
  }

  draw() {
    const places = [...this.board.places].filter(([id]) => this.board.reach.offers(id) !== '');
    this.aside.hidden = !places.length || !this.#isSmall();
    this.count.textContent = this.dock.words('page.in_words', { count: places.length });
    const shown = folded.matches || (this.aside.open && !this.aside.hidden) ? places : [];
    const now = JSON.stringify([folded.matches, shown.map(([id, { element }]) => [id, element.getAttribute('aria-label'), element.getAttribute('aria-disabled')])]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.#lay(shown);
  }

  /** Whoever was on a row that is gone comes to the first one. */
  #lay(places) {
    const inside = this.rows.contains(document.activeElement);
    const key = inside ? document.activeElement.getAttribute('data-key') : '';
    const rows = readingOrder(places).map((place) => this.#row(place));
    const fresh = el('div', { 'class': 'actions', 'role': 'group', 'aria-label': this.dock.words('page.in_words', { count: rows.length }), 'hidden': !rows.length || null }, ...rows);
    oneStop(fresh);
    this.rows.replaceWith(fresh);
    this.rows = fresh;
    if (!folded.matches && fresh.parentNode !== this.aside) this.aside.append(fresh);
    if (inside) (rows.find((row) => row.dataset.key === key) ?? rows[0])?.focus() ?? this.board.reach.leave();
  }

  #row([id, { element }]) {
    const [label, offer] = [element.getAttribute('aria-label'), this.board.reach.offers(id)];
    const name = label.slice(0, label.length - offer.length).replace(/\.\s*$/, '');
    const row = el('button', { 'class': 'button', 'type': 'button', 'data-key': `at ${id}`, 'aria-disabled': element.getAttribute('aria-disabled') }, name, ' ', el('small', {}, offer));
    row.addEventListener('click', () => this.board.reach.pick(id, row));
    return row;
  }

  /** Whether cells are smaller than a finger where all of the board is shown. */
  #isSmall() {
    const { board, element, constructor: { pitch } } = this.board;
    const { width, height } = this.board.frameOf(board);
    return Math.min(element.clientWidth / width, element.clientHeight / height) * (pitch ?? width) < FINGER;
  }
}

/** Line by line, as they stand on the screen. */
function readingOrder(places) {
  const spot = new Map(places.map((place) => [place, place[1].element.getBoundingClientRect()]));
  const line = (place) => Math.round(spot.get(place).top / 8);
  return [...places].sort((a, b) => line(a) - line(b) || spot.get(a).left - spot.get(b).left);
}
