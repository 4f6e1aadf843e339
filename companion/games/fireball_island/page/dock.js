/** @file What this device can do on the island: the hidden hand, an answer that is awaited, a way or a Fireball that is seen before it is sent. */

import { BoardDock } from '../../dock/board-dock.js';
import { el } from '../../core/dom.js';
import { wouldDo } from '../../plays/board-plays.js';
import { has, leafOf } from '../../plays/tree.js';
import { nameOf } from '../../people/people.js';
import { shownRolls } from './parts.js';

/** Done by a tap on the map, and by the buttons that come with it. */
const ON_MAP = ['move', 'send', 'aim', 'hit'];
/** Each way has a button of its own. */
const FLAT = ['declare'];
/** Shown with the window that waits for them, or with the hand. */
const ELSEWHERE = ['play', 'take-one-card', 'interrupt', 'pass', 'pass-until'];

export class Dock extends BoardDock {
  /** @type {import('./window.js').AnswerWindow|null} */
  window = null;
  /** The line of the way that is shown, the Fireball and its way, and at whom it is aimed. */
  line = '';
  ball = '';
  route = '';
  target = '';
  /** The seats that were hit, as people tap them. @type {number[]} */
  struck = [];
  /** The place that somebody asked about. */
  asked = '';
  /** So narrow, in letters, spaces are too small to be told apart; so wide there is room: what is done on them stands in words as well. */
  static folds = matchMedia('(max-width: 18rem), (min-width: 60rem)');

  escape() {
    super.escape();
    if (this.line || this.ball) this.#mean({});
  }

  outdate({ state }) {
    this.leaveQuestion();
    [this.asked, this.struck] = ['', state?.reach?.length ? this.struck : []];
  }

  /** What is no longer possible isn't meant any more; what alone is possible is. */
  settle() {
    const { ways = [], fireballs = [] } = this.state ?? {};
    if (!this.#may('move') || !ways.some((way) => way.do === this.line)) this.line = '';
    if (!this.#names || !fireballs.some((each) => each.ball === this.ball)) this.ball = '';
    const balls = [...new Set(fireballs.map((each) => each.ball))];
    if (this.#names && balls.length === 1) [this.ball] = balls;
    const routes = this.#routes;
    if (!routes.some((each) => each.route === this.route)) this.route = '';
    if (this.ball && routes.length === 1) this.route = routes[0].route;
    const targets = this.#targets;
    if (!targets.includes(this.target)) this.target = '';
    if (targets.length === 1) [this.target] = targets;
  }

  #may(word) {
    return Boolean(this.table?.seats.length) && this.roots().some((play) => play.word === word);
  }

  get #names() {
    return this.#may('send') || this.#may('aim');
  }

  get #routes() {
    return this.#names ? this.state.fireballs.filter((each) => each.ball === this.ball) : [];
  }

