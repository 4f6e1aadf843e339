/** @file The phone's page: takes over what the server drew, and keeps it true. */

import { Age } from './age.js';
import { Dock } from './dock.js';
import { byId, el, leaveOldPage, readStart, settleLanguage } from './dom.js';
import { GAMES, opening } from './games.js';
import { Link } from './link.js';
import { showLog } from './log.js';
import { showNotices } from './notices.js';
import { showPeople } from './people.js';
import { send } from './sender.js';
import { prepareSheets } from './sheets.js';
import { whole } from './tree.js';

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
    const act = (play) => this.act(play);
    const explain = (why) => this.sheets.answer(why.reason, why.rule);
    this.dock = new Dock(byId('dock'), words, act, explain, () => this.#showGame(this.table));
    /** @type {Promise<any>|null} */
    this.house = null;
    this.rows = null;
    this.makeHouse = ({ House }) => new House(byId('house'), words, act, explain, () => byId('settings').close());
    /** @type {Promise<import('./undo.js').Undo|null>|null} */
    this.undo = null;
    this.makeUndo = ({ makeUndo }) => makeUndo(act, () => byId('settings').close(), chosen);
    this.reach = {
      can: (token) => this.dock.canPick(token),
      open: () => this.dock.openToken,
      pick: (token, from) => this.dock.pickToken(token, from),
      pickCard: (card, from) => this.dock.pickCard(card, from),
      browse: (title, cards) => this.sheets.cards(title, cards),
    };
    this.show(table);
  }

  /** @param {import('./types.js').Table} sent */
  show(sent) {
    if (leaveOldPage(this.table, sent)) return;
    const menu = sent.menu && { ...sent.menu, plays: whole(sent.menu.plays) };
    const table = { ...sent, menu, plays: whole(sent.plays), house: whole(sent.house ?? []) };
    if (table.lang !== document.documentElement.lang) {
      location.reload(); // the table changed its language, and this device follows it
      return;
    }
    this.table = table;
    document.title = table.title ?? this.words('page.title');
    byId('title').textContent = document.title;
    this.dock.show(table, this.live);
    this.#showHouse(table);
    this.#showGame(table);
    showLog(this.caption, this.results, table, this.words);
    this.sheets.devices(table.devices);
    showNotices(table);
    showPeople(table.people, this.words);
    this.#showUndo();
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
    this.#showHouse(this.table);
  }

  /** @param {{do: string, seat: number|string}} play @returns {Promise<boolean>} whether the table did it */
  async act(play) {
    const seen = this.table.version;
    const answer = await send({ ...play, seen }, this.chosen, () => (this.live ? this.table.version === seen : null));
    if (!answer) this.sheets.answer(this.words('page.unanswered'), null);
    else if (!answer.done) this.sheets.answer(answer.text, answer.rule);
    return Boolean(answer?.done);
  }

  /** What only the table's own computer shows; its module comes after the first picture. */
  async #showHouse(table) {
    if (!table.house?.length) return;
    this.house ??= import('./house.js');
    const house = await this.house;
    this.rows ??= this.makeHouse(house);
    this.rows.show(this.table, this.live);
    const right = () => this.act({ do: 'right', seat: 'table' });
    house.showCompare(byId('compare'), this.table, this.words, right, (form, from) => this.dock.correct(form, from));
  }

  /** What is promised and may be taken back; its module and words come after the first picture. */
  startUndo() {
    this.undo = import('./undo.js').then(this.makeUndo);
    this.#showUndo();
  }

  async #showUndo() {
    const asked = this.undo;
    if (!asked) return;
    const undo = await asked;
    if (undo) undo.show(this.table);
    else if (this.undo === asked) this.undo = null; // no answer: the next time there is a table
    this.undo ??= this.live ? import('./undo.js').then(this.makeUndo) : null;
  }

  #showGame(table) {
    const kind = table.menu ? 'menu' : (table.state?.kind ?? null);
    if (kind !== this.kind) {
      this.kind = kind;
      this.game.replaceChildren();
      byId('board').insertBefore(this.caption, this.results);
      this.view = kind in GAMES ? new GAMES[kind](this.game, this.words, this.caption, this.reach) : null;
    }
    if (table.menu) this.game.replaceChildren(opening(table.menu.title));
    else if (table.state) this.view?.show(table);
  }
}

if (settleLanguage()) {
  const start = readStart();
  const phone = new Phone(start);
  const lang = start.chosen ? `?lang=${start.chosen}` : '?';
  const look = (seat) => link.reopen(`/api/v1/stream${lang}${seat === null ? '' : `&seat=${seat}`}`);
  let join = null;
  const hear = { table: (table) => { phone.show(table); join?.show(table); }, cue: (cue) => phone.cue(cue) };
  const link = new Link(`/api/v1/stream${lang}`, hear, (ageMs, live) => phone.touch(ageMs, live));
  phone.startUndo();
  if (!start.table.seats.includes('table')) {
    // The table's own computer has nothing to join; any other shows the table first.
    const { Join, scanned } = await import('./join.js');
    join = new Join(start.words, start.chosen, look, scanned());
    join.show(phone.table);
  }
}
