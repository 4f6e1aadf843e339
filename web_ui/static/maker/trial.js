/** @file The kit as it will be: the table's screen, its buttons, and a phone, drawn by the table after each change and each try. */

import { el, say } from '../core/dom.js';
import { views } from '../core/games.js';
import { whole } from '../plays/tree.js';
import { button, keepFocus } from './fields/controls.js';

/** Nothing of the picture is picked: what can be done stands below it. */
const LOOKING = { can: () => false, open: () => '', pick: () => {}, pickCard: () => {}, browse: null };

/** So many buttons stand below the phone's picture. */
const MOST_PLAYS = 12;
/** The screen is seen in motion for so long. */
const MOVING_MS = 500;

/** @returns {{line: string, title: string}[]} what the phone's person can do at once, by its line */
function playsIn(plays, above = '') {
  return plays.flatMap((play) => {
    if (play.why || play.form) return [];
    const title = above && play.label !== above ? `${above}: ${play.label}` : play.label;
    return play.then.length ? playsIn(play.then, play.label) : play.do ? [{ line: play.do, title }] : [];
  });
}

/** What draws any kit on a phone; the picture's own parts come as they are needed. */
async function pictureIn(board, words) {
  await views.load('kit');
  const View = views.of('kit');
  return new View(board, words, null, LOOKING);
}

export class Trial {
  /**
   * @param {{screens: HTMLImageElement[], keys: HTMLElement, phone: HTMLElement, said: HTMLElement}} places
   * @param {import('./form.js').Maker} maker
   */
  constructor({ screens, keys, phone, said }, maker) {
    Object.assign(this, { screens, keys, phone, said, maker });
    this.title = el('p', { class: 'phone-title' });
    this.board = el('div', { class: 'game' });
    this.dock = el('div', { class: 'main-actions' });
    this.log = el('p', { 'class': 'caption', 'role': 'status' });
    phone.replaceChildren(this.title, this.board, this.log, this.dock);
    phone.hidden = true;
    addEventListener('deed', ({ detail }) => maker.draft.press(detail.do));
    /** @type {Promise<any>|null} */
    this.view = null;
    this.drawn = '';
    this.number = 0;
    this.tried = 0;
    this.landing = 0;
  }

  show() {
    const { answer, presses } = this.maker.draft;
    if (!answer) return;
    this.#showScreens(answer);
    const now = JSON.stringify([answer.phone, answer.buttons, answer.refused, presses.length]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.#showKeys(answer);
    if (answer.phone) this.#showPhone(answer.phone);
    for (const screen of this.screens) screen.classList.toggle('old', answer.faults.length > 0);
  }

  /** The table's screen; after a try it is seen in motion first. */
  #showScreens({ oled, oled_moving: moving }) {
    const { presses } = this.maker.draft;
    const isNew = presses.length > this.tried && moving && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.tried = presses.length;
    clearTimeout(this.landing);
    const draw = (picture) => {
      const source = `data:image/png;base64,${picture}`;
      for (const screen of this.screens) if (picture && screen.src !== source) screen.src = source;
    };
    draw(isNew ? moving : oled);
    if (isNew) this.landing = setTimeout(() => draw(oled), MOVING_MS);
  }

  /** The table's three buttons, and below the phone what else can be done. */
  #showKeys({ buttons, phone }) {
    const { words, draft } = this.maker;
    const key = ({ button: name, title }) => button('', 'key', () => draft.press(`press ${name}`), el('b', {}, words(`panel.${name}`)), el('small', {}, title));
    const again = button('', 'again', () => draft.again(), words('maker-page.try-again'));
    keepFocus(this.keys, () => this.keys.replaceChildren(...buttons.map(key), ...(draft.presses.length ? [again] : [])));
    const lines = new Set(buttons.map((each) => each.line));
    const others = playsIn(whole(phone?.plays ?? [])).filter((play) => !lines.has(play.line)).slice(0, MOST_PLAYS);
    keepFocus(this.dock, () => this.dock.replaceChildren(...others.map(({ line, title }) => button('', '', () => draft.press(line), title))));
  }

  async #showPhone(table) {
    this.phone.hidden = false;
    this.number += 1;
    const { number } = this;
    say(this.title, table.title ?? '');
    say(this.log, this.maker.draft.answer.refused ?? table.log?.at(-1)?.text ?? '');
    this.view ??= pictureIn(this.board, this.maker.words);
    try {
      const view = await this.view;
      if (number === this.number && table.state) view.show({ ...table, plays: whole(table.plays), table_menu: [], people: table.people, });
    } catch {
      this.view = null; // what draws it comes with the next change
    }
  }
}
