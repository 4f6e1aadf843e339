/** @file What this device can do on the island: the hand, large buttons for what isn't on the board, and what a tap means. */

import { BoardDock } from '../../dock/board-dock.js';
import { cardOf } from '../../cards/card-face.js';
import { el } from '../../core/dom.js';
import { leavesOf } from '../../plays/tree.js';
import { playsOfCard, signOf, tilesAt } from './plays.js';

/** Their cards are played from the hand. */
const FROM_HAND = { lift: 'helicopter-lift', sandbags: 'sandbags' };
/** What stands in the row before what: what may be done at once, a power of one's own, a treasure, a gift. */
const POWERS = ['fly', 'guide', 'shore-two'];
const slot = (play) => (play.role === 'first' && mayBe(play) ? 0 : POWERS.includes(play.word) ? 1 : play.word === 'capture' ? 2 : 3);
const mayBe = (play) => (play.then.length ? play.then.some((each) => !each.why) : !play.why);

/** The cards are dealt by one button; that the next thing alone is dealt stands beside it. */
function dealing(play) {
  if (play.word !== 'deal') return [play];
  const both = play.then.map((each) => ({ ...each, label: play.label, hint: each.label, role: each.word === 'rest' ? 'first' : '' }));
  return both.sort((a, b) => Number(b.role === 'first') - Number(a.role === 'first'));
}

export class Dock extends BoardDock {
  /** So narrow, in letters, the tiles are too small to be read. */
  static folds = matchMedia('(max-width: 18rem)');

  isNarrowed = false;

  /** What a tap on each tile does now. */
  get offered() {
    if (!this.table?.seats.length || this.whose) return new Map();
    return tilesAt(this.level(), new Set(this.state.boards[0].cells.map((cell) => cell.id)));
  }

  /** Whose hand lies in front of this device: who owes something, else who is on, else its own. */
  get seat() {
    const ours = this.table.seats.filter((seat) => seat !== 'table');
    const { pending, turn } = this.state;
    const owing = pending.flatMap((each) => each.seats).find((seat) => ours.includes(seat));
    return owing ?? (ours.includes(turn.seat) ? turn.seat : (this.table.looks ?? ours[0] ?? null));
  }

  get isIdle() {
    return this.roots().every((play) => play.word in FROM_HAND || play.role === 'aside');
  }

