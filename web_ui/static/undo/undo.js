/** @file Taking back, in the menu; and what people are asked or told together. */

import { showCompare } from './compare.js';
import { showConsent } from './consent.js';
import { byId, el } from '../core/dom.js';
import { once } from '../link/sender.js';
import { showPutBack } from './put-back.js';

export class Undo {
  /**
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {(play: {do: string, seat: number|string}, from: Element) => Promise<boolean>} act
   * @param {() => void} close closes the menu
   * @param {() => any} dock the dock that stands on the page now
   */
  constructor(words, act, close, dock) {
    this.words = words;
    this.act = act;
    this.close = close;
    this.dock = dock;
    this.drawn = '';
    this.buttons = el('p', { class: 'choices', id: 'undo', hidden: true });
    const links = [['/fair', 'fair.to'], ['/devices', 'devices.to'], ['/verify', 'undo.to-verify'], ['/records', 'undo.to-records']];
    const choices = links.map(([href, label]) => el('a', { class: 'button plain', href: `${href}${location.search}` }, words(label)));
    byId('language').before(this.buttons, el('p', { class: 'choices' }, ...choices));
  }

  /** @param {import('../core/types.js').Table} table */
  show(table) {
    const { undo = null, seats } = table;
    showCompare(byId('compare'), table, this.words, this.act, (form, from) => this.dock()?.correct(form, from));
    showConsent(table, this.words, this.act);
    showPutBack(table, this.words, this.act);
    const now = JSON.stringify([undo, seats]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.#showButtons(undo, seats, seats.filter((seat) => seat !== 'table'));
  }

  /** The table's own page has these among the table's rows. */
  #showButtons(undo, seats, ours) {
    const root = this.buttons;
    const buttons = [];
    if (undo && ours.length && !seats.includes('table')) {
      if (!undo.why) buttons.push(this.#button(undo.two ? 'undo.two' : 'undo.undo', 'undo', ours[0]));
      if (undo.redo) buttons.push(this.#button('undo.redo', 'redo', ours[0]));
    }
    root.hidden = !buttons.length;
    root.replaceChildren(...buttons);
  }

  #button(label, line, seat, kind = 'button') {
    const button = el('button', { class: kind, type: 'button' }, this.words(label));
    button.addEventListener('click', () => {
      this.close();
      once(button, () => this.act({ do: line, seat }, button));
    });
    return button;
  }
}
