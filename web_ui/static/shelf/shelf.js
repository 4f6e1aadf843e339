/** @file The shelf of games: what each is, with its cover; what unfolds when one is taken from it comes then. */

import { dress, el } from '../core/dom.js';

/**
 * @typedef {{mode: string, label: string, do: string}} Way
 * @typedef {{slug: string, name: string, line: string, told: string, people: number[], cover: string, ways: Way[], is_tool: boolean, has_rules: boolean}} ShelfGame
 * @typedef {{name: string, label: string, games: string[]}} Heading
 * @typedef {{number: number, name: string, people: string[], at: string}} Kept
 * @typedef {{games: ShelfGame[], kept: Kept[], leaving: 'free'|'sure'|'agree', headings: Heading[], find: string, take?: string}} ShelfData
 * What the page lends: to send a line, the words that come after the first picture, and to be told of what comes then.
 * @typedef {{act: (play: {do: string, seat: number|string}, from: any) => Promise<boolean>, more: () => Promise<any>, close?: () => void,
 *            heard?: ((table: import('../core/types.js').Table) => void)|null}} Lent
 */

/** @param {string} cover @returns {any} */
export const pictureOf = (cover) => el('img', { src: new URL(`../${cover}`, import.meta.url), alt: '', loading: 'lazy', decoding: 'async' });

/** The others are told who is choosing. @param {boolean} choosing */
const tell = (choosing) => fetch('/api/v1/choosing', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ choosing }) }).catch(() => {});

/** Letters without accents, to search. @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** @param {ShelfGame} game */
const findable = (game) => plain(`${game.name} ${game.line}`);

export class Shelf {
  /**
   * @param {HTMLElement} root
   * @param {Lent} lent
   */
  constructor(root, lent) {
    this.root = root;
    this.lent = lent;
    /** @type {import('../core/types.js').Table|null} */
    this.table = null;
    /** @type {ShelfData|null} */
    this.shelf = null;
    this.drawn = '';
    /** Whether the way to the maker is there, or coming. */
    this.leadsToMaker = false;
    /** Which game is taken from the shelf. */
    this.taken = '';
    /** @type {any} */
    this.setUp = null;
    this.list = el('ul', { class: 'games' });
    this.find = el('input', { class: 'field find', type: 'search', autocomplete: 'off', hidden: true });
    this.find.addEventListener('input', () => this.#search());
    this.first = el('div', { class: 'headings' });
    this.groups = el('div', { class: 'headings' });
    this.kept = el('section', { class: 'kept', hidden: true });
    this.place = el('div', { class: 'place-of-set-up', hidden: true });
    this.more = el('a', { class: 'button plain', href: `/take${location.search}` });
    this.holder = el('div', { class: 'shelf' }, this.find, this.first, this.list, this.place, this.kept, this.groups, this.more);
    root.append(this.holder);
  }

  get may() {
    return Boolean(this.table?.seats.length);
  }

  /** @param {import('../core/types.js').Table} table @param {ShelfData} shelf */
  show(table, shelf) {
    this.table = table;
    this.shelf = shelf;
    const now = JSON.stringify([shelf.games, shelf.headings, shelf.take, this.may, table.lang]);
    if (now !== this.drawn) {
      this.drawn = now;
      this.#drawGames();
    }
    this.#drawKept();
    this.#leadToMaker();
    this.setUp?.show(table, shelf);
    this.#markTaken();
  }

  #drawGames() {
    const focused = this.holder.contains(document.activeElement) ? document.activeElement?.getAttribute('data-game') : null;
    const { games, headings, find, take = '' } = this.shelf;
    const named = new Map(games.map((game) => [game.slug, game]));
    const rows = (slugs, key) => slugs.map((slug) => el('li', { 'data-find': findable(named.get(slug)) }, this.#card(named.get(slug), key)));
    const sections = headings.filter(({ name }) => name).map(({ name, label, games: slugs }) => el('section', { 'class': 'small-cards', 'data-heading': name }, el('h3', {}, label), el('ul', {}, ...rows(slugs, name === 'last' ? 'data-last' : 'data-game'))));
    const onTop = headings.findIndex(({ name }) => !name);
    const before = onTop < 0 ? sections.length : onTop;
    this.first.replaceChildren(...sections.slice(0, before));
    this.groups.replaceChildren(...sections.slice(before));
    this.list.replaceChildren(...rows(headings[onTop]?.games ?? [], 'data-game'));
    this.more.hidden = !take;
    this.more.textContent = take;
    this.find.hidden = !find;
    this.find.placeholder = find;
    this.find.setAttribute('aria-label', find);
    this.#search();
    if (focused) this.holder.querySelector(`[data-game="${focused}"]`)?.focus();
  }

  /** Show only the games with all words that are looked for. */
  #search() {
    const words = plain(this.find.value).split(' ').filter(Boolean);
    for (const row of this.holder.querySelectorAll('[data-find]')) row.hidden = !words.every((word) => row.dataset.find.includes(word));
    for (const section of this.holder.querySelectorAll('.small-cards')) section.hidden = !section.querySelector('li:not([hidden])');
    // What was played last stands below its own heading as well.
    if (words.length) this.first.querySelector('[data-heading=last]')?.setAttribute('hidden', '');
    this.holder.classList.toggle('finding', words.length > 0);
  }

  /** A game's card; its slug is under *key*. */
  #card(game, key) {
    const face = [pictureOf(game.cover), el('span', { class: 'words' }, el('b', {}, game.name), ...[game.line, game.told].filter(Boolean).map((text) => el('small', {}, text)))];
    if (!this.may) return el('div', { class: 'game-card' }, ...face);
    const card = el('button', { class: 'game-card', type: 'button', [key]: game.slug, 'aria-expanded': 'false' }, ...face);
    if (game.is_tool) {
      card.removeAttribute('aria-expanded');
      card.addEventListener('click', () => this.#open(game, card));
    } else card.addEventListener('click', () => this.take(game));
    return card;
  }

  /** Open the tool *game* at once; only who would leave a game alone is asked first. */
  async #open(game, card) {
    const [{ once }, words] = await Promise.all([import('../link/sender.js'), this.lent.more()]);
    if (!words) return undefined;
    const { leaving } = this.shelf;
    if (leaving === 'sure' && !card.dataset.sure) {
      card.dataset.sure = 'sure';
      return card.querySelector('b').replaceChildren(words('shelf.sure-resume'));
    }
    const seat = this.table.seats.includes('table') ? 'table' : this.table.seats[0];
    return once(card, async () => {
      const done = await this.lent.act({ do: game.ways[0].do, seat }, card);
      if (done || leaving === 'agree') this.lent.close?.();
      return done;
    });
  }

