/** @file The sheet to come in by the code or the digits, to change one's seats and name, and to leave. */

import { byId, el } from '../core/dom.js';

const PATIENCE_MS = 15000;
/** So many characters has a name at most. */
const LONGEST = 20;
const LOOK_MS = 1000;

export class JoinSheet {
  /**
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {string|null} lang the language this device chose
   * @param {(seat: number|null) => void} look opens the stream anew, as whoever this phone is by then
   * @param {string} token what the code on the table's screen gave, used up by the first who joins with it
   * @param {(seat: number) => string} seatName what a seat is called
   */
  constructor(words, lang, look, token, seatName) {
    this.words = words;
    this.lang = lang;
    this.look = look;
    this.token = token;
    this.seatName = seatName;
    this.table = null;
    this.sheet = byId('join');
    this.error = byId('join-error');
    this.pin = byId('join-pin');
    this.name = byId('join-name');
    byId('join-close').addEventListener('click', () => this.sheet.close());
    byId('join-watch').addEventListener('click', () => this.#watch());
    /** The seat that was chosen for whoever comes in; whoever chooses another has that instead. */
    this.offered = null;
    byId('join-seats').addEventListener('change', ({ target }) => {
      const offered = byId('join-seats').querySelector(`[value="${this.offered}"]`);
      if (target.checked && offered && offered !== target) offered.checked = false;
      this.offered = null;
      this.#ask(false);
    });
    byId('join-leave').addEventListener('click', () => this.#send('leave', {}));
    this.sheet.addEventListener('click', (event) => event.target === this.sheet && this.sheet.close());
    for (const event of ['input', 'compositionend']) this.name.addEventListener(event, (typed) => typed.isComposing || shorten(this.name));
    shorten(this.name); // what was typed while this module was on its way
    this.sheet.addEventListener('close', () => {
      this.pin.value = '';
    });
  }

  /** @param {import('../core/types.js').Table} table */
  show(table) {
    const before = this.table ?? table;
    this.table = table;
    this.#tellWhat();
    const same = JSON.stringify([before.people, before.held_seats]) === JSON.stringify([table.people, table.held_seats]);
    if (this.sheet.open && !same) this.#drawSeats(this.#ticked());
  }

  /** @param {import('../core/types.js').Table} table */
  open(table) {
    this.table = table;
    const { joined, seats, people, held_seats: held } = this.table;
    byId('join-title').textContent = this.words(joined ? 'join.title-change' : 'join.title');
    byId('join-enter').textContent = this.words(joined ? 'join.keep' : 'join.enter');
    byId('join-code').hidden = joined || Boolean(this.token);
    byId('join-leave').hidden = !joined;
    byId('join-close').hidden = !joined;
    byId('join-watch').hidden = joined;
    byId('join-what').hidden = joined;
    this.#tellWhat();
    this.#drawPicture();
    this.#say('');
    this.#ask(false);
    // The free seat is chosen already, the first of them.
    const free = this.#hasSeats ? people.find(({ seat }) => !held.includes(seat)) : undefined;
    this.offered = joined || !free ? null : free.seat;
    this.#drawSeats(new Set(this.offered === null ? seats : [this.offered]));
  }

  #tellWhat() {
    byId('join-what').textContent = this.table.title ? this.words('join.what-game', { game: this.table.title }) : this.words('join.what');
  }

  #ticked() {
    return new Set([...byId('join-seats').querySelectorAll('input:checked')].map((box) => Number(box.value)));
  }

