/** @file The phone's page: takes over what the server drew, and keeps it true. */

import { Age } from './age.js';
import { byId, dress, el, leaveOldPage, readStart, say, settleLanguage } from './dom.js';
import { fade } from './fade.js';
import { docks, games, kindOf } from './games.js';
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
    this.fading = false;
    this.age = new Age(words);
    this.sheets = prepareSheets(words);
    this.caption = byId('caption');
    this.results = byId('results');
    this.game = el('div', { class: 'game' });
    const act = (play, hint) => this.act(play, hint);
    const explain = (why) => this.sheets.answer(why.reason, why.rule, this.table.game);
    this.makeDock = (Own) => new Own(byId('dock'), words, act, explain, () => this.#showGame(this.table));
    /** @type {any} */
    this.dock = null;
    /** @type {Promise<any>|null} */
    this.house = null;
    this.rows = null;
    byId('more').addEventListener('click', () => this.#showMenu());
    this.makeHouse = ({ House }) => new House(byId('house'), words, act, explain, () => byId('settings').close());
    this.more = async () => (await import('./words.js')).laterWords(chosen);
    /** @type {import('./undo.js').Undo|null} */
    this.undo = null;
    this.makeUndo = ({ Undo }, later) => new Undo(later, act, () => byId('settings').close());
    this.promised = '';
    this.reach = {
      can: (token) => Boolean(this.hands?.canPick(token)),
      open: () => this.hands?.openToken ?? '',
      pick: (token, from) => this.hands?.pickToken(token, from),
      pickCard: (card, from) => this.hands?.pickCard(card, from),
      browse: (title, cards) => this.sheets.cards(title, cards),
      dock: () => this.hands,
    };
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
    this.#fetch(table);
    this.#turn(true);
  }

  /** Draw the table. What is in motion, and *news* while one scene is about to give way to another, aren't kept waiting. */
  #turn(news) {
    const kind = kindOf(this.table);
    const next = this.kind !== null && kind !== this.kind && games.of(kind) !== undefined;
    if (this.fading ? news : !next || this.table.reveal) this.#draw();
    else if (!this.fading) {
      this.fading = true;
      fade(() => {
        this.fading = false;
        this.#draw();
      });
    }
  }

  #draw() {
    const { table } = this;
    document.title = table.title ?? this.words('page.title');
    say(byId('title'), document.title);
    this.#takeUp(table);
    this.hands?.show(table, this.live);
    this.#showHouse(table);
    this.#showGame(table);
    showLog(this.caption, this.results, table, this.words);
    showNotices(table);
    showPeople(table.people, this.words);
    this.#showUndo();
    byId('to-owner').hidden = !(table.joined || table.seats.includes('table'));
    this.#remember(table);
    if (byId('settings').open) this.#showRest();
  }

  /** What the menu has comes when it is opened. */
  #showMenu() {
    this.#showRest();
    this.#showUndo();
  }

  /** The devices, and how to bring a friend: asked for while the menu is open, for the window opens and shuts. */
  async #showRest() {
    byId('friend').hidden = !this.table.joined;
    const [{ showDevices }, { showFriend }, later] = await Promise.all([import('./devices.js'), import('./friend.js'), this.more(), dress('join-sheet')]);
    if (!later) return;
    showDevices(byId('devices'), this.table.devices, later);
    if (this.table.joined) showFriend(byId('friend'), later);
  }

  /** Something is in motion: the state stays as it is, and what moves becomes unreadable. */
  cue(cue) {
    this.show({ ...this.table, ...cue });
  }

  touch(ageMs, live) {
    this.age.show(ageMs, live);
    if (live === this.live) return;
    this.live = live;
    this.hands?.show(this.table, live);
    this.#showHouse(this.table);
  }

  /**
   * @param {{do: string, seat: number|string}} play
   * @param {string} hint what would do instead, if the table refuses it
   * @returns {Promise<boolean>} whether the table did it
   */
  async act(play, hint = '') {
    const seen = this.table.version;
    const answer = await send({ ...play, seen }, this.chosen, () => (this.live ? this.table.version === seen : null));
    if (!answer) this.sheets.answer(this.words('page.unanswered'), null, null);
    else if (answer.text) this.sheets.answer(answer.text, answer.rule, this.table.game, hint);
    return Boolean(answer?.done);
  }

  /** What only the table's own computer shows; its module comes after the first picture. */
  async #showHouse(table) {
    if (!table.house?.length) return;
    this.house ??= import('./house.js');
    const house = await this.house;
    this.rows ??= this.makeHouse(house);
    this.rows.show(this.table, this.live);
    house.compare(this);
  }

  /** Have here what draws this kind of state and what shows what can be done in it; what isn't here yet comes a moment later. */
  #fetch(table) {
    const kind = kindOf(table);
    const again = (there) => there && kindOf(this.table) === kind && this.#turn(false);
    for (const shelf of [games, docks]) if (shelf.of(kind) === undefined) shelf.load(kind).then(again);
  }

  #takeUp(table) {
    const kind = kindOf(table);
    const Own = docks.of(kind);
    if (Own && this.dock?.constructor !== Own) {
      this.dock?.close();
      this.dock = this.makeDock(Own);
    }
    if (kind === this.kind || games.of(kind) === undefined) return;
    if (this.kind !== null) import('./undress.js').then(({ undress }) => undress(this.kind));
    this.kind = kind;
    this.game.replaceChildren();
    byId('board').replaceChildren(this.game, this.caption, this.results);
    const Game = games.of(kind);
    this.view = Game ? new Game(this.game, this.words, this.caption, this.reach) : null;
  }

  /** The dock, if it is the one for what the table shows. */
  get hands() {
    return this.dock && this.dock.constructor === docks.of(kindOf(this.table)) ? this.dock : null;
  }

  /** What may be taken back, and what is promised: in the menu, or on the page where somebody asks for something. */
  async #showUndo() {
    const { undo, put_back: putBack } = this.table;
    if (!this.undo && !byId('settings').open && !undo?.wish && !putBack?.length) return;
    const [module, later] = await Promise.all([import('./undo.js'), this.more(), dress('compare')]);
    if (later) this.undo ??= this.makeUndo(module, later); // no answer: the next time there is a table
    this.undo?.show(this.table);
  }

  /** What is promised before the first draw is kept on this device. */
  async #remember({ commitment, log, seed }) {
    if (!commitment || log.length || seed || commitment === this.promised) return;
    this.promised = commitment;
    (await import('./promise.js')).remember(commitment);
  }

  #showGame(table) {
    if (kindOf(table) !== this.kind) return;
    this.view?.show(table);
  }
}

if (settleLanguage()) {
  const start = readStart();
  docks.load(kindOf(start.table));
  await games.load(kindOf(start.table)); // until then the page is as the server drew it
  const phone = new Phone(start);
  const lang = start.chosen ? `?lang=${start.chosen}` : '?';
  const look = (seat) => link.reopen(`/api/v1/stream${lang}${seat === null ? '' : `&seat=${seat}`}`);
  let join = null;
  const hear = { table: (table) => { phone.show(table); join?.show(table); }, cue: (cue) => phone.cue(cue) };
  const link = new Link(`/api/v1/stream${lang}`, hear, (ageMs, live) => phone.touch(ageMs, live));
  if (!start.table.seats.includes('table')) {
    // The table's own computer has nothing to join; any other shows the table first.
    import('./join.js').then(({ Join, scanned }) => {
      join = new Join(start.words, start.chosen, look, phone.more, scanned());
      join.show(phone.table);
    });
  }
}
