/** @file Dice of any kinds: each by its shape, those that don't count grey, those that stay pressed in; total and formula. */

import { el, redraw, say } from '../core/dom.js';
import { leafOf, speakers } from '../plays/tree.js';
import { isThrow, numberDie, openDice } from '../widgets/dice.js';

/** So many dice stand side by side at most. */
const ACROSS = 5;
const WORDED = 4;
const MANY = 10;

/**
 * @param {import('../core/types.js').Dice} dice
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @param {(() => any)|null} dock gives what shows what can be done here, null on a page that only looks
 * @returns {{element: HTMLElement, show: (now: import('../core/types.js').Dice, moving: boolean, table: import('../core/types.js').Table) => void}}
 */
export function throwOf(dice, words, dock) {
  const faces = el('div', { class: 'dice-row' });
  const sum = el('p', { class: 'sum', 'aria-hidden': 'true' });
  const note = el('p', { class: 'formula quiet' });
  const symbols = el('ul', { class: 'symbols' });
  const composer = el('div', { class: 'composer' });
  const title = el('h2', { class: 'quiet' }, dice.label);
  const element = el('section', { class: 'roll throw', 'aria-label': dice.label }, title, faces, el('div', { class: 'came' }, sum, symbols, note), composer);
  const drawn = new Drawn(faces, dock && ((at) => keepPlay(dice.name, at, drawn.table)), (play) => dock?.()?.choose(play), words);
  const builder = makeBuilder(composer, dice, words, dock);
  const show = (now, moving, table) => {
    element.classList.toggle('moving', moving);
    element.classList.toggle('small', !moving && !isLatest(now, table));
    drawn.show(now, moving, table);
    say(sum, moving ? '' : sumOf(now));
    sum.classList.toggle('quiet', !now.values);
    redraw(symbols, moving ? [] : (now.symbols ?? []).map(([label, count]) => el('li', {}, el('b', {}, String(count)), ' ', label)));
    symbols.hidden = !symbols.children.length;
    sum.hidden = !sum.textContent && !moving;
    say(note, noteOf(now, moving, words));
    note.hidden = !note.textContent;
    builder(now, table);
  };
  return { element, show };
}

/** Of several rolls the last one is large: that one, or the first where nothing was rolled yet. */
function isLatest({ name, roll }, { state, reveal }) {
  const others = openDice(state).filter((each) => isThrow(each) && each.name !== name);
  if (others.some((each) => reveal?.purpose === each.name)) return false;
  const latest = Math.max(...others.map((each) => each.roll ?? 0), 0);
  return roll ? roll > latest : latest === 0 && openDice(state).find(isThrow)?.name === name;
}

/** What came in all, "" where the dice say it themselves. */
function sumOf({ values, total, symbols, ...dice }) {
  if (symbols?.length || (values && isWorded({ values }))) return '';
  if (!values) return dice.is_free ? '' : '–';
  return values.length === 1 && values[0] === total ? '' : String(total ?? '');
}

/** What is rolled, or how often yet. */
function noteOf({ formula, is_free: isFree, kinds = [], rolls_left: left = null, values }, moving, words) {
  if (left !== null) return values && !moving ? words('page.rolls_left', { left }) : '';
  return (isFree && !values) || formula === `1${kinds[0]}` ? '' : formula;
}

/** Whether a die shows words: they stand below it. */
const isWorded = (dice) => (dice.values ?? dice.faces ?? []).some((each) => typeof each === 'string' && !/^[+-]?\d+$/.test(each));

/** What keeps a die, or takes it up again; undefined where nobody here may. */
const keepPlay = (name, at, table) => {
  const play = leafOf(table?.plays ?? [], `keep ${name} ${at + 1}`);
  return play && !play.why && table.seats.some((seat) => play.seats.includes(seat)) ? play : undefined;
};

/** The dice that were drawn; each keeps its element as long as there is one of its kind at its place. */
class Drawn {
  /** @param {((at: number) => any)|null} playOf what keeps a die, null on a page that only looks */
  constructor(root, playOf, choose, words) {
    Object.assign(this, { root, playOf, choose, words });
    this.table = null;
    /** @type {string[]} the kinds of dice, each once */
    this.alike = [];
    this.shape = '';
    this.each = [];
  }

