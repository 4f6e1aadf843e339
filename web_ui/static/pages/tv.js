/** @file The television's page: what everybody may see, large, for days; nobody acts from here. */

import { Age } from '../link/age.js';
import { showCrew } from '../people/crew.js';
import { byId, readStart, say, settleLanguage } from '../core/dom.js';
import { fade } from '../core/fade.js';
import { addSheets, dressAs, kindOf, pageOf } from '../core/games.js';
import { showHeadline } from '../widgets/headline.js';
import { showWhose } from '../people/whose.js';
import { leaveOldPage, Link } from '../link/link.js';
import { Log } from '../widgets/log.js';
import { showNotices } from '../widgets/notices.js';

/** Smaller than so it would not be read from afar; then the rest is below the screen's edge. */
const LEAST = 0.5;
/** In smaller letters lines break elsewhere, so it takes a few tries. */
const TRIES = 5;

let built = '';
let whole = 0;

/**
 * What draws a kind of state: its `build(root, words)` draws in *root*, and gives what shows a table there. Where no
 * game is open there is none: the menu is told by its name and its log alone.
 * @returns {Promise<{build: (root: HTMLElement, words: Function) => (table: import('../core/types.js').Table) => void}|null>}
 */
async function drawingOf(kind) {
  const own = await pageOf(kind);
  if (own) return (await Promise.all([own.television(), addSheets(own.sheets, `../games/${kind}/index.js`)]))[0];
  return kind === 'menu' || kind === '' ? null : import('./tv-picture.js');
}

class Television {
  constructor({ table, words, chosen }) {
    this.words = words;
    this.table = table;
    this.chosen = chosen;
    this.kind = null;
    /** Shows a table of that kind. @type {((table: import('../core/types.js').Table) => void)|undefined} */
    this.shown = undefined;
    /** @type {number|undefined} how often the table's addresses had changed when this page came */
    this.network = undefined;
    this.asked = false;
    this.shared = '';
    this.age = new Age(words, 'tv.out_of_touch_for');
    this.log = new Log(byId('caption'), byId('results'), words, table.version, (told, next) => {
      showHeadline(byId('headline'), told, words);
      if (next?.moment) this.#scene(next.moment);
    });
    /** @type {Promise<{show: (moment: import('../core/types.js').Moment) => void}>|null} */
    this.moments = null;
    addEventListener('resize', fitPage);
    // Whatever makes the page longer, late modules and what is said when it is out of touch as well.
    new ResizeObserver(() => requestAnimationFrame(fitPage)).observe(document.querySelector('main'));
  }

  /** @param {import('../core/types.js').Table} table @param {boolean} late */
  show(table, late = false) {
    if (leaveOldPage(this.table, table)) return;
    this.network ??= table.network;
    if (table.lang !== document.documentElement.lang || table.network !== this.network) {
      location.reload(); // the table changed its language or its address, and this page follows it
      return;
    }
    this.table = table;
    const title = table.title ?? this.words('page.title');
    document.title = title;
    const { head, round } = table.state ?? {}; // beside whose turn it is, the round is told there
    say(byId('title'), [title, head ? '' : round?.phase].filter(Boolean).join(' · '));
    this.log.show(table, late);
    showCrew(byId('people'), table, this.words);
    showWhose(byId('whose'), table, this.words);
    showNotices(table);
    if (table.consent || table.put_back?.length || this.asked) this.#ask();
    if (table.shared !== this.shared) this.#share();
    showCompare(table);
    this.#showGame();
  }

  /** Something is in motion: the state stays as it is, and what moves becomes unreadable. */
  cue(cue) {
    this.show({ ...this.table, ...cue });
  }

  /** What somebody wants, and what hands are to put right. */
  async #ask() {
    this.asked = true;
    (await import('../scenes/afar.js')).showAsked(this.table, this.chosen, null);
  }

  /** A kit's code for other tables, as long as somebody wants it there. */
  async #share() {
    this.shared = this.table.shared;
    (await import('../shelf/shared-code.js')).showCode(this.shared, this.chosen, this.words);
  }

  async #scene(moment) {
    this.moments ??= import('../scenes/afar.js').then(({ scenesOf }) => scenesOf(() => this.table));
    (await this.moments).show(moment);
  }

  async #showGame() {
    const { state } = this.table;
    const kind = kindOf(this.table);
    const module = await drawingOf(kind);
    const { opening, covers } = module ? {} : await import('../shelf/opening.js');
    const draw = () => {
      if (this.table.state !== state) return; // something newer has come, and is drawn itself
      const { menu: asked, title } = this.table;
      if (kind !== this.kind) {
        dressAs(kind);
        byId('game').replaceChildren();
        this.shown = module?.build(byId('game'), this.words);
      }
      if (module) this.shown(this.table);
      else if (asked?.shelf) byId('game').replaceChildren(covers(this.table));
      else if (kind !== this.kind) byId('game').replaceChildren(opening(asked?.title ?? title ?? this.words('page.title')));
      this.kind = kind;
      fitPage();
    };
    if (this.kind !== null && kind !== this.kind && !this.table.reveal) fade(draw);
    else draw();
  }
}

/** Nobody scrolls a television: draw the page as large as its style wants it, or so much smaller that all of it is to be seen. */
function fitPage() {
  const root = document.documentElement;
  const now = [innerWidth, innerHeight, document.getElementsByTagName('*').length].join();
  if (now !== built) {
    built = now;
    root.style.fontSize = '';
    whole = parseFloat(getComputedStyle(root).fontSize);
  }
  for (let left = TRIES; left && root.scrollHeight > innerHeight; left -= 1) {
    const size = parseFloat(getComputedStyle(root).fontSize);
    const smaller = size * Math.min(innerHeight / root.scrollHeight, 0.98);
    root.style.fontSize = `${Math.max(smaller, whole * LEAST)}px`;
  }
}

/** After a power cut: what the real board has to show. */
function showCompare(table) {
  const lines = table.compare ?? [];
  byId('compare').hidden = !lines.length;
  if (byId('compare-list').textContent !== lines.join('')) byId('compare-list').replaceChildren(...lines.map(listed));
}

function listed(line) {
  const item = document.createElement('li');
  item.textContent = line;
  return item;
}

if (settleLanguage()) {
  const start = readStart();
  const television = new Television(start);
  const lang = start.chosen ? `&lang=${start.chosen}` : '';
  const hear = { table: (table, late) => television.show(table, late), cue: (cue) => television.cue(cue) };
  new Link(`/api/v1/stream?seat=none${lang}`, hear, (...state) => television.age.show(...state));
}
