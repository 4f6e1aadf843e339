/** @file A walk through a tree of plays, level by level: rows to choose from, who it is said for, and where a form stands. */

import { dress, el, svg } from '../core/dom.js';
import { leafOf, speakers } from '../plays/tree.js';
import { isMine } from '../people/head.js';
import { Passing } from './passing.js';

/** Before a line that is asked for as often as its step has it: the button stays itself when it is the last time. */
const REST = 'rest-of ';
/** So many next steps stand in the row, besides what takes back. */
const STEPS = 3;
const BACKWARDS = 'M8 4L3 9l5 5M3 9h11a6 6 0 0 1 0 12h-3';
const DOTS = 'M5 12h.01M12 12h.01M19 12h.01';
/** Rows that only lead back. */
const BACK = new Set(['back', 'no']);

export class Walk {
  /**
   * @param {HTMLElement} root
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {(play: {do: string, seat: number|string}, from: Walk, hint?: string) => Promise<boolean>} act settles when the table has answered
   * @param {(why: import('../core/types.js').Why, from?: Element, label?: string) => void} explain *from* what was tapped, and what that is called
   */
  constructor(root, words, act, explain) {
    this.root = root;
    this.words = words;
    this.act = act;
    this.explain = explain;
    /** @type {string[]} */
    this.path = [];
    /** @type {import('../core/types.js').Play|null} whose form is being filled in */
    this.filling = null;
    /** @type {{play: import('../core/types.js').Play, seats: (number|string)[]}|null} a line for one of several */
    this.whose = null;
    /** @type {{key: string, element: Element|null}[]} what opened each level, to go back to */
    this.openers = [];
    this.sheet = null;
    this.forms = null;
    /** @type {{line: string, where: string}|null} whose form is on its way; whoever goes on with anything else doesn't want it */
    this.awaited = null;
    /** @type {import('./form.js').Heading|null} of the form being filled in */
    this.heading = null;
    this.sending = '';
    /** @type {import('../core/types.js').Table|null} */
    this.table = null;
    this.live = true;
    /** Whether the focus was on what is gone, while there was nothing else to do. */
    this.homeless = false;
    /** The key of what has the focus since then. */
    this.stopgap = '';
    /** Whether what isn't needed in every turn is shown. */
    this.all = false;
    this.passing = new Passing();
    this.closing = new AbortController();
    /** Called after each drawing. */
    this.drawn = () => {};
    /** What is shown in this one's place for a while. @type {import('./board-form.js').BoardForm|null} */
    this.guest = null;
  }

  /** Another takes this one's place: nothing of it may stay. */
  close() {
    this.guest?.close();
    this.filling = null;
    this.awaited = null;
    this.sheet?.close();
    this.closing.abort();
  }

  /** @param {import('../core/types.js').Table} table @param {boolean} live */
  show(table, live) {
    if (this.table && table.number !== this.table.number) [this.path, this.filling, this.awaited, this.all] = [[], null, null, false]; // another game
    this.table = table;
    this.live = live;
    if (this.whose && !leafOf(this.roots(), this.whose.play.do)) this.whose = null; // nobody can say it any more
    this.draw();
  }

  /** @returns {import('../core/types.js').Play[]} the tree */
  roots() {
    return [];
  }

  /** @returns {{plays: import('../core/types.js').Play[], path: string[], title: string}} what to choose from now */
  level() {
    return { plays: this.roots(), path: [], title: '' };
  }

  /** A row that leads to *plays*, which are shown in its stead. */
  more(label, show) {
    const button = face({ label, hint: '' }, 'button plain', 'more');
    button.addEventListener('click', show);
    return button;
  }

  draw() {
    if (this.closing.signal.aborted || this.guest) return; // what stands there is another's
    const focus = this.root.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    const typing = this.root.querySelector('form');
    const scrolled = this.root.closest('dialog:not([open])') ? 0 : (this.root.querySelector('.scroll')?.scrollTop ?? 0);
    const parts = this.parts(typing);
    if (!typing || !parts.includes(typing)) {
      this.root.replaceChildren(...parts);
      if (scrolled) this.root.querySelector('.scroll')?.scrollTo(0, scrolled); // to ask for nothing has the page laid out anew
      this.#keepFocus(focus);
    }
    this.drawn();
  }