  /** @param {Set<number|string>} ticked */
  #drawSeats(ticked) {
    const { people, seats, held_seats: held } = this.table;
    const focused = byId('join-seats').contains(document.activeElement) ? document.activeElement.value : null;
    const boxes = people.map(({ seat }) => {
      const others = held.includes(seat) && !seats.includes(seat);
      const box = el('input', { type: 'checkbox', value: seat });
      box.checked = ticked.has(seat);
      const note = this.words(others ? 'join.seat-taken' : seats.includes(seat) ? 'join.seat-yours' : 'join.seat-free');
      return el('label', { class: others ? 'seat taken' : 'seat' }, box, el('bdi', {}, this.seatName(seat)), el('span', { class: 'quiet' }, note));
    });
    byId('join-seats').replaceChildren(...boxes);
    byId('join-seats-field').hidden = !this.#hasSeats;
    if (focused !== null) byId('join-seats').querySelector(`[value="${focused}"]`)?.focus();
  }

  /** Before a game nobody chooses: who comes in to play has the next free seat. */
  get #hasSeats() {
    return !this.table.menu && this.table.people.length > 0;
  }

  #drawPicture() {
    const { joined, game } = this.table;
    const picture = byId('join-picture');
    picture.hidden = joined;
    if (joined || picture.firstChild) return;
    const at = (name) => new URL(`../covers/${name}.svg`, import.meta.url);
    const image = el('img', { alt: '', src: at(game ?? 'any') });
    image.addEventListener('error', () => (image.src = at('any')), { once: true });
    picture.append(image);
  }

  /** Who gives a name and no seat, while one is free, is asked once whether that is meant. */
  #ask(asks) {
    byId('join-ask').hidden = !asks;
    byId('join-ask').textContent = asks ? this.words('join.no-seat-sure') : '';
    this.asked = asks;
  }

  /** Look on, without a seat: in with the code, where there is one, so that nobody takes this phone's place. */
  #watch() {
    if (this.token) this.#send('join', { token: this.token, seats: [] });
    else this.sheet.close();
  }

  /** Send what is filled in. */
  submit() {
    const { joined, people, held_seats: held } = this.table;
    const body = this.#hasSeats ? { seats: [...this.#ticked()] } : { plays: true };
    const name = this.name.value.trim();
    if (name) body.name = name;
    if (!joined && name && body.seats?.length === 0 && !this.asked && people.some(({ seat }) => !held.includes(seat))) {
      this.#ask(true);
      return;
    }
    if (!joined && this.token) body.token = this.token;
    else if (!joined) {
      body.pin = this.pin.value.replace(/\s/g, '');
      if (!/^[0-9]{6}$/.test(body.pin)) {
        this.#say(this.words('join.six-digits'), this.pin);
        return;
      }
    }
    this.#send('join', body);
  }

  async #send(what, body) {
    if (this.sheet.getAttribute('aria-busy')) return;
    this.sheet.setAttribute('aria-busy', 'true');
    const answer = await ask(`/api/v1/${what}${this.lang ? `?lang=${this.lang}` : ''}`, body);
    if (answer?.waits) {
      this.#useUp(true);
      this.#say(this.words('join.asked'));
      this.#wait();
      return;
    }
    this.sheet.removeAttribute('aria-busy');
    if (answer && body.token && (answer.done || answer.error === 'wrong-token')) this.#useUp(answer.done);
    if (!answer) this.#say(this.words('join.no-answer'));
    else if (!answer.done) this.#say(answer.text, ['wrong-pin', 'wrong-token', 'no-window'].includes(answer.error) ? this.pin : null);
    else {
      this.sheet.close();
      this.look(null);
    }
  }

  /** The table is asked whether this phone may have another's seat: look what it says until it has said something. */
  async #wait() {
    const said = await fetch('/api/v1/join').then((response) => response.json()).catch(() => null);
    if (!said || said.asked === 'waiting') {
      setTimeout(() => this.#wait(), LOOK_MS);
      return;
    }
    this.sheet.removeAttribute('aria-busy');
    byId('join-code').hidden = this.table.joined;
    if (said.asked === 'yes') {
      this.sheet.close();
      this.look(null);
    } else this.#say(this.words(said.asked === 'no' ? 'join.asked-no' : 'join.asked-late'));
  }

  /** The token is no good any more: the address forgets it, and the sheet asks for the digits instead. */
  #useUp(joined) {
    this.token = '';
    history.replaceState(null, '', `/${location.search}`);
    byId('join-code').hidden = joined;
  }

  /**
   * Say what is wrong, in the sheet, with the focus where it can be mended.
   * @param {string} text "" for nothing
   * @param {HTMLInputElement|null} field
   */
  #say(text, field = null) {
    this.error.textContent = text;
    this.error.hidden = !text;
    this.pin.setAttribute('aria-invalid', String(field === this.pin));
    if (!text) return;
    this.error.scrollIntoView({ block: 'nearest' });
    field?.focus();
    field?.select();
  }
}

/** Take back what was typed or pasted too much: whole characters, before the caret. */
function shorten(field) {
  const excess = [...field.value].length - LONGEST;
  if (excess <= 0) return;
  const caret = field.selectionStart;
  const kept = [...field.value.slice(0, caret)].slice(0, -excess).join('');
  field.value = kept + field.value.slice(caret);
  field.setSelectionRange(kept.length, kept.length);
}

async function ask(address, body) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal: patience.signal });
    const answer = await response.json();
    return { done: response.ok, waits: response.status === 202, error: String(answer.error), text: String(answer.text) };
  } catch {
    return null; // no answer, or not the table's
  } finally {
    clearTimeout(timer);
  }
}