  async #drawKept() {
    const { kept } = this.shelf;
    const now = JSON.stringify([kept, this.may]);
    if (this.kept.dataset.drawn === now) return;
    this.kept.dataset.drawn = now;
    if (!kept.length || !this.may) return void (this.kept.hidden = true);
    const [{ keptGames }, words] = await Promise.all([import('./set-up.js'), this.lent.more()]);
    if (!words) return void delete this.kept.dataset.drawn;
    this.kept.hidden = false;
    this.kept.replaceChildren(...keptGames(this, words));
  }

  /** Below all games is the way to one of one's own; its words come after the first picture. */
  async #leadToMaker() {
    if (this.leadsToMaker || !this.may) return;
    this.leadsToMaker = true;
    const words = await this.lent.more();
    if (words) this.holder.append(el('a', { class: 'button plain', href: '/maker' }, words('maker-page.to')));
    else this.leadsToMaker = false;
  }

  /** Take *game* from the shelf: how many, who, Start. */
  async take(game) {
    if (this.taken === game.slug) return this.back();
    this.taken = game.slug;
    tell(true);
    this.#markTaken();
    const [{ SetUp }, words] = await Promise.all([import('./set-up.js'), this.lent.more(), dress('form')]);
    if (!words || this.taken !== game.slug) return undefined;
    this.setUp = new SetUp(this, game, words);
    this.setUp.show(this.table, this.shelf);
    this.place.replaceChildren(this.setUp.element);
    this.place.hidden = false;
    this.#markTaken();
    this.place.scrollIntoView({ block: 'nearest' });
    return this.setUp.focus();
  }

  /** Put it back. */
  back() {
    const slug = this.taken;
    this.taken = '';
    tell(false);
    this.setUp = null;
    this.place.hidden = true;
    this.place.replaceChildren();
    this.#markTaken();
    this.holder.querySelector(`[data-game="${slug}"]`)?.focus();
  }

  #markTaken() {
    this.holder.classList.toggle('taken', Boolean(this.setUp));
    for (const card of this.holder.querySelectorAll('.game-card[aria-expanded]')) card.setAttribute('aria-expanded', String((card.dataset.game ?? card.dataset.last) === this.taken));
  }
}
