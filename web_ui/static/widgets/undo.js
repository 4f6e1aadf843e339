/** @file Taking back: alone, or with somebody else's consent; what the board has to show; what is promised. */

import { showCompare } from './compare.js';
import { byId, el, say } from '../core/dom.js';
import { once } from '../core/pressed.js';

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
    this.request = el('section', { class: 'compare', id: 'undo-request', role: 'alert', hidden: true });
    this.putBack = el('section', { class: 'compare', id: 'put-back', role: 'status', hidden: true });
    byId('compare').before(this.request, this.putBack);
    this.buttons = el('p', { class: 'choices', id: 'undo', hidden: true });
    this.promise = el('p', { class: 'promise', id: 'promise' });
    const links = [['/verify', 'undo.to-verify'], ['/records', 'undo.to-records']];
    const choices = links.map(([href, label]) => el('a', { class: 'button plain', href }, words(label)));
    byId('language').before(this.buttons, el('h3', {}, words('undo.fair')), this.promise, el('p', { class: 'choices' }, ...choices));
  }

  /** @param {import('../core/types.js').Table} table */
  show(table) {
    const { undo = null, put_back: putBack = [], commitment = null, seed = null, reveal, seats, log = [], people = [] } = table;
    showCompare(byId('compare'), table, this.words, this.act, (form, from) => this.dock()?.correct(form, from));
    const now = JSON.stringify([undo, putBack, commitment, seed, Boolean(reveal), seats, log.at(-1)?.n, people.map((person) => person.name)]);
    if (now === this.drawn) return;
    this.drawn = now;
    const ours = seats.filter((seat) => seat !== 'table');
    this.#showRequest(undo && !reveal ? undo.request : null, table, ours);
    this.#showPutBack(putBack);
    this.#showButtons(undo, seats, ours);
    say(this.promise, this.#promise(commitment, seed));
  }

  #showRequest(request, table, ours) {
    const root = this.request;
    root.hidden = !request;
    if (!request) return root.replaceChildren();
    const may = ours.filter((seat) => !request.agreed.includes(seat));
    const asks = table.seats.includes('table') ? 'undo.how' : request.agreed.some((seat) => ours.includes(seat)) || !ours.length ? 'undo.wait' : '';
    const title = request.who ? this.words('undo.asked', { who: request.who }) : this.words('undo.asked-table');
    const parts = [el('h2', {}, title), el('p', {}, this.words('undo.what', { text: request.what }))];
    if (asks) parts.push(el('p', {}, this.words(asks)));
    else parts.push(el('div', { class: 'actions' }, this.#button('undo.agree', 'consent', may[0], 'button first')));
    root.replaceChildren(...parts);
    return undefined;
  }

  #showPutBack(putBack) {
    const root = this.putBack;
    root.hidden = !putBack.length;
    const lines = putBack.map((text) => el('li', {}, text));
    root.replaceChildren(...(putBack.length ? [el('h2', {}, this.words('undo.put-back')), el('ul', {}, ...lines)] : []));
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

  #promise(commitment, seed) {
    if (seed) return this.words('undo.told', { digits: seed });
    return commitment ? this.words('undo.promised', { digits: commitment }) : '';
  }
}