  /** The focus stays where it was, or comes to what can be done now, or will come: it isn't lost to the top of the page. */
  #keepFocus(focus) {
    const wanted = focus || (this.homeless && document.activeElement === document.body);
    this.homeless = false;
    if (!wanted) return;
    if (focus && this.root.contains(focus)) {
      focus.focus({ preventScroll: true }); // a card of a hand, which is drawn once
      return;
    }
    const key = focus?.getAttribute('data-key');
    if (key && this.focus(key)) return;
    const next = this.root.querySelector('.main-actions button, .actions button') ?? this.root.querySelector('button');
    next?.focus({ preventScroll: true });
    this.stopgap = next?.getAttribute('data-key') ?? '';
    this.homeless = !next;
  }

  /** @returns {Node[]} what is drawn; *typing* itself while its form is still asked for */
  parts(typing) {
    const now = this.level();
    this.path = now.path;
    const form = this.form(now.plays, typing);
    if (form) return [form];
    const rows = this.whose ? this.people() : now.plays.map((play) => this.row(play));
    return [el('div', { class: 'actions scroll' }, ...rows, ...this.back())];
  }

  /** @returns {Node|null} the form being filled in, where it stands among the rows; a long one has a sheet of its own */
  form(plays, typing) {
    const still = this.filling && plays.find((play) => play.do === this.filling.do && play.form);
    if (!still) {
      this.filling = null;
      this.sheet?.close();
    }
    return still && !this.sheet ? (typing ?? this.forms.fill(this, still.form.length ? still : this.filling)) : null;
  }

  /** What people have to roll, spin or draw for themselves, and where it is typed: as it is told on this device. @returns {string} */
  get due() {
    const { due, reveal, seats } = this.table;
    return due && !reveal ? (seats.includes(due.seat) && due.seat !== 'table' ? due.own : due.text) : '';
  }

  /** What who only watches reads where others have something to do. */
  watching() {
    return ask(this.due || this.words('page.watching'), true);
  }

  get waits() {
    return Boolean(this.sending || this.table.reveal || !this.live);
  }

  /** What the marks on the board depend on. An answer may come after the state that it led to: until then nothing is marked. */
  get meaning() {
    const { version } = this.table;
    return JSON.stringify([this.path, Boolean(this.whose), version, this.waits, this.passing.since(version).size]);
  }

  row(play) {
    if (play.then.length) return this.opener(play, () => this.open([...this.path, play.word], `open ${play.word}`));
    if (play.form && !play.why) return this.opener(play, () => this.enter(play));
    if (play.do || play.why) return this.button(play, 'button');
    return BACK.has(play.word) ? this.leave(play.label) : el('p', { class: 'remark' }, play.label);
  }

  opener(play, open) {
    const leads = play.form || play.then.some((each) => each.do || each.form || each.then.length); // else it only tells something
    const button = face(play, leads ? 'button' : 'button plain', `open ${play.word}`);
    if (this.awaited && this.awaited.line === play.do) button.setAttribute('aria-busy', 'true');
    button.addEventListener('click', open);
    return button;
  }

  button(play, kind) {
    const button = face({ ...play, hint: play.hint || play.why?.short || '' }, kind, `do ${(play.do ?? play.word).replace(REST, '')}`);
    if (play.why || this.waits) button.setAttribute('aria-disabled', 'true');
    if (this.sending && this.sending === play.do) button.setAttribute('aria-busy', 'true');
    button.addEventListener('click', () => (play.why ? this.explain(play.why, button, play.label) : this.choose(play)));
    return button;
  }

  /** Say a line for the one seat that may, or ask for whom. */
  choose(play) {
    const seats = speakers(this.table.seats, play.seats ? play : leafOf(this.roots(), play.do));
    if (this.waits) return;
    if (seats.length === 1) {
      this.say(play.do, seats[0]);
      return;
    }
    this.awaited = null;
    this.openers.push({ key: `do ${play.do}`, element: null });
    this.whose = { play, seats };
    this.draw();
    this.first();
  }

  people() {
    const { play, seats } = this.whose;
    const named = this.table.people.filter((each) => seats.includes(each.seat));
    return named.map(({ seat, name }) => {
      const button = face({ label: name, hint: '' }, 'button', `for ${seat}`);
      button.addEventListener('click', () => this.say(play.do, seat));
      return button;
    });
  }

  /** What can be done with a game that is over: it is played again, and its draws are checked. */
  overRows() {
    const { over, seats } = this.table;
    if (!over) return [];
    const play = { word: 'again', label: over.again, hint: over.name, do: 'again', seats: seats.slice(0, 1), why: null, then: [], form: null };
    const again = seats.length ? [this.button(play, 'button first')] : [];
    const check = over.check ? [el('a', { class: 'button', href: `/verify?check=${over.check.which}` }, over.check.label)] : [];
    return [...again, ...check];
  }

  get undoName() {
    return this.words('page.undo');
  }

  /** Taking back, and its reverse, where the table has rows for them; *may* tells whether there is anything else to take back. */
  undoRows(may) {
    const { table_menu: offered = [], seats, log } = this.table;
    const rows = offered.filter((play) => play.word === 'undo' || play.word === 'redo');
    if (rows.length) return rows.map((play) => this.button(play, 'button plain'));
    const undo = { word: 'undo', label: this.undoName, do: 'undo', seats: seats.slice(0, 1), why: null, then: [], hint: '', form: null };
    return log.length && may ? [this.button(undo, 'button plain')] : [];
  }

  /**
   * The one row: what takes back, always at the same spot; the next steps, *ends* after all others; the rest behind one
   * small place, where it is a list.
   * @param {HTMLElement[]} steps @param {HTMLElement[]} ends @param {HTMLElement[]} rest
   */
  steps(steps, ends = [], rest = []) {
    const room = STEPS - ends.length;
    const [undo, ...redo] = this.undoRows(!this.table.undo?.why);
    const hidden = [...steps.slice(room), ...redo, ...rest];
    if (this.all && hidden.length) return el('div', { class: 'actions' }, ...hidden, this.leave(this.words('page.back')));
    const more = hidden.length ? [signed(this.more(this.words('page.rest'), () => this.showAll()), 'rest', DOTS)] : [];
    return el('div', { class: 'actions row', role: 'toolbar' }, ...(undo && this.mayTakeBack ? [signed(undo, 'undo', BACKWARDS)] : isMine(this.table) ? [el('span', { class: 'undo' })] : []), ...steps.slice(0, room), ...ends, ...more);
  }

  /** Who is on takes back, and who did what was done last. */
  get mayTakeBack() {
    const { seats, log } = this.table;
    return seats.includes('table') || isMine(this.table) || seats.includes(log.at(-1)?.seat);
  }

  back() {
    return this.path.length || this.whose ? [this.leave(this.words('page.back'))] : [];
  }

  leave(label) {
    const button = el('button', { class: 'button plain', type: 'button', 'data-key': 'back' }, label);
    button.addEventListener('click', () => this.up());
    return button;
  }

  open(path, key, element = null) {
    this.openers.push({ key, element });
    this.path = path;
    this.filling = null;
    this.awaited = null;
    this.whose = null;
    this.draw();
    this.root.querySelector('.scroll')?.scrollTo(0, 0);
    this.first();
  }

  /** @returns {string[]} the path to the level above */
  above() {
    return this.path.slice(0, -1);
  }

  up() {
    this.awaited = null;
    if (this.filling) this.filling = null;
    else if (this.whose) this.whose = null;
    else this.path = this.openers.at(-1)?.element ? [] : this.above(); // what was picked on the board is left at once
    this.root.querySelector('form')?.remove();
    this.draw();
    this.refocus();
  }

  async enter(play, element = null) {
    if (this.awaited?.line === play.do) return;
    const asked = { line: play.do, where: this.where };
    this.awaited = asked;
    this.draw();
    element?.setAttribute('aria-busy', 'true');
    let found;
    let wanted = false;
    try {
      [this.forms] = await Promise.all([import('./form.js'), dress('form')]);
      found = await this.forms.find(this, play);
      wanted = this.awaited === asked && asked.where === this.where && this.onTop;
    } finally {
      element?.removeAttribute('aria-busy');
      if (this.awaited === asked) this.awaited = null;
      this.draw();
    }
    if (!wanted) return;
    if (found.why) {
      this.explain({ reason: found.why, rule: null });
      return;
    }
    this.openers.push({ key: `open ${play.word}`, element });
    this.forms.enter(this, found);
  }

  /** At which level somebody is. */
  get where() {
    return JSON.stringify([this.path, this.all]);
  }

  /** Whether no sheet lies over this. */
  get onTop() {
    const home = this.root.closest('dialog');
    return [...document.querySelectorAll('dialog[open]')].every((each) => each === home) && home?.open !== false;
  }

  async say(line, seat) {
    if (this.waits) return;
    this.awaited = null;
    this.sending = line;
    this.stopgap = '';
    if (!this.filling) this.path = []; // what was filled in stays until the table has taken it
    this.whose = null;
    this.draw();
    let done = false;
    const form = this.filling;
    const { version } = this.table;
    try {
      done = await this.act({ do: line, seat }, this);
    } finally {
      this.sending = '';
      if (done) this.passing.keep(line, seat, version);
      if (done && form) this.forms.leave(this);
      this.draw();
    }
    if (done) this.said(line);
    const now = document.activeElement;
    if ((done && form) || now === document.body || (this.stopgap && this.root.contains(now) && now.getAttribute('data-key') === this.stopgap)) this.refocus();
  }

  /** What to do once the table has done *line*. */
  said() {}

  refocus() {
    const opener = this.openers.pop();
    if (!this.path.length && !this.whose) this.openers = [];
    if (opener?.element?.isConnected) opener.element.focus();
    else if (opener) this.focus(opener.key) || this.first();
  }

  focus(key) {
    const found = this.root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    found?.focus();
    return Boolean(found);
  }

  first() {
    this.root.querySelector('.scroll button, button')?.focus();
  }
}

function face(play, kind, key) {
  const small = play.hint ? [' ', el('small', {}, play.hint)] : [];
  return el('button', { class: kind, type: 'button', 'data-key': key }, play.label, ...small);
}

/** What is asked of whoever holds this device; *quiet* where nothing is to be done. */
export const ask = (text, quiet) => el('p', { class: quiet ? 'ask quiet' : 'ask', 'aria-live': 'polite' }, text);

/** *button* with a sign above its words, or in their stead where they are for listeners alone. */
function signed(button, kind, path) {
  const glyph = svg('svg', { 'class': 'glyph', 'viewBox': '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: path }));
  if (kind === 'rest') button.setAttribute('aria-label', button.textContent);
  button.className = `button ${kind}`;
  button.replaceChildren(glyph, ...(kind === 'rest' ? [] : [el('small', {}, ...button.childNodes)]));
  return button;
}
