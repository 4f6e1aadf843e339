/** @file The phone's page: takes over what the server drew, and keeps it true. */

import { Age } from './age.js';
import { Dock } from './dock.js';
import { byId, el, readStart, settleLanguage, svg } from './dom.js';
import { GAMES } from './games.js';
import { Link } from './link.js';
import { showLog } from './log.js';
import { showNotices } from './notices.js';
import { send } from './sender.js';
import { prepareSheets } from './sheets.js';

class Phone {
  constructor({ table, words, chosen }) {
    this.words = words;
    this.table = table;
    this.live = true;
    this.chosen = chosen;
    this.kind = null;
    this.view = null;
    this.age = new Age(words);
    this.sheets = prepareSheets(words);
    this.caption = byId('caption');
    this.results = byId('results');
    this.game = el('div', { class: 'game' });
    byId('board').replaceChildren(this.game, this.caption, this.results);
    this.dock = new Dock(byId('dock'), words, (play) => this.act(play), (why) => this.sheets.answer(why.reason, why.rule));
    this.show(table);
  }

  /** @param {import('./types.js').Table} table */
  show(table) {
    if (table.lang !== document.documentElement.lang) {
      location.reload(); // the table changed its language, and this device follows it
      return;
    }
    this.table = table;
    document.title = table.title ?? this.words('page.title');
    byId('title').textContent = document.title;
    this.#showGame(table);
    showLog(this.caption, this.results, table, this.words);
    this.sheets.devices(table.devices);
    showNotices(table);
    this.dock.show(table, this.live);
  }

  /** Something is in motion: the state stays as it is, and what moves becomes unreadable. */
  cue(cue) {
    this.show({ ...this.table, ...cue });
  }

  touch(ageMs, live) {
    this.age.show(ageMs, live);
    if (live === this.live) return;
    this.live = live;
    this.dock.show(this.table, live);
  }

  /** @param {{do: string, seat: number|string}} play */
  async act(play) {
    const answer = await send({ ...play, seen: this.table.version }, this.chosen);
    if (!answer) this.sheets.answer(this.words('page.unanswered'), null);
    else if (!answer.done) this.sheets.answer(answer.text, answer.rule);
  }

  #showGame(table) {
    const kind = table.menu ? 'menu' : (table.state?.kind ?? null);
    if (kind !== this.kind) {
      this.kind = kind;
      this.game.replaceChildren();
      byId('board').insertBefore(this.caption, this.results);
      this.view = kind in GAMES ? new GAMES[kind](this.game, this.words, this.caption) : null;
    }
    if (table.menu) this.game.replaceChildren(opening(table.menu.title));
    else if (table.state) this.view?.show(table.state, table.reveal);
  }
}

function opening(title) {
  const rose = svg('svg', { class: 'rose', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' }, svg('use', { href: '#rose' }));
  return el('section', { class: 'opening' }, rose, el('h2', {}, title));
}

if (settleLanguage()) {
  const start = readStart();
  const phone = new Phone(start);
  const address = `/api/v1/stream${start.chosen ? `?lang=${start.chosen}` : ''}`;
  const hear = { table: (table) => phone.show(table), cue: (cue) => phone.cue(cue) };
  new Link(address, hear, (ageMs, live) => phone.touch(ageMs, live));
}
