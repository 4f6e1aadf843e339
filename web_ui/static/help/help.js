/** @file What a phone tells whoever asks, and whoever plays for the first time; each part comes when it is needed. */

import { el } from '../core/dom.js';
import { listen } from './press.js';
import { recall } from '../core/storage.js';
import { BEFORE, noteOf } from './about.js';

/** So long after a scene it is looked again whether one is over. */
const AGAIN_MS = 300;
/** So long after anything else that was shown no hint comes: one thing at a time. */
const CALM_MS = 1500;
/** What is shown by itself, and what somebody looks at. */
const SHOWN = `${BEFORE}, .paper`;

/** What each hint explains, and never lies over. */
const BESIDE = {
  board: '#board svg[role=group]',
  watch: '#board svg[role=group]',
  hand: '#dock .hand',
  row: '#dock .row, #dock .actions, #dock .main-actions',
  head: 'button[data-about]',
};

const explained = ({ beside }) => document.querySelector(BESIDE[beside]);

/** @param {any} phone the page */
export function helpOf(phone) {
  const help = new Help(phone);
  listen((thing) => help.ask(thing));
  return help;
}

class Help {
  constructor(phone) {
    this.phone = phone;
    this.later = 0;
    this.told = -1;
    this.busy = false;
    this.calmFrom = 0;
    this.menu = null;
    this.how = null;
    this.role = null;
    // What names itself and is a button is asked by a tap as well.
    document.addEventListener('click', ({ target }) => {
      const thing = target instanceof Element && target.closest('button[data-about]');
      if (thing) this.ask(thing);
    });
  }

  get table() {
    return this.phone.table;
  }

  /** Tell what *thing* is. Returns whether there is anything to tell. */
  ask(thing) {
    const note = noteOf(this.table, thing.dataset);
    if (note) this.#lay(thing, note);
    return Boolean(note);
  }

