/** @file What this device can do at sea: the hidden hand, an answer that is awaited, large buttons, and what a tap means. */

import { BoardDock } from '../../dock/board-dock.js';
import { addSheet, el } from '../../core/dom.js';
import { HandInDock } from '../../dock/own-hand.js';
import { offersAt, openly } from './plays.js';
import { nameOf } from '../../widgets/people.js';
import { ask } from '../../dock/walk.js';

const has = (role) => (play) => play.role === role;
/** Whether *play* is done on the board alone: by taps, or by the keys that walk its marked places. An attack has a row too. */
const isOnBoard = ({ role, word, do: line }) => role === 'board' && word !== 'attack' && !line;

/** The dock at sea: an answer that is awaited and the hidden hand stand above what can be done. */
export class Dock extends BoardDock {
  hand = new HandInDock(this);
  /** @type {import('./window.js').AnswerWindow|null} */
  window = null;
  /** The number of what may be answered, 0 for nothing. */
  declared = 0;

  /** What a tap on each place does now. */
  get offered() {
    if (!this.table?.seats.length || this.whose || this.state.end) return new Map();
    const colour = this.state.people.find((each) => each.seat === this.state.turn.seat)?.look ?? '';
    return offersAt(this.roots(), this.path, colour);
  }

  /** Whether a place is being chosen for the Kraken. */
  get calling() {
    return this.roots().some((play) => play.word === 'kraken');
  }

  parts(typing) {
    const { table } = this;
    const above = [...this.#window(), ...this.hand.parts()];
    if (!table.seats.length) return [...above, ask(this.words('page.watching'), true)];
    const now = this.level();
    this.path = now.path;
    const form = this.form(now.plays, typing);
    if (form) return [form];
    const back = this.whose || this.path.length || this.all ? [this.leave(this.words('page.back'))] : [];
    const said = (this.state.end || (this.state.declared.length && !this.path.length)) && !this.waits ? [] : [ask(this.#question(now), this.waits || this.#idle())];
    return [...above, ...said, el('div', { class: this.path.length ? 'actions scroll' : 'actions' }, ...this.#rows(now), ...back)];
  }

  /** What can be done now; nothing in words while a place on the board is aimed at. */
  #rows(now) {
    if (this.whose) return this.people();
    if (!this.path.length) return this.#buttons();
    const aiming = this.offered.size > 0 && this.path[0] !== 'attack';
    return aiming ? [] : now.plays.map((play) => this.row(play));
  }

  /** Whether somebody else is on: nothing is to be done here but what may be done at any time. */
  #idle() {
    return openly(this.roots()).every(has('aside'));
  }

  #question(now) {
    if (this.sending) return this.words('page.sending');
    if (this.table.reveal) return this.words('page.wait');
    if (this.whose) return this.words('page.who');
    if (this.path.length && this.offered.size) return this.phrase('tap', { verb: now.title });
    if (this.path.length) return now.title;
    const name = nameOf(this.table.people, this.state.turn.seat);
    return this.#idle() && name && !this.state.end ? this.phrase('turn_of', { name }) : this.state.now;
  }

  // ------------------------------------------------------------------ buttons
  #buttons() {
    const shown = openly(this.roots()).filter((play) => play.role !== 'answer' && !isOnBoard(play));
    const [aside, open] = [shown.filter(has('aside')), shown.filter((play) => play.role !== 'aside')];
    const undo = this.undoRows(!this.state.declared.length);
    if (this.all) return [...undo.slice(1), ...aside.map((play) => this.row(play))];
    const first = open.filter(has('first')).map((play) => this.#first(play));
    const ends = open.filter(has('end')).map((play) => this.button(play, 'button'));
    const rest = open.filter((play) => !['first', 'end'].includes(play.role)).flatMap((play) => (play.word === 'colour' ? play.then : [play])).map((play) => this.#row(play));
    const more = undo.length > 1 || aside.length ? [this.more(this.words('page.rest'), () => this.showAll())] : [];
    return [...this.overRows(), ...first, ...rest, ...ends, ...undo.slice(0, 1), ...more];
  }

  /** What chance waits for; where real dice are rolled it is a form. */
  #first(play) {
    const row = play.form ? this.row(play) : this.button(play, 'button');
    row.classList.add('first');
    return row;
  }

  /** Where nothing of it can be done it keeps its place and says why; where there is no choice it is that one thing. */
  #row(play) {
    const [only] = play.then;
    if (play.then.length === 1 && only.do && !only.form) return this.button({ ...only, label: play.label, hint: only.label }, 'button');
    const barred = play.word === 'attack' && play.then.every((each) => each.then.every((target) => target.why));
    return barred ? this.button({ ...play, then: [], do: null, why: play.then[0].then[0]?.why ?? play.then[0].why }, 'button') : this.row(play);
  }

  // ------------------------------------------------------------------ the board
  /** @param {string} place @returns {string} what choosing it does, "" for nothing */
  offers(place) {
    return [...new Set((this.offered.get(place) ?? []).map((offer) => offer.label))].join(', ');
  }

  /** @param {string} place @returns {boolean} whether it only says why not */
  barred(place) {
    return (this.offered.get(place) ?? []).every((offer) => offer.why);
  }

  /** Do what is done there, go on from there, or ask which of several things. */
  pickPlace(place, from) {
    const offers = this.offered.get(place) ?? [];
    const may = offers.filter((offer) => !offer.why);
    if (this.waits || !offers.length) return;
    if (!may.length) this.explain(offers[0].why);
    else if (may.length > 1) this.ask(this.phrase('tap', { verb: this.offers(place) }).split(':')[0], '', may.map((offer) => [this.#named(offer), () => this.#take(offer, from)]));
    else this.#take(may[0], from);
  }

  #named({ label, play }) {
    return play && play.label !== label ? this.words('page.pair', { label, value: play.label }) : label;
  }

  #take({ play, path }, from) {
    if (play) this.choose(play);
    else this.walkTo(path, from);
  }

  walkTo(path, from) {
    this.openers.push({ key: '', element: from });
    this.path = path;
    this.filling = null;
    this.draw();
    if (!this.offered.size) this.first();
    else if (document.activeElement === from || !from?.isConnected || this.root.contains(from)) this.board?.focus();
  }

  /** A cell that isn't offered, after it was said what is meant: the table says why not. */
  async refusePlace(place) {
    (await import('./refused.js')).refusePlace(this, place);
  }

  // ------------------------------------------------------------------ hidden cards
  /** A card is played by its place: what it is stays unsaid until it lies openly. */
  async pickCard(picked, from) {
    (await import('./card.js')).askForCard(this, picked, from);
  }

  /** What was declared and may be answered; what shows it comes when something is declared for the first time. */
  #window() {
    const { declared, end } = this.state;
    const number = declared.at(-1)?.number ?? 0;
    if (number !== this.declared) this.asking?.then(({ leave }) => leave()); // what was asked is no longer meant
    this.declared = number;
    if (!declared.length || end) return [];
    if (!this.window) this.#fetchWindow();
    return this.window?.parts() ?? [];
  }

  async #fetchWindow() {
    const [{ AnswerWindow }] = await Promise.all([import('./window.js'), addSheet(new URL('./window.css', import.meta.url))]);
    this.window ??= new AnswerWindow(this);
    this.draw();
  }
}
