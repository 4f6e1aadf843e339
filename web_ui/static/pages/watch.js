/** @file A game of the past, watched move by move: the table takes its record through the rules, this page draws it. */

import { byId, readStart, settleLanguage } from '../core/dom.js';
import { views } from '../core/games.js';

const { words, chosen } = readStart();
const lang = chosen ? `?lang=${chosen}` : '';
const NOTHING = () => {};
const REACH = { can: () => false, open: () => null, pick: NOTHING, pickCard: NOTHING, browse: null };
/** A picture that only shows: nothing in it can be chosen. */
const STILL = { version: 0, page: '', network: 0, game: null, seats: [], joined: false, may_join: false, held_seats: [], looks: null, plays: [], asks: [], reveal: null, log: [], devices: [], lamps: [], trouble: null, menu: null };

class Watch {
  constructor() {
    this.game = 0;
    this.at = 0;
    /** Where it goes to, which may not be here yet: two quick steps are two. */
    this.wanted = 0;
    this.of = 0;
    this.kind = null;
    this.view = null;
    this.asked = 0;
    byId('at').addEventListener('input', () => this.go(Number(byId('at').value)));
    byId('back').addEventListener('click', () => this.go(this.wanted - 1));
    byId('on').addEventListener('click', () => this.go(this.wanted + 1));
    byId('again').addEventListener('click', () => this.go(0));
    addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {number} game @param {number|null} at its end where that isn't said */
  async open(game, at = null) {
    this.game = game;
    this.of = Number.MAX_SAFE_INTEGER;
    byId('watching').hidden = false;
    byId('games').hidden = true;
    byId('check').href = `/verify?check=${game}${lang.replace('?', '&')}`;
    byId('keep').href = `/api/v1/records/${game}`;
    byId('report').href = `/api/v1/records/${game}/report`;
    await this.go(at ?? (await this.#ask(0))?.of ?? 0);
    byId('watching').scrollIntoView();
    byId('watched').focus({ preventScroll: true }); // the row that was chosen is out of sight
  }

  /** @param {number} at how many lines of the record have been played */
  async go(at) {
    this.wanted = Math.max(0, Math.min(at, this.of));
    this.asked += 1;
    const { asked } = this;
    const move = await this.#ask(this.wanted);
    if (asked !== this.asked) return; // somebody has moved on
    if (move) await this.#show(move);
    else {
      this.wanted = this.at;
      byId('said').textContent = words('watch.no-answer');
    }
  }

  async #ask(at) {
    try {
      const response = await fetch(`/api/v1/records/${this.game}/moves/${at}${lang}`);
      return response.ok ? await response.json() : null;
    } catch {
      return null;
    }
  }

  async #show(move) {
    const kind = move.state?.kind ?? '';
    const { asked } = this;
    await views.load(kind);
    if (asked !== this.asked) return;
    [this.at, this.of] = [move.at, move.of];
    byId('at').max = String(move.of);
    byId('at').value = String(move.at);
    byId('back').disabled = move.at === 0;
    byId('on').disabled = move.at === move.of;
    byId('watched').textContent = move.title;
    const said = [...new Set([...move.text, ...(move.end && move.at === move.of ? [move.end] : [])])].join(' ');
    byId('said').textContent = (said || (move.at ? '' : words('watch.start'))) + (move.who && said ? ` · ${move.who}` : '');
    byId('place').textContent = words('watch.at', { at: move.at, of: move.of });
    if (kind !== this.kind) {
      this.kind = kind;
      byId('board').replaceChildren();
      const Game = views.of(kind);
      this.view = Game ? new Game(byId('board'), words, null, REACH) : null;
    }
    this.view?.show({ ...STILL, lang: document.documentElement.lang, title: move.title, people: move.people, state: move.state });
    const address = new URLSearchParams(location.search);
    address.set('game', String(this.game));
    address.set('at', String(move.at));
    history.replaceState(history.state, '', `?${address}`);
  }

  #key(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!steps || !this.game || event.target === byId('at') || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.go(this.wanted + steps);
  }
}

if (settleLanguage()) {
  const watch = new Watch();
  for (const button of document.querySelectorAll('[data-game]')) {
    button.addEventListener('click', () => watch.open(Number(button.dataset.game)));
  }
  const asked = new URLSearchParams(location.search);
  if (asked.get('game')) watch.open(Number(asked.get('game')), Number(asked.get('at') ?? 0));
}
