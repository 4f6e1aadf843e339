/** @file Any dice: tapped together or typed as a formula; what can't be read is shown by a caret under the place. */

import { compose, withdraw } from '../../notation/composed.js';
import { BadFormula, parseDice } from '../../notation/dice-notation.js';
import { dress, el, redraw } from '../../core/dom.js';
import { playAt } from '../../plays/levels.js';
import { numberDie } from '../../widgets/dice.js';
import { addDie, addNumber } from './formula.js';
import { ask } from './odds-request.js';

const DICE = ['d4', 'd6', 'd8', 'd10', 'd12', 'd20', 'd%', 'd2', 'dF'];
/** The usual first roll. */
const FIRST = '1d6';
/** Whoever is typing is told of no fault meanwhile. */
const PAUSE_MS = 250;
/** So many formulas of before stand beside each other. */
const CHIPS = 6;

/**
 * @param {HTMLElement} root
 * @param {import('../../core/types.js').Dice} dice
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @param {() => any} dock
 * @returns {Promise<(now: import('../../core/types.js').Dice, table: import('../../core/types.js').Table) => void>}
 */
export async function composerOf(root, dice, words, dock) {
  await Promise.all([dress('composer'), dress('form')]);
  const composer = new FreeDice(dice, words, dock);
  root.replaceChildren(composer.element);
  return (now, table) => composer.show(now, table);
}

/** @returns {number|null} the letter at which *formula* can't be read */
function faultIn(formula) {
  try {
    parseDice(formula);
    return null;
  } catch (fault) {
    if (fault instanceof BadFormula) return fault.at;
    throw fault;
  }
}

class FreeDice {
  constructor(dice, words, dock) {
    Object.assign(this, { name: dice.name, words, dock });
    this.rolled = '';
    this.recent = '';
    this.timer = 0;
    this.asked = 0;
    /** Whether what stands there is what was rolled last: the next die that is tapped begins another roll. */
    this.isDone = true;
    this.input = el('input', { 'class': 'field', 'type': 'text', 'inputmode': 'text', 'autocomplete': 'off', 'autocapitalize': 'off', 'spellcheck': 'false', 'maxlength': 100, 'enterkeyhint': 'go', 'aria-label': words('page.formula'), 'aria-describedby': 'formula-fault' });
    this.fault = el('div', { class: 'fault', id: 'formula-fault', role: 'status' });
    this.odds = el('button', { class: 'button plain', type: 'button' }, words('page.odds'));
    this.chips = el('div', { 'class': 'recent', 'role': 'group', 'aria-label': words('page.recent') });
    const form = el('form', { class: 'typed' }, this.input, this.odds);
    this.element = el('div', { class: 'free-dice' }, this.#keys(), form, this.fault, this.chips);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#roll();
    });
    this.input.addEventListener('input', () => this.#write(this.input.value, false));
    this.odds.addEventListener('click', async () => (await import('./odds-sheet.js')).openOdds(this.input.value, words, this.odds));
  }

  #keys() {
    const key = (label, face, then) => {
      const button = el('button', { 'class': 'button plain', 'type': 'button', 'aria-label': label }, ...face);
      button.addEventListener('click', then);
      return button;
    };
    const dice = DICE.map((kind) => {
      const name = kind === 'd2' ? this.words('page.coin') : kind;
      return key(this.words('page.add', { what: name }), [numberDie(kind).element, el('small', {}, name)], () => this.#write(addDie(this.isDone ? '' : this.input.value, kind)));
    });
    const number = (by, shown) => key(this.words('page.add', { what: shown }), [shown], () => this.#write(addNumber(this.input.value, by)));
    const clear = key(this.words('page.clear'), ['×'], () => this.#write(''));
    return el('div', { 'class': 'keys', 'role': 'group', 'aria-label': this.words('page.dice_keys') }, ...dice, number(-1, '−1'), number(1, '+1'), clear);
  }

  show(now, table) {
    const play = playAt(table.plays, ['throw', this.name]);
    this.element.hidden = !play || !table.seats.length;
    if (now.formula !== this.rolled || !this.input.value) {
      const mine = this.input.value === this.rolled || !this.input.value || this.isDone;
      this.rolled = now.formula ?? '';
      if (mine && document.activeElement !== this.input) this.#write(this.rolled || now.recent?.[0] || FIRST, true);
      else this.isDone = this.input.value === this.rolled;
    }
    this.#showRecent(now.recent ?? []);
    if (this.element.hidden) withdraw(this.name);
  }

  #showRecent(recent) {
    const few = recent.slice(0, CHIPS);
    if (JSON.stringify(few) === this.recent) return;
    this.recent = JSON.stringify(few);
    this.chips.hidden = !few.length;
    this.chips.replaceChildren(...few.map((formula) => {
      const chip = el('button', { class: 'name', type: 'button' }, formula);
      chip.addEventListener('click', () => this.#write(formula));
      return chip;
    }));
  }

  /** Have *formula* stand there. @param {string} formula @param {boolean} done whether it was rolled just now */
  #write(formula, done = false) {
    if (this.input.value !== formula) this.input.value = formula;
    this.isDone = done;
    const line = formula.replace(/\s+/g, '');
    this.odds.disabled = !line;
    redraw(this.fault, []);
    this.input.removeAttribute('aria-invalid');
    const at = faultIn(formula);
    compose(this.name, line && at === null ? { do: `throw ${this.name} ${line}`, hint: line } : null);
    clearTimeout(this.timer);
    this.asked += 1;
    const { asked } = this;
    if (line && at !== null) this.timer = setTimeout(() => this.#explain(formula, at, asked), PAUSE_MS);
  }

  /** Point to the letter at which *formula* can't be read; the table has the words for it. */
  async #explain(formula, at, asked) {
    const told = await ask(formula);
    if (asked !== this.asked) return;
    this.input.setAttribute('aria-invalid', 'true');
    redraw(this.fault, [el('pre', { 'aria-hidden': 'true' }, `${formula}\n${' '.repeat(told?.at ?? at)}^`), el('p', {}, told?.text ?? this.words('page.out_of_touch_title'))]);
    this.odds.disabled = true;
  }

  #roll() {
    this.dock()?.rollComposed(this.name);
  }
}
