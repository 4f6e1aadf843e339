/** @file The phone's page: takes over what the server drew, and keeps it true. */

import { Age } from '../link/age.js';
import { byId, el, randomHex, readStart, settleLanguage } from '../core/dom.js';
import { docks, dressAs, kindOf, views } from '../core/games.js';
import { leaveOldPage, Link } from '../link/link.js';
import { showHead } from '../people/head.js';
import { Log } from '../widgets/log.js';
import { showNotices } from '../widgets/notices.js';
import { showPeople } from '../people/people.js';
import { whole } from '../plays/tree.js';

/** After so long without an answer a command may be dropped. */
const LATE_MS = 3000;
/** The stream may tell that a command is done before its answer comes: whoever sees that may go on at once. */
const DONE = { done: true, text: '', rule: null };
/** Once a page has nothing better to do, or, where a browser doesn't tell that, a moment later. */
const whenIdle = globalThis.requestIdleCallback ?? ((then) => setTimeout(then, 200));

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
    /** @type {Promise<any>|null} come with the first of them */
    this.sheets = null;
    this.log = new Log(byId('caption'), byId('results'), words, table.version, (_, next) => this.#tell(next?.moment), (now) => [this.#turnSaid(now), this.#askedSaid(now)].filter(Boolean));
    /** Whose turn it was when that was last said. */
    this.turnSaid = table.state?.turn?.seat ?? null;
    this.askedSaid = '';
    /** @type {Promise<any>|null} what is worth a scene comes when this page has nothing better to do */
    this.scenes = null;
    /** What this page showed first to who plays: until the scenes come the turn may pass on. @type {import('../core/types.js').Table|null} */
    this.first = null;
    /** So many scenes are about to be shown. */
    this.coming = 0;
    /** @type {Promise<any>|null} */
    this.help = null;
    /** By the ids of the commands that aren't answered yet, what tells that one is done. @type {Map<string, (done: typeof DONE) => void>} */
    this.sent = new Map();
    /** @type {import('../link/unsent.js').Unsent|null} comes after the first draw */
    this.unsent = null;
    this.asked = false;
    this.game = el('div', { class: 'game' });
    /** What one looks at now and then: below what can be done, or beside it. */
    this.below = el('div', { class: 'below' });
    const act = (play, from, hint) => this.act(play, from, hint);
    const explain = (why, from, label) => this.#explain(why, from, label);
    this.makeDock = (Own) => new Own(byId('dock'), words, act, explain, () => this.#showGame(this.table));
    /** @type {any} */
    this.dock = null;
    /** That of the game that the dock is for. */
    this.number = 0;
    /** @type {Promise<any>|null} */
    this.tableMenu = null;
    this.rows = null;
    byId('more').addEventListener('click', async () => {
      (await this.#fetchSheets()).settings();
      this.#showAside();
    });
    this.makeTableMenu = ({ TableMenu }) => new TableMenu(byId('table-menu'), words, act, explain, () => byId('settings').close());
    this.more = async () => (await import('../core/words.js')).laterWords(chosen);
    /** @type {typeof import('../menu/aside.js')|null} */
    this.aside = null;
    this.promised = '';
    addEventListener('deed', ({ detail }) => this.act(detail));
    /** What a shelf of games needs of this page, wherever it stands. @type {import('../shelf/shelf.js').Lent} */
    this.lent = { act, more: () => this.more(), heard: null };
    addEventListener('another-game', async () => (await import('../shelf/shelf-sheet.js')).openShelf(this));
    this.reach = {
      lent: this.lent,
      join: () => byId('join-open').click(),
      can: (token) => Boolean(this.ownDock?.canPick(token)),
      open: () => this.ownDock?.openToken ?? '',
      pick: (token, from) => this.ownDock?.pickToken(token, from),
      pickCard: (card, from) => this.ownDock?.pickCard(card, from),
      browse: async (title, cards) => (await this.#fetchSheets()).cards(title, cards),
      below: this.below,
    };
  }

  /** @param {import('../core/types.js').Table} sent @param {boolean} late whether the page was out of touch until now */
  show(sent, late = false) {
    if (leaveOldPage(this.table, sent)) return;
    const menu = sent.menu && { ...sent.menu, plays: whole(sent.menu.plays) };
    const table = { ...sent, menu, plays: whole(sent.plays), table_menu: whole(sent.table_menu ?? []) };
    if (table.lang !== document.documentElement.lang) {
      location.reload(); // the table changed its language, and this device follows it
      return;
    }
    this.table = table;
    this.lent.heard?.(table);
    this.log.show(table, late);
    for (const id of table.arrived ?? []) this.sent.get(id)?.(DONE);
    this.unsent?.heard(table.arrived ?? []);
    this.#fetch(table);
    this.#turn(true);
  }

  /** Draw the table. What is in motion, and *news* while one scene is about to give way to another, aren't kept waiting. */
  #turn(news) {
    const kind = kindOf(this.table);
    const next = this.kind !== null && kind !== this.kind && views.of(kind) !== undefined;
    if (this.fading ? news : !next || this.table.reveal) this.#draw();
    else if (!this.fading) {
      this.fading = true;
      const turned = () => {
        this.fading = false;
        this.#draw();
      };
      import('../core/fade.js').then(({ fade }) => fade(turned), turned);
    }
  }

  #draw() {
    const { table } = this;
    document.title = table.title ?? this.words('page.title');
    showHead(table, this.words);
    placeSeats(table);
    this.#takeUp(table);
    this.ownDock?.show(table, this.live);
    this.#showTableMenu(table);
    this.#showGame(table);
    showNotices(table);
    showPeople(table.people, this.words);
    this.#showAside();
    byId('to-owner').hidden = !(table.joined || table.seats.includes('table'));
    this.#remember(table);
    if (table.seats.length && !this.asked) whenIdle(() => this.#fetchUnsent());
    this.asked ||= table.seats.length > 0;
    if (table.seats.length) this.first ??= table;
    if (this.scenes || table.seats.length) whenIdle(() => this.#play((scenes) => scenes.turn(this.table)));
    whenIdle(async () => (await this.#fetchHelp()).show(this.table));
  }

  /** @returns {string} that it is the turn of somebody here, once a turn */
  #turnSaid({ state, seats, people }) {
    const seat = state?.end ? null : (state?.turn?.seat ?? null);
    if (seat === this.turnSaid) return '';
    this.turnSaid = seat;
    const name = people.find((each) => each.seat === seat)?.name ?? '';
    return seats.includes(seat) && !seats.includes('table') ? this.words('moment.your-turn-of', { name }) : '';
  }

  /** @returns {string} what is asked of somebody here besides, once each */
  #askedSaid(table) {
    const asked = table.state?.kind === this.kind ? (this.view?.asked?.(table) ?? '') : '';
    const isNew = asked !== this.askedSaid;
    this.askedSaid = asked;
    return isNew ? asked : '';
  }

  /** Show what nobody should miss. */
  #tell(moment) {
    if (moment) this.#play((scenes) => scenes.show(moment));
  }

  async #play(scene) {
    this.coming += 1;
    try {
      await scene(await this.#fetchScenes());
    } finally {
      this.coming -= 1;
    }
  }

  /** What tells whoever asks, or plays for the first time, comes when this page has nothing better to do. */
  #fetchHelp() {
    this.help ??= import('../help/help.js').then(({ helpOf }) => helpOf(this));
    return this.help;
  }

  #fetchScenes() {
    this.scenes ??= import('../scenes/scenes.js').then(({ scenesOf }) => scenesOf(this));
    return this.scenes;
  }

  /** Something is in motion: the state stays as it is, and what moves becomes unreadable. */
  cue(cue) {
    this.show({ ...this.table, ...cue });
  }

  touch(ageMs, live, off) {
    this.age.show(ageMs, live, off);
    if (live === this.live) return;
    this.live = live;
    this.ownDock?.show(this.table, live);
    this.#showTableMenu(this.table);
  }

  /**
   * @param {{do: string, seat: number|string}} play
   * @param {import('../link/unsent.js').Speaker} from who says it
   * @param {string} hint what would do instead, if the table refuses it
   * @returns {Promise<boolean>} whether the table did it
   */
  async act(play, from = null, hint = '') {
    const seen = this.table.version; // the newest may come while the sender is fetched
    const { send } = await this.#fetchSender();
    const [id, over, unsent] = [randomHex(16), new AbortController(), this.#fetchUnsent()];
    const timer = setTimeout(async () => (this.sent.has(id) ? (await unsent)?.wait(id, over, play.do, from) : over.abort(DONE)), LATE_MS);
    const answered = send({ ...play, id, seen }, this.chosen, over.signal).finally(() => clearTimeout(timer));
    const answer = await Promise.race([answered, new Promise((done) => this.sent.set(id, done))]);
    this.sent.delete(id);
    if (answer !== DONE) over.abort(answer);
    if (!answer) this.#answer(this.words('page.unanswered'), null);
    else if (answer.text) this.#answer(answer.text, answer.rule, hint);
    return Boolean(answer?.done);
  }

  /** Say why something can't be done, *rule* of the game that is open, and what would do instead. */
  async #answer(text, rule, hint = '') {
    (await this.#fetchSheets()).answer(text, rule, this.table.game, hint);
  }

  /** Say beside *from*, which is called *label*, why it can't be done, and what would help. */
  async #explain(why, from, label) {
    if (from) (await this.#fetchHelp()).explain(why, from, label);
    else this.#answer(why.reason, why.rule, why.remedy);
  }

  async #fetchSheets() {
    this.sheets ??= import('../menu/sheets.js').then(({ prepareSheets }) => prepareSheets(this.words));
    return this.sheets;
  }

  /** What sends commands comes when a page that is drawn has nothing better to do, or with the first one. */
  #fetchSender() {
    this.sender ??= import('../link/sender.js');
    return this.sender;
  }

  /** What a late command needs comes before the first one is late: then the network may bring nothing any more. */
  async #fetchUnsent() {
    this.#fetchSender();
    this.#fetchSheets();
    const [{ Unsent }, words] = await Promise.all([import('../link/unsent.js'), this.more()]);
    if (words) this.unsent ??= new Unsent(this, words); // no answer: the next command asks again
    return this.unsent;
  }

  /** What only the table's own computer shows; its module comes after the first picture. */
  async #showTableMenu(table) {
    if (!table.table_menu?.length) return;
    this.tableMenu ??= import('../menu/table-menu.js');
    const loaded = await this.tableMenu;
    this.rows ??= this.makeTableMenu(loaded);
    this.rows.show(this.table, this.live);
  }

  /** Have here what draws this kind of state and what shows what can be done in it; what isn't here yet comes a moment later. */
  #fetch(table) {
    const kind = kindOf(table);
    const again = (there) => there && kindOf(this.table) === kind && this.#turn(false);
    for (const modules of [views, docks]) if (modules.of(kind) === undefined) modules.load(kind).then(again);
  }

  #takeUp(table) {
    const kind = kindOf(table);
    const Own = docks.of(kind);
    const isAnother = this.dock?.constructor !== Own || this.number !== table.number;
    this.number = table.number;
    if (Own && isAnother) {
      const homeless = this.dock?.homeless ?? false;
      this.dock?.close();
      this.dock = this.makeDock(Own); // what was done, passed or opened in one game says nothing of the next
      this.dock.homeless = homeless;
    }
    if (kind === this.kind || views.of(kind) === undefined) return;
    if (this.kind !== null) scrollTo(0, 0); // where somebody was in the page before is nowhere in this one
    this.kind = kind;
    dressAs(kind);
    this.game.replaceChildren();
    byId('board').replaceChildren(this.game, this.log.caption);
    byId('rest').replaceChildren(this.below, this.log.list);
    document.querySelector('.others')?.remove();
    this.below.replaceChildren();
    const Game = views.of(kind);
    // What is drawn a piece a frame may go on when another game is open: it finds no dock then.
    const dock = () => (this.kind === kind && kindOf(this.table) === kind ? this.ownDock : null);
    this.view = Game ? new Game(this.game, this.words, this.log.caption, { ...this.reach, dock }) : null;
  }

  /** The dock, if it is the one for what the table shows. */
  get ownDock() {
    return this.dock && this.dock.constructor === docks.of(kindOf(this.table)) ? (this.dock.guest ?? this.dock) : null;
  }

  /** What stands beside the game comes when the menu is opened, or where somebody is asked or told something. */
  async #showAside() {
    const { undo, consent, put_back: putBack, compare, keeper } = this.table;
    if (!this.aside && !byId('settings').open && !consent && !undo?.set_right && !putBack?.length && !compare?.length && !keeper?.told) return;
    this.aside = await import('../menu/aside.js');
    await this.aside.showAside(this);
    this.unsent?.draw();
  }

  /** What is promised before the first draw is kept on this device. */
  async #remember({ commitment, log, seed }) {
    if (!commitment || log.length || seed || commitment === this.promised) return;
    this.promised = commitment;
    (await import('../core/storage.js')).keepPromise(commitment);
  }

  #showGame(table) {
    if (kindOf(table) !== this.kind) return;
    this.view?.show(table);
    placeCrew(this.below);
  }
}

