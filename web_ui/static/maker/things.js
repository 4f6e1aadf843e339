/** @file What can be made, as tiles, and what is made, as cards: each is filled in, put elsewhere or removed by a tap. */

import { el, redraw } from '../core/dom.js';
import { button } from './fields/controls.js';
import { drawingOf } from './drawings.js';
import { titleOf } from './form.js';
import { asName, asWords, at, freeName, labelOf } from './names.js';

/** So many tiles stand first, each for the first thing of its section; what else there is comes behind "More". */
const FIRST = 7;
/** Points of each person are a counter, which is what most people mean by a score. */
const POINTS = { table: 'counter', value: { each: 'person' } };

/**
 * @typedef {{table: string, title: string, starts?: Object<string, any>, value?: Object<string, any>|null}} Add what is called by its *title* at first, else by its table
 * @typedef {{section: string, title: string, hint: string, adds: Add[]}} Section
 */

const isTable = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A few words that tell what a thing holds. */
function briefOf(thing) {
  if (!isTable(thing)) return '';
  if (typeof thing.roll === 'string') return thing.roll;
  if (typeof thing.seconds === 'number') return `${thing.seconds} s`;
  const words = thing.faces ?? thing.segments ?? thing.cards ?? thing.names ?? thing.pack;
  if (Array.isArray(words)) return words.flat().slice(0, 3).join(', ') + (words.length > 3 ? ' …' : '');
  if (isTable(words)) return Object.keys(words).slice(0, 3).join(', ');
  return words === undefined ? '' : String(words);
}

export class Things {
  /**
   * @param {{tiles: HTMLElement, list: HTMLElement}} places
   * @param {import('./form.js').Maker & {sections: Section[]}} maker
   * @param {(path: string[]) => void} open
   */
  constructor({ tiles, list }, maker, open) {
    this.tiles = tiles;
    this.list = list;
    this.maker = maker;
    this.open = open;
    this.#drawTiles();
  }

  /** @returns {{path: string[], table: string, title: string, brief: string}[]} everything made, in the file's order */
  get made() {
    const { draft, tables, words } = this.maker;
    const label = (name) => labelOf(draft.data, name, document.documentElement.lang);
    return Object.entries(draft.data).flatMap(([table, things]) => {
      const shape = tables[table];
      if (!table || !shape || !isTable(things) || table.includes('.')) return [];
      if (!shape.named) return [{ path: [table], table, title: shape.title, brief: briefOf(things) }];
      // That the game has a name is seen on top.
      const shown = Object.entries(things).filter(([, thing]) => table !== 'text' || Object.keys(thing).some((word) => word !== 'name'));
      return shown.map(([name, thing]) => ({ path: [table, name], table, title: titleOf(words, label, shape, [table, name]), brief: ['on', 'text'].includes(table) ? '' : briefOf(thing) }));
    });
  }

  #drawTiles() {
    const { sections, words } = this.maker;
    const first = sections.slice(0, FIRST);
    const rest = sections.flatMap((section, at) => section.adds.filter((add, i) => !add.table.includes('.') && (at >= FIRST || i > 0 || section.section === 'score')));
    const tile = (section, title, then) => {
      const made = el('button', { 'class': 'maker-tile', 'type': 'button', 'data-section': section }, drawingOf(section), el('span', {}, title));
      made.addEventListener('click', then);
      return made;
    };
    const tiles = first.map((section) => tile(section.section, section.title, () => this.#add({ ...(section.section === 'score' ? POINTS : section.adds[0]), title: section.title })));
    const more = tile('more', words('maker-page.more'), () => this.#toggleMore());
    more.setAttribute('aria-expanded', 'false');
    this.more = more;
    this.kinds = el('div', { 'class': 'chips-row kinds', 'role': 'group', 'aria-label': words('maker-page.choose'), 'hidden': '' }, ...rest.map((add) => {
      const chip = el('button', { 'class': 'chip-button', 'type': 'button', 'data-table': add.table }, add.title);
      chip.addEventListener('click', () => this.#add({ ...add, title: '' }));
      return chip;
    }));
    this.tiles.replaceChildren(el('div', { class: 'maker-tiles' }, ...tiles, more), this.kinds);
  }

  #toggleMore(isOpen = this.kinds.hidden) {
    this.kinds.hidden = !isOpen;
    this.more.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) return;
    this.kinds.querySelector('button')?.focus();
    this.kinds.scrollIntoView({ block: 'nearest' });
  }

  #add({ table, title, value = null }) {
    const { draft, tables } = this.maker;
    this.#toggleMore(false);
    if (!tables[table]?.named) {
      if (!draft.data[table]) draft.edit({ do: 'add', table });
      return this.open([table]);
    }
    const name = this.#freeName(table, asName(title) || table);
    const path = [table, name];
    const said = title && asWords(asName(title)) !== title ? [{ do: 'set', path: ['text', document.documentElement.lang, name], value: name.replace(asName(title), title).replace(/-(?=\d+$)/, ' ') }] : [];
    draft.edit({ do: 'add', table, name, value }, ...said);
    return this.open(path);
  }

  /** A name for a new thing of *table*: one of those that there may be, else one that nothing has. */
  #freeName(table, wanted) {
    const { draft, tables } = this.maker;
    const there = Object.keys(draft.data[table] ?? {});
    const few = table === 'on' ? this.maker.events() : tables[table].names?.map(({ value }) => value);
    if (few) return few.find((each) => !there.includes(each)) ?? few[0];
    return freeName(Object.values(draft.data).filter(isTable).flatMap((each) => Object.keys(each)), wanted);
  }

  show(open) {
    const { words, draft } = this.maker;
    const made = this.made;
    const focused = this.list.contains(document.activeElement) ? document.activeElement?.getAttribute('data-key') : null;
    const cards = made.map((thing, i) => {
      const key = JSON.stringify(thing.path);
      const isOpen = key === JSON.stringify(open);
      const wrong = draft.faults.some((fault) => thing.path.every((each, place) => fault.path[place] === each));
      const card = button('', 'thing', () => this.open(thing.path), drawingOf(this.maker.sectionOf(thing.table, at(draft.data, thing.path))), el('span', { class: 'words' }, el('b', {}, thing.title), el('small', {}, wrong ? words('maker-page.wrong') : thing.brief)));
      card.setAttribute('data-key', key);
      if (isOpen) card.setAttribute('aria-current', 'true');
      const before = made[i - 1];
      const up = before?.table === thing.table && thing.path.length > 1 ? [button(words('maker-page.up', { label: thing.title }), 'icon up', () => draft.edit({ do: 'move', path: thing.path, before: before.path[1] }), '↑')] : [];
      for (const each of up) each.setAttribute('data-key', `up ${key}`);
      return el('li', { class: wrong ? 'wrong' : null }, card, ...up);
    });
    if (cards.length) this.list.replaceChildren(...cards);
    else redraw(this.list, [el('li', { class: 'quiet none' }, words('maker-page.nothing-yet'))]);
    if (focused) this.list.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }
}