  async #lay(thing, note) {
    const { showNote } = await import('./note.js');
    showNote(thing, note);
  }

  /** Tell beside *from*, which is called *title*, why it can't be done now, and what would help. */
  async explain(why, from, title) {
    const [{ showNote, putAway }, { light }, { showRule }, words] = await Promise.all([
      import('./note.js'), import('./marks.js'), import('../menu/sheets.js'), this.phone.more(),
    ]);
    if (!words) return;
    const rule = el('p', { class: 'rule', hidden: 'hidden' });
    const ask = el('button', { type: 'button', class: 'paper-link' }, words('help.why'));
    ask.addEventListener('click', () => {
      ask.hidden = true;
      rule.hidden = false;
      showRule(rule, this.table.game, why.rule, this.phone.words('page.out_of_touch_title'));
    });
    const show = () => {
      putAway();
      light(why.where, this.table.state);
    };
    const rows = why.where?.length ? [{ label: words('help.where'), act: show }] : [];
    showNote(from, { title, aside: why.short ?? '', lines: [why.reason, ...(why.remedy ? [why.remedy] : [])], rows, foot: why.rule ? [ask, rule] : [] });
  }

  /** @param {import('../core/types.js').Table} table */
  show(table) {
    clearTimeout(this.later);
    this.#offerHow(table);
    this.#offerWatch(table);
    this.#offerRole(table);
    this.#teach(table);
  }

  /** A "?" below whose turn it is tells what that person can do. */
  async #offerRole({ state }) {
    const about = `person ${state?.head?.seat}`;
    const note = noteOf(this.table, { about });
    if (!this.role && note) {
      const words = await this.phone.more();
      if (!words || this.role) return;
      this.role = el('button', { 'type': 'button', 'class': 'ask-who', 'aria-label': words('help.who') }, el('i', {}, '?'));
      document.querySelector('#phase')?.append(this.role);
    }
    if (!this.role) return;
    this.role.hidden = !note;
    this.role.dataset.about = about;
  }

  // ------------------------------------------------------------------ how to play
  async #offerHow({ state }) {
    const some = Boolean(state?.has_rules);
    if (!some && !this.how) return;
    const words = this.how ? null : await this.phone.more();
    if (!this.how && words) {
      this.how = el('button', { class: 'button plain', type: 'button', id: 'how' }, words('help.how'));
      this.how.addEventListener('click', async () => {
        /** @type {HTMLDialogElement|null} */ (document.querySelector('#settings'))?.close();
        (await import('./how-to-play.js')).showHowToPlay(this.table.game, words);
      });
      document.querySelector('#language')?.before(this.how);
    }
    if (this.how) this.how.hidden = !some;
  }

  // ------------------------------------------------------------------ what to watch
  async #offerWatch(table) {
    const some = watched(table.state).length > 0;
    if (!some && !this.menu) return;
    const words = this.menu ? null : await this.phone.more();
    if (!this.menu && words) {
      this.menu = el('button', { class: 'button plain', type: 'button', id: 'watch' }, words('help.watch'));
      this.menu.addEventListener('click', () => this.watch());
      document.querySelector('#language')?.before(this.menu);
    }
    if (this.menu) this.menu.hidden = !some;
  }

  /** Tell what should be watched, and mark it. */
  async watch() {
    const [{ showNote }, { markWatched, unmark }, words] = await Promise.all([import('./note.js'), import('./marks.js'), this.phone.more()]);
    if (!words) return;
    /** @type {HTMLDialogElement|null} */ (document.querySelector('#settings'))?.close();
    const groups = new Map();
    for (const { label, watch } of watched(this.table.state)) groups.set(watch, [...(groups.get(watch) ?? []), label]);
    const lines = [...groups].map(([why, names]) => `${[...new Set(names)].join(', ')}. ${why}`);
    await showNote(document.querySelector('#board svg[role=group]'), { title: words('help.watch'), lines, sign: 'wave' }, unmark);
    markWatched(this.table.state);
  }

  // ------------------------------------------------------------------ what comes by itself
  /** A gift at the deal, then hints; one thing at a time, and never over something else. */
  #teach(table) {
    const { state, seats } = table;
    const own = seats.filter((seat) => seat !== 'table');
    if (state?.end && document.querySelector('dialog.gift, .paper.hint')) this.#forget();
    if (!own.length || seats.includes('table') || !state || state.end || table.reveal) return;
    const gift = recall('gifts') === 'off' ? null : giftOf(table, own);
    const hint = recall('hints') === 'off' || table.version === this.told ? null : hintOf(table, own);
    if (this.busy || (!gift && !hint)) return;
    const isShown = document.querySelector(SHOWN) || document.hidden || this.phone.coming > 0;
    if (isShown) this.calmFrom = Date.now() + CALM_MS;
    if (isShown || (!gift && Date.now() < this.calmFrom)) {
      this.later = setTimeout(() => this.#teach(this.table), AGAIN_MS);
      return;
    }
    this.#show(gift, hint);
  }

  async #forget() {
    (await import('./teaching.js')).forget();
  }

  /** Gifts come before hints, which follow once they are put away. */
  async #show(gift, hint) {
    this.busy = true;
    try {
      const { showGift, showHint } = await import('./teaching.js');
      await (gift ? showGift(this.phone, gift) : showHint(this.phone, hint, explained(hint)));
      if (!gift) this.told = this.table.version;
    } finally {
      this.busy = false;
    }
    if (gift) this.#teach(this.table);
  }
}

/** @returns {{label: string, watch: string}[]} what has something to be watched, with its name */
function watched(state) {
  return (state?.boards ?? []).flatMap((board) => [...board.cells, ...(board.pieces ?? [])]).filter((each) => each.watch && each.label);
}

/** Whose gift is to be told: of one's only seat at once, of several when each is on. */
function giftOf({ state, commitment, game, number, people }, own) {
  const which = commitment ?? `${game} ${number}`;
  const told = recall('gifts');
  const seats = told?.game === which ? told.seats : [];
  const person = (state.people ?? []).find(({ seat, gift }) => gift && own.includes(seat) && !seats.includes(seat) && (own.length === 1 || state.turn?.seat === seat));
  return person ? { person, name: people.find((each) => each.seat === person.seat)?.name ?? '', keep: { game: which, seats: [...seats, person.seat] } } : null;
}

/** The first hint that helps somebody here, explains what is on the page, and wasn't shown on this device. */
function hintOf({ state, game }, own) {
  const seen = recall('hints') ?? [];
  return (state.hints ?? []).find((hint) => explained(hint) && hint.seats.some((seat) => own.includes(seat)) && !seen.includes(`${game} ${hint.name}`)) ?? null;
}