  /** At whom a real marble may be aimed, by their numbers. */
  get #targets() {
    return this.roots().find((play) => play.word === 'aim')?.then.map((play) => play.word) ?? [];
  }

  get #idle() {
    return this.whose || this.path.length || this.state.end || this.sending;
  }

  // ------------------------------------------------------------------ what the map shows
  /** The way that is shown before it is gone. */
  get way() {
    const way = this.line && this.state.ways.find((each) => each.do === this.line);
    return way ? { ...way, label: this.#called(way.end) } : null;
  }

  /** The way that is meant, else the one to the place that somebody is *on*. */
  wayTo(on) {
    const way = this.#may('move') && !this.#idle && this.state.ways.find((each) => each.end === on);
    return this.way ?? (way ? { ...way, label: this.#called(on) } : null);
  }

  get rolls() {
    if (!this.#names) return shownRolls(this.state);
    return this.state.fireballs.filter((each) => !this.ball || each.ball === this.ball).map((each) => ({ ...each, hot: each.route === this.route }));
  }

  /** What is to be seen to choose from. */
  get around() {
    if (this.#may('move')) return [...this.state.ways.map((way) => way.end), this.state.ways[0].path[0]];
    const chosen = this.#routes.find((each) => each.route === this.route);
    return chosen ? [`ball-${this.ball}`, ...chosen.path] : [];
  }

  #called(id) {
    return this.state.boards[0].cells.find((cell) => cell.id === id)?.label ?? '';
  }

  // ------------------------------------------------------------------ the dock
  news() {
    this.root.classList.toggle('choosing', ON_MAP.some((word) => this.#may(word)));
    return [...this.#fray(), ...this.#window()];
  }

  own() {
    return [...this.hidden(), ...this.#outlook()];
  }

  get isIdle() {
    return super.isIdle && !this.#answers()?.length;
  }

  get isTold() {
    return !this.isNarrowed && this.state.declared.length;
  }

  next() {
    return [this.#buttons(this.all ? null : this.#answers()), ...this.#chips()];
  }

  get todo() {
    if (this.way) return this.way.label;
    if (this.#may('move')) return `${super.todo} ${this.phrase('tap_end')}`;
    if (this.#names) return this.route ? this.#routes.find((each) => each.route === this.route).label : this.phrase('tap_ball');
    if (this.#may('hit')) return `${this.state.now} ${this.phrase('tap_hit')}`;
    return super.todo;
  }

  /** What comes of the way or the Fireball that is meant, or what was asked about a place. */
  #outlook() {
    const chosen = this.way ?? this.#routes.find((each) => each.route === this.route);
    const text = chosen?.notes.join(this.way ? ', ' : ' ') || (!chosen && this.#told(this.asked));
    return text && !this.waits ? [el('p', { 'class': this.route ? 'outlook fire' : 'outlook', 'aria-live': 'polite' }, text)] : [];
  }

  #told(id) {
    const { boards: [{ cells, pieces }], balls } = this.state;
    const cell = [...cells, ...balls].find((each) => each.id === id);
    if (!cell) return '';
    const standing = pieces.filter((piece) => piece.cell === id).map((piece) => piece.label);
    return [cell.label, ...(cell.notes ?? []), ...standing].join(' · ');
  }

  // ------------------------------------------------------------------ buttons
  /** @param {HTMLElement[]|null} answers what may be answered, null where nothing waits */
  #buttons(answers) {
    const rest = this.#rest.map((play) => this.row(play));
    const again = this.#again().map((play) => this.button(play, 'button'));
    const shown = this.roots().filter((play) => !ON_MAP.includes(play.word) && !ELSEWHERE.includes(play.word) && !has('aside')(play));
    const rows = (list) => list.flatMap((play) => (FLAT.includes(play.word) ? play.then.map((each) => this.button(each, 'button')) : [this.large(play, ['first', 'end'])]));
    const now = rows(shown.filter((play) => play.role !== 'end'));
    const [answer, pass, ...longer] = answers ?? [];
    const steps = answer ? [answer, ...(pass ? [pass] : []), ...again, ...now, ...longer] : [...(answers ? [] : this.#ofMap()), ...again, ...now];
    return this.steps([...this.overRows(), ...steps], rows(shown.filter(has('end'))), rest);
  }

  /** What can be answered to what was declared; null where nothing was, or where nobody here may. */
  #answers() {
    return this.state.declared.length && !this.state.end ? (this.window?.answers() ?? []) : null;
  }

  /** Who lets all pass may be asked again. */
  #again() {
    const told = this.roots().filter((play) => play.word === 'answer-again');
    const resting = [...this.passing.since(this.table.version)].filter(([, line]) => line !== 'pass').map(([seat]) => seat);
    if (told.length || !resting.length) return told;
    return [{ word: 'answer-again', label: this.phrase('ask_again'), do: 'answer-again', seats: resting, hint: '', why: null, then: [], form: null }];
  }

  get #rest() {
    return this.roots().filter((play) => has('aside')(play) && play.word !== 'answer-again');
  }

  /** What goes with the map: the way, the Fireball or the hits that are meant. */
  #ofMap() {
    if (this.#may('move')) return this.#ofWays();
    if (this.#names) return this.#ofBalls();
    return this.#may('hit') ? this.#ofHits() : [];
  }

  /** What else could be meant, each in a word. */
  #chips() {
    const chips = this.waits ? [] : this.#may('move') ? this.#forks() : this.#names ? this.#choices() : this.#may('hit') ? this.#struck() : [];
    return chips.length ? [el('div', { class: 'actions' }, ...chips)] : [];
  }

  #ofWays() {
    if (!this.way) return [];
    const others = this.state.ways.some((each) => each.end !== this.way.end);
    const go = { ...leafOf(this.roots(), this.line), label: this.phrase('go', { place: this.way.label }) };
    return [this.#first(go), ...(others ? [this.#mark('other', this.phrase('other_way'), {})] : [])];
  }

  #forks() {
    const { ways } = this.state;
    if (!this.way) return Dock.folds.matches ? ways.map((way) => this.#mark(`way ${way.do}`, this.#wayName(way), { line: way.do })) : [];
    const alike = ways.filter((each) => each.end === this.way.end);
    return alike.length > 1 ? alike.map((each) => this.#mark(`way ${each.do}`, this.#by(each), { line: each.do }, each.do === this.line)) : [];
  }

  #wayName(way) {
    return way.do.split(' ').length > 2 ? `${this.#called(way.end)}, ${this.#by(way)}` : this.#called(way.end);
  }

  #by(way) {
    return this.phrase('through', { places: way.do.split(' ').slice(2).map((id) => this.#called(id)).join(', ') });
  }

  #ofBalls() {
    const leaf = this.ball && leafOf(this.roots(), this.#may('aim') ? `aim ${this.target} ${this.route}` : `send ${this.route}`);
    const verb = this.roots().find((play) => ['send', 'aim'].includes(play.word)).label;
    const others = this.ball && this.state.fireballs.some((each) => each.ball !== this.ball) ? [this.#mark('other', this.phrase('other_ball'), { ball: '', route: '' })] : [];
    return [...(leaf ? [this.#first({ ...leaf, label: verb })] : []), ...others];
  }

  #choices() {
    const { balls, fireballs } = this.state;
    const target = this.#targets.length > 1 ? this.#targets.map((each) => this.#mark(`target ${each}`, this.phrase('aim_at', { name: nameOf(this.table.people, Number(each) - 1) }), { target: each }, each === this.target)) : [];
    if (!this.ball) {
      const may = Dock.folds.matches ? balls.filter(({ id }) => fireballs.some((each) => `ball-${each.ball}` === id)) : [];
      return [...target, ...may.map(({ id, label }) => this.#mark(id, label, { ball: id.slice('ball-'.length) }))];
    }
    const routes = this.#routes.map((each) => this.#mark(`route ${each.route}`, each.label.split(/ ?: /).at(-1), { route: each.route }, each.route === this.route));
    return [...target, ...(routes.length > 1 ? routes : [])];
  }

  #ofHits() {
    const names = this.struck.map((seat) => nameOf(this.table.people, seat));
    const line = this.struck.length ? `hit ${this.struck.map((seat) => seat + 1).join('+')}` : 'hit nobody';
    const leaf = leafOf(this.roots(), line);
    const label = this.phrase('was_hit', { names: names.join(', ') || this.phrase('nobody') });
    return leaf ? [this.#first({ ...leaf, label })] : [];
  }

  #struck() {
    return this.state.reach.map((seat) => {
      const chip = this.#chip(`struck ${seat}`, nameOf(this.table.people, seat), this.struck.includes(seat));
      chip.addEventListener('click', () => this.#strike(seat));
      return chip;
    });
  }

  #strike(seat) {
    this.struck = (this.struck.includes(seat) ? this.struck.filter((each) => each !== seat) : [...this.struck, seat]).sort();
    this.redraw();
  }

  #first(play) {
    const button = this.button({ ...play, hint: '' }, 'button');
    button.classList.add('first');
    return button;
  }

  #chip(key, label, pressed) {
    return el('button', { 'class': 'button', 'type': 'button', 'data-key': key, 'aria-pressed': String(pressed) }, label);
  }

  /** A button that says what is *meant* without doing it. */
  #mark(key, label, meant, pressed = null) {
    const button = pressed === null ? el('button', { 'class': 'button plain', 'type': 'button', 'data-key': key }, label) : this.#chip(key, label, pressed);
    button.addEventListener('click', () => this.#mean(meant));
    return button;
  }

  #mean({ line = '', ball = this.ball, route = this.route, target = this.target }) {
    Object.assign(this, { line, ball, route, target, asked: '' });
    if (ball) this.settle();
    this.redraw();
  }

  // ------------------------------------------------------------------ the map
  /** @param {string} place @returns {string} what choosing it does, "" for nothing */
  offers(place) {
    if (!this.table?.seats.length || this.#idle) return '';
    if (this.#may('move')) return this.state.ways.some((way) => way.end === place) ? (this.way?.end === place ? this.phrase('go', { place: this.way.label }) : this.phrase('choose_way')) : '';
    if (this.#names && this.state.fireballs.some((each) => `ball-${each.ball}` === place)) return this.roots().find((play) => ['send', 'aim'].includes(play.word)).label;
    const here = this.#seatAt(place);
    if (this.#may('aim')) return this.#targets.includes(String(here + 1)) ? this.phrase('aim_at', { name: nameOf(this.table.people, here) }) : '';
    return this.#may('hit') && this.state.reach.includes(here) ? this.phrase('hit') : '';
  }

  #seatAt(place) {
    return this.state.boards[0].pieces.find((piece) => piece.cell === place && piece.owner !== undefined)?.owner ?? -1;
  }

  /** The first tap shows it, the second one does it. */
  pickPlace(place) {
    if (this.waits || !this.offers(place)) return;
    if (this.#may('move')) {
      if (this.way?.end === place) this.choose(leafOf(this.roots(), this.line));
      else this.#mean({ line: this.state.ways.find((way) => way.end === place).do });
    } else if (place.startsWith('ball-')) this.#mean({ ball: place.slice('ball-'.length), route: '' });
    else if (this.#may('aim')) this.#mean({ target: String(this.#seatAt(place) + 1) });
    else this.#strike(this.#seatAt(place));
  }

  /** Say what a place is that can't be chosen. */
  refusePlace(place) {
    this.asked = this.asked === place ? '' : place;
    this.redraw();
  }

  // ------------------------------------------------------------------ cards and answers
  /** Ask whether a hidden card is played: what it is stays unsaid unless it lies face up. */
  pickCard({ card, title }) {
    if (this.waits) return;
    const rows = this.#cards().filter(({ word }) => word === card).map(({ at, play }) => [at || this.phrase('play_it'), () => this.choose(play)]);
    const [{ shown }, told] = [this.hand, () => this.#face(card, rows.length > 0)];
    const face = shown ? told() : { label: title, text: '' };
    this.ask(face.label, [face.text, ...(rows.length ? [] : [this.phrase('not_now')])].filter(Boolean).map((each) => (each.endsWith('.') ? each : `${each}.`)).join(' '), rows, shown ? null : { label: this.phrase('hold'), face: told });
  }

  /** The cards of the own hand that can be played now, for whoever asks which. @returns {[string, () => void, string][]} */
  cardRows() {
    return this.#cards().map(({ word, label, at, play }) => [at ? this.words('page.pair', { label, value: at }) : label, () => this.choose(play), this.#face(word, true).text]);
  }

  /** What a card of the own hand says, or would do now if it *may* be played. */
  #face(name, may) {
    const { label, text } = this.state.decks.flatMap(({ hands }) => hands.flatMap(({ cards }) => cards)).find((card) => card.name === name) ?? { label: '', text: '' };
    return { label, text: (may && wouldDo(this.table, name)) || text };
  }

  /** Lines that play cards, each with whom it is played at where that is said. */
  #cards() {
    const [play, take] = ['play', 'take-one-card'].map((word) => this.roots().find((each) => each.word === word));
    return [
      ...(play?.then ?? []).map((each) => ({ word: each.word, label: each.label, at: '', play: each })),
      ...(take?.then ?? []).map((each) => ({ word: take.word, label: take.label, at: each.label, play: each })),
    ];
  }

  #window() {
    const { declared, end } = this.state;
    if (!declared.length || end) return [];
    const found = this.module('window', () => import('./window.js'));
    if (found) this.window ??= new found.AnswerWindow(this);
    return this.window?.parts() ?? [];
  }

  /** The Fireball that comes, and what became of the last one. */
  #fray() {
    const { battle, end } = this.state;
    if (!battle || end || this.#names || this.#may('move') || (battle.outcome && this.state.declared.length)) return [];
    return this.battle(battle);
  }
}