/** Once joined, who is here and as whom one plays is found in the menu. */
function placeSeats({ joined, seats }) {
  const [section, inside] = [byId('seats'), joined || seats.includes('table')];
  if (inside === byId('settings').contains(section)) return;
  if (inside) {
    byId('table-menu').before(section);
    scrollTo(0, 0);
  } else byId('board').before(section);
}

/** So high, in letters, is a first screen without others' cards, and so high is each of them. */
const [LOW, ROW] = [40, 2.75];
/** With so much room the others' cards stand on the first screen, in the keyboard's order still after what can be done. */
const tall = matchMedia('(min-height: 47rem) and (min-width: 18.01rem)');

/** Have who holds what above the dock where there is room, else below it. @param {HTMLElement} below */
function placeCrew(below) {
  const others = document.querySelector('.others');
  const crew = (others ?? below).querySelector('.mates');
  if (!crew) return;
  // Asked as a sheet asks: to ask how large letters are in the midst of a drawing has the page dressed anew.
  const high = () => matchMedia(`(min-height: ${LOW + ROW * crew.querySelectorAll('li:not(.own, li li)').length}rem)`).matches;
  const fits = tall.matches && document.querySelector('.stage') && high();
  if (fits && !others) byId('dock').after(el('section', { 'class': 'others', 'aria-label': crew.getAttribute('aria-label') ?? byId('people').getAttribute('aria-label') }, crew));
  if (fits || !others) return;
  below.prepend(crew);
  others.remove();
}

