/** @file Joining: the row above the board that says as whom this phone plays; what it opens comes when it is needed. */

import { byId, dress, el } from '../core/dom.js';
import { nameOf } from '../people/people.js';

export class Join {
  /**
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {string|null} lang the language this device chose
   * @param {(seat: number|null) => void} look opens the stream anew, seen through one of the phone's seats
   * @param {() => Promise<import('../core/words.js').Words|null>} more the words of the sheet; null: the table didn't answer
   * @param {string} token what the code on the table's screen gave, used up by the first who joins with it
   */
  constructor(words, lang, look, more, token = '') {
    this.words = words;
    this.look = look;
    this.token = token;
    this.table = null;
    this.sheet = null;
    this.coming = null;
    this.make = async () => {
      const [{ JoinSheet }, later] = await Promise.all([import('./join-sheet.js'), more(), dress('form'), dress('join-sheet')]);
      return later && new JoinSheet(later, lang, look, token, (seat) => this.#seat(seat));
    };
    byId('join-open').addEventListener('click', () => this.#open());
    byId('join-open').disabled = false; // until then nobody would hear a tap
    byId('join-form').addEventListener('submit', async (event) => {
      event.preventDefault();
      (await this.#made())?.submit();
    });
  }

  /** @param {import('../core/types.js').Table} table */
  show(table) {
    const before = this.table;
    this.table = table;
    byId('joining').hidden = table.seats.includes('table');
    byId('join-open').textContent = this.words(table.joined ? 'join.change' : 'join.open');
    byId('join-open').classList.toggle('plain', table.joined || !table.may_join);
    byId('joined-as').textContent = this.#asWhom(table);
    byId('joined-as').hidden = !table.joined;
    this.#offerSeats(table);
    this.sheet?.show(table);
    if (before && table.joined && !before.joined) scrollTo(0, 0); // what was below was there to join
    if (this.token && !before && !table.joined) this.#open();
  }

  #asWhom(table) {
    if (!table.seats.length) return this.words('join.watch');
    return this.words('join.sit', { seats: table.seats.map((seat) => isolated(this.#seat(seat))).join(', ') });
  }

  /** Who holds several seats looks through one of them at a time. */
  #offerSeats(table) {
    const several = table.joined && table.seats.length > 1;
    const looks = byId('looks');
    looks.hidden = !several;
    if (!several) return;
    const focused = looks.contains(document.activeElement) ? document.activeElement.dataset.seat : null;
    looks.replaceChildren(...table.seats.map((seat) => {
      const button = el('button', { class: 'button plain', type: 'button', 'data-seat': seat, 'aria-pressed': String(seat === table.looks) }, this.#seat(seat));
      button.addEventListener('click', () => {
        byId('settings').close();
        this.look(seat);
      });
      return button;
    }));
    if (focused !== null) looks.querySelector(`[data-seat="${focused}"]`)?.focus();
  }

  /** A seat as people know it: by its number while nobody has called it anything. */
  #seat(seat) {
    const name = nameOf(this.table.people, seat);
    return !name || name === String(seat + 1) ? this.words('join.seat', { number: seat + 1 }) : name;
  }

  /** At once, so that what is typed next arrives; what the sheet does with it comes a moment later. */
  async #open() {
    byId('settings')?.close(); // what has the focus then gets it back
    if (!byId('join').open) byId('join').showModal();
    byId(this.table.joined || this.token ? 'join-name' : 'join-pin').focus();
    (await this.#made())?.open(this.table);
  }

  /** However often it is asked for before it has come, it is made once. */
  #making() {
    this.coming ??= this.make().finally(() => {
      this.coming = null;
    });
    return this.coming;
  }

  async #made() {
    const made = this.sheet ?? (await this.#making());
    this.sheet ??= made;
    byId('join-error').hidden = Boolean(made);
    byId('join-error').textContent = made ? '' : this.words('page.unanswered');
    return this.sheet;
  }
}

/** What the code on the table's screen gave: the end of the address, "" where there is none. */
export const scanned = () => /^\/J\/([0-9A-Z]{11})$/.exec(location.pathname)?.[1] ?? '';

/** A name keeps its own direction and turns nothing around it. */
const isolated = (name) => `\u2068${name}\u2069`;