  show(now, moving, table) {
    this.table = table;
    const kinds = kindsOf(now);
    this.alike = [...new Set(kinds)];
    const shape = JSON.stringify([kinds, isWorded(now), Boolean(now.kept?.length)]);
    if (shape !== this.shape) this.#build(kinds, now);
    this.shape = shape;
    const { values, labels, dropped = [], kept = [] } = now;
    this.each.forEach((die, at) => {
      const value = moving || !values ? null : values[at];
      die.show(value, value === null ? '' : String(labels?.[at] ?? value));
      die.element.classList.toggle('dropped', !moving && Boolean(dropped[at]));
      die.element.classList.toggle('kept', Boolean(kept[at]));
      if (die.element.localName !== 'button') return;
      const told = value === null ? this.words('page.not_rolled') : labels?.[at] ?? value;
      die.element.setAttribute('aria-label', this.words('page.die', { number: at + 1, value: told }));
      die.element.setAttribute('aria-pressed', String(Boolean(kept[at])));
      die.element.setAttribute('aria-disabled', String(!this.playOf(at)));
    });
  }

  #build(kinds, now) {
    const [isKept, worded] = [Boolean(this.playOf && now.kept?.length), isWorded(now)];
    this.each = kinds.map((kind, at) => this.#die(kind, at, isKept, worded));
    const most = worded ? WORDED : ACROSS;
    const across = kinds.length > MANY ? 7 : kinds.length === 1 ? 1 : Math.min(Math.max(kinds.length, 3), most);
    this.root.className = `dice-row across-${across}${worded ? ' worded' : ''}`;
    const focused = this.root.contains(document.activeElement) ? [...this.root.children].indexOf(document.activeElement) : -1;
    this.root.replaceChildren(...this.each.map((die) => die.element));
    /** @type {HTMLElement|undefined} */ (this.root.children[focused])?.focus({ preventScroll: true });
    if (isKept) this.root.setAttribute('role', 'group');
    if (isKept) this.root.setAttribute('aria-label', this.words('page.keep'));
  }

  #die(kind, at, isKept, worded) {
    const die = numberDie(kind);
    const word = el('span', { class: 'on-die' });
    const parts = worded ? [die.element, word] : [die.element];
    const look = worded ? `die kind-${this.alike.indexOf(kind)}` : 'die';
    const element = isKept ? el('button', { 'class': look, 'type': 'button', 'data-token': `die-${at + 1}` }, ...parts) : el('span', { class: look }, ...parts);
    if (isKept) element.addEventListener('click', () => this.#tap(at));
    const show = (value, label) => {
      die.show(worded && value !== null ? initialsOf(label) : value);
      if (worded) say(word, label);
    };
    return { element, show };
  }

  #tap(at) {
    const play = this.playOf(at);
    if (play) this.choose({ ...play, seats: speakers(this.table.seats, play).slice(0, 1) });
  }
}

/** The first letter of each symbol. */
const initialsOf = (label) => label.split(/\s*\+\s*/).map((word) => ([...word][0] ?? '').toLocaleUpperCase()).join('');

/** What each die is: its own kind, else what all of them look like. */
function kindsOf({ kinds = [], count, look, faces = [], values }) {
  const plain = look === 'plain' || !look ? `d${faces.length}` : look;
  const alike = Array.from({ length: values?.length ?? count }, () => plain);
  return kinds.length ? kinds : alike;
}

/** What composes a roll comes where dice are chosen at each roll, and this page can do something. */
function makeBuilder(root, dice, words, dock) {
  const module = dice.is_free ? 'free-dice' : dice.pool?.length ? 'pool-dice' : '';
  let show = null;
  let newest = null;
  if (module && dock) {
    import(`../parts/composer/${module}.js`).then(async ({ composerOf }) => {
      show = await composerOf(root, dice, words, dock);
      if (newest) show(...newest);
    }, () => {});
  }
  return (now, table) => {
    newest = [now, table];
    show?.(now, table);
  };
}
