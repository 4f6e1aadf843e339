/** @file A kit on a phone: its dice, large, as the table shows them. */

import { el } from './dom.js';
import { numberDie, verdictDie } from './dice.js';

/** Draws one game whose state's `kind` is `kit`. */
export class Kit {
  /**
   * @param {HTMLElement} board
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {HTMLElement} caption goes below the number dice
   */
  constructor(board, words, caption) {
    this.board = board;
    this.words = words;
    this.caption = caption;
    this.built = '';
    /** @type {((dice: import('./types.js').Dice, moving: boolean) => void)[]} */
    this.parts = [];
  }

  /**
   * @param {import('./types.js').State} state
   * @param {import('./types.js').Reveal|null} reveal what is in motion
   */
  show(state, reveal) {
    const dice = state.dice ?? [];
    const shape = JSON.stringify(dice.map((each) => [each.name, each.label, each.kind, each.count, each.look]));
    if (shape !== this.built) this.#build(dice);
    this.built = shape;
    dice.forEach((each, index) => this.parts[index](each, reveal?.purpose === each.name));
  }

  #build(dice) {
    const rows = [];
    const duel = el('section', { class: 'duel' });
    this.parts = dice.map((each) => {
      const [element, show] = each.kind === 'number' ? this.#numbers(each) : this.#verdict(each);
      if (each.kind === 'number') rows.push(element);
      else duel.append(element);
      return show;
    });
    this.board.replaceChildren(...rows, this.caption, ...(duel.hasChildNodes() ? [duel] : []));
  }

  #numbers(dice) {
    const each = Array.from({ length: dice.count }, () => numberDie(dice.look));
    const sum = el('p', { class: 'sum', 'aria-hidden': 'true' });
    const count = dice.count > 6 ? 'many' : `count-${dice.count}`;
    const row = el('section', { class: `roll ${count}`, 'aria-label': dice.label }, ...each.map((die) => die.element), sum);
    const show = (now, moving) => {
      row.classList.toggle('moving', moving);
      each.forEach((die, index) => die.show(moving || !now.values ? null : now.values[index]));
      sum.textContent = moving ? '' : String(now.total ?? '–');
    };
    return [row, show];
  }

  #verdict(dice) {
    const die = verdictDie(dice.look);
    const title = el('span', {}, '');
    const small = el('small');
    const cell = el('p', { class: 'verdict' }, die.element, title);
    const show = (now, moving) => {
      const value = moving || !now.values ? null : now.values[0];
      cell.className = `verdict ${value ?? ''}${moving ? ' moving' : ''}`;
      die.show(value);
      const label = value === null ? now.label : (now.labels?.[0] ?? String(value));
      small.textContent = detail(now, value, moving, this.words);
      title.replaceChildren(`${label} `, small);
    };
    return [cell, show];
  }
}

function detail(dice, value, moving, words) {
  if (moving) return '…';
  if (value === null) return words('page.not_rolled');
  return dice.hint ? `${dice.label}, ${dice.hint}` : dice.label;
}