if (settleLanguage()) {
  const start = readStart();
  docks.load(kindOf(start.table));
  await views.load(kindOf(start.table)); // until then the page is as the server drew it
  const phone = new Phone(start);
  const lang = start.chosen ? `?lang=${start.chosen}` : '?';
  const look = (seat) => link.reopen(`/api/v1/stream${lang}${seat === null ? '' : `&seat=${seat}`}`);
  let join = null;
  const hear = { table: (table, late) => { phone.show(table, late); join?.show(table); }, cue: (cue) => phone.cue(cue) };
  const link = new Link(`/api/v1/stream${lang}`, hear, (...state) => phone.touch(...state));
  if (!start.table.seats.includes('table')) {
    // The table's own computer has nothing to join; any other shows the table first.
    import('../join/join.js').then(({ Join, scanned }) => {
      join = new Join(start.words, start.chosen, look, phone.more, scanned());
      join.show(phone.table);
    });
  }
  tall.addEventListener('change', () => placeCrew(phone.below));
  // Large letters fold the page as a narrow screen does; without that it is a page all the same.
  const narrow = matchMedia('(max-width: 18rem)');
  const fold = async () => {
    if (!narrow.matches) return;
    narrow.removeEventListener('change', fold);
    (await import('./narrow.js')).foldPage(narrow);
  };
  narrow.addEventListener('change', fold);
  fold();
}