  /** What isn't done on the board or by a card; while a place is chosen, how to leave that. */
  next(now) {
    if (this.whose || (this.path.length && !this.offered.size)) return [...this.#inWords(), this.rows(now, 'actions')];
    if (this.path.length > 1) return [...this.#inWords(), el('div', { class: 'actions row' }, this.leave(this.words('page.back')))];
    return [...this.#inWords(), this.#buttons()];
  }

  get todo() {
    const { turn, pending } = this.state;
    const todo = super.todo;
    return this.offered.size && turn.step === 'actions' && !pending.length ? `${todo} ${this.phrase('tap_any')}` : todo;
  }

  // ------------------------------------------------------------------ the hand
  own() {
    const hand = this.state.hands.find((each) => each.seat === this.seat);
    if (!hand?.cards.length || this.state.end) return [];
    const cards = hand.cards.map((name, at) => el('li', {}, this.#card({ name, ...this.state.cards[name] }, at)));
    return [el('ul', { class: 'hand', 'aria-label': this.words('page.hand', { count: cards.length }) }, ...cards)];
  }

  #card(card, at) {
    const { leaves, opens } = playsOfCard(this.roots(), card.name, this.seat);
    const shown = opens ? { ...card, label: this.phrase('play', { card: card.label }) } : card;
    const face = cardOf({ ...shown, text: '' }, 'button', { type: 'button', 'data-key': `card ${at}` });
    face.classList.toggle('can', Boolean(opens || leaves.length));
    if (opens) face.setAttribute('aria-pressed', String(this.path[0] === opens.word));
    face.addEventListener('click', () => this.#pickCard(card, leaves, opens, face));
    return face;
  }

  /** A discard that is due and a card that only opens a choice are done at once; all else is asked, with what the card does. */
  #pickCard(card, leaves, opens, from) {
    if (this.waits) return;
    if (opens && !leaves.length) {
      this.walkTo([opens.word], from);
    } else if (leaves.length === 1 && !opens && leaves[0].do.startsWith('discard ')) this.choose(leaves[0]);
    else {
      const rows = [...leaves.map((play) => [play.label, () => this.choose(play)]), ...(opens ? [[opens.label, () => this.walkTo([opens.word], from)]] : [])];
      this.ask(card.label, rows.length ? card.text : `${card.text}. ${this.phrase('nothing_with')}`, rows);
    }
  }

  // ------------------------------------------------------------------ tiles
  /** @param {string} tile @returns {string} what choosing it does, "" for nothing */
  offers(tile) {
    return (this.offered.get(tile) ?? []).map((play) => (this.path.length ? this.level().title : play.label)).join(', ');
  }

  /** @param {string} tile @returns {string[]} the verbs of that */
  verbs(tile) {
    return (this.offered.get(tile) ?? []).map((play) => this.path[0] ?? play.do.split(' ')[0]);
  }

  /** Do what is done there, or ask which of several things. */
  pickPlace(tile, from) {
    const plays = this.offered.get(tile) ?? [];
    if (this.waits || !plays.length) return;
    const [only] = plays;
    if (this.path.length && only.then.length) {
      this.walkTo([...this.path, tile], from);
      return;
    }
    if (plays.length === 1 || this.path.length) {
      this.choose(only);
      return;
    }
    const cell = this.state.boards[0].cells.find((each) => each.id === tile);
    const rows = plays.map((play) => ({ label: play.label, sign: signOf(play.do.split(' ')[0]), then: () => this.choose(play) }));
    this.askBeside(from, `${cell.label}, ${cell.notes.at(-1).toLowerCase()}`, rows);
  }

  /** Where tiles are too small to be read, what choosing each does stands in words as well. */
  #inWords() {
    if (!Dock.folds.matches || !this.offered.size) return [];
    const { cells } = this.state.boards[0];
    const named = (play, tile) => ({ ...play, label: cells.find((each) => each.id === tile).label, hint: play.label });
    return [el('div', { class: 'actions' }, ...[...this.offered].flatMap(([tile, plays]) => plays.map((play) => (this.path.length ? this.row(play) : this.button(named(play, tile), 'button')))))];
  }

  /** A tile that isn't offered, after it was said what is meant: the table says why not, and the tree what would do. */
  async refusePlace(tile) {
    const offered = [...this.offered.values()].flat();
    if (!this.path.length || this.waits || !offered.length) return;
    const instead = this.words('page.pair', { label: this.level().title, value: `${offered.map((play) => play.label).join(', ')}.` });
    await this.attempt([...this.path, tile].join(' '), [offered[0]], instead);
  }

  // ------------------------------------------------------------------ buttons
  #buttons() {
    const held = this.state.hands.find((each) => each.seat === this.seat)?.cards ?? [];
    const inHand = ({ word }) => held.includes(FROM_HAND[word]);
    const plays = this.roots().filter((play) => !inHand(play) && !(play.word === 'discard' && this.#discards(play)));
    const aside = [...plays.filter((play) => play.word in FROM_HAND), ...plays.filter((play) => play.role === 'aside')];
    const end = plays.filter((play) => play.role === 'end');
    const first = plays.filter((play) => !aside.includes(play) && !end.includes(play) && play.role !== 'board').sort((a, b) => slot(a) - slot(b)).flatMap(dealing);
    return this.steps([...this.overRows(), ...first.map((play) => this.#button(play))], end.map((play) => this.#button(play)), aside.map((play) => this.#button(play)));
  }

  /** A discard that is due is made by the cards themselves, where they lie in front of this device. */
  #discards(play) {
    return leavesOf(play).every((each) => each.seats.includes(this.seat));
  }

  #button(play) {
    if (play.word === 'capture') return this.#capture(play);
    if (play.form && !play.why) {
      const opener = this.opener(play, () => this.enter(play));
      opener.classList.toggle('plain', play.role === 'aside');
      return opener;
    }
    if (!play.then.length) {
      const hint = play.role === 'end' ? this.phrase('then_draw') : play.hint;
      return this.button({ ...play, hint }, play.role === 'first' ? 'button first' : 'button');
    }
    if (play.then.every((each) => each.why)) return this.button({ ...play, do: null, why: play.then[0].why }, 'button');
    const button = this.opener(play, (event) => this.#mean(play.word, event.detail === 0));
    button.setAttribute('aria-pressed', String(this.path[0] === play.word));
    if (play.role === 'first') button.classList.add('first');
    return button;
  }

  /** Say what the next tap means; said once more, a tap means anything again. */
  #mean(word, byKey) {
    const again = this.path[0] === word;
    this.filling = null;
    this.path = again ? [] : [word];
    if (!again) this.openers.push({ key: `open ${word}`, element: null });
    this.draw();
    if (again) return;
    if (!this.offered.size) this.first();
    else if (byKey) this.board?.focus();
  }

  #capture(play) {
    const may = play.then.filter((each) => !each.why);
    if (may.length) return this.button({ ...may[0], label: play.label, hint: may[0].label }, 'button first');
    const { why } = play.then.find((each) => this.#most() === each.word) ?? play.then[0];
    return this.button({ ...play, then: [], do: null, why, hint: why.short || this.phrase('needs') }, 'button');
  }

  /** Of which treasure the hand holds most. */
  #most() {
    const cards = this.state.hands.find((each) => each.seat === this.seat)?.cards ?? [];
    const count = (card) => cards.filter((each) => each === card).length;
    return [...cards].sort((a, b) => count(b) - count(a))[0];
  }
}
