/** @file The simulated table: its screen, lamps, dice windows, and hands for its buttons. */

import { Age } from '../link/age.js';
import { isThrow, numberDie, openDice } from '../widgets/dice.js';
import { verdictDie } from '../widgets/verdict-die.js';
import { byId, el, readStart, settleLanguage } from '../core/dom.js';
import { dressAs, hasOwnPage, kindOf, views } from '../core/games.js';
import { showOled } from '../devices/oled.js';
import { VirtualInput, bindInput } from '../devices/virtual-input.js';
import { leaveOldPage, Link } from '../link/link.js';
import { Log } from '../widgets/log.js';
import { showNotices, showTrouble } from '../widgets/notices.js';
import { showPeople } from '../people/people.js';
import { Tray } from '../devices/tray.js';

/** The simulated table is played by its buttons: nothing on its board can be picked. */
const LOOKING = { can: () => false, open: () => '', pick: () => {}, pickCard: () => {}, browse: null };

/** The least part of its width that a drawing keeps where people need the room. */
const SMALLEST = 0.5;

class Panel {
  constructor({ table, words, chosen }) {
    this.words = words;
    this.table = table;
    this.chosen = chosen;
    this.asked = false;
    /** The shelf can be touched here too. @type {import('../shelf/shelf.js').Lent} */
    this.lent = { act: (play) => this.#act(play), more: async () => (await import('../core/words.js')).laterWords(chosen), heard: null };
    this.age = new Age(words);
    this.log = new Log(byId('caption'), byId('results'), words, table.version, (_, next) => next?.moment && this.#scene(next.moment));
    /** @type {Promise<{show: (moment: import('../core/types.js').Moment) => void}>|null} */
    this.moments = null;
    this.built = '';
    this.parts = [];
    this.kind = null;
    this.view = null;
    this.tray = new Tray(byId('tray'), () => this.fit());
  }

  /** @param {import('../core/types.js').Table} table @param {boolean} late */
  show(table, late = false) {
    if (leaveOldPage(this.table, table)) return;
    if (table.lang !== document.documentElement.lang) {
      location.reload();
      return;
    }
    this.table = table;
    this.lent.heard?.(table);
    if (table.consent || table.put_back?.length || this.asked) this.#ask();
    this.#showGame(table);
    this.#showWindows(hasOwnPage(kindOf(table)) ? [] : openDice(table.state ?? {}).filter((each) => !isThrow(each)), table.reveal);
    this.#showLamps(table.lamps);
    this.log.show(table, late);
    showNotices(table);
    showPeople(table.people, this.words);
    this.tray.look(Boolean(table.reveal));
    this.fit();
  }

  async #scene(moment) {
    this.moments ??= import('../scenes/afar.js').then(({ scenesOf }) => scenesOf(() => this.table));
    (await this.moments).show(moment);
  }

  /** Hands are told card by card where there is room, else as counts; and the drawing leaves room for every person. */
  fit() {
    const board = byId('game');
    const stage = board.querySelector('.stage');
    const over = () => board.scrollHeight - board.clientHeight;
    if (stage) stage.style.width = '';
    board.classList.remove('short');
    board.classList.toggle('short', over() > 0);
    if (!stage || over() <= 0) return;
    const { width, height } = stage.getBoundingClientRect();
    stage.style.width = `${Math.floor(width * Math.max(SMALLEST, 1 - over() / height))}px`;
  }

  /** Have the table do something, as this computer may. */
  async #act(play) {
    const { send } = await import('../link/sender.js');
    const answer = await send({ ...play, seen: this.table.version }, this.chosen);
    if (answer?.text) showTrouble(answer.text);
    return Boolean(answer?.done);
  }

  /** What somebody wants, and what hands are to put right. */
  async #ask() {
    this.asked = true;
    (await import('../scenes/afar.js')).showAsked(this.table, this.chosen, (play) => this.#act(play));
  }

  cue(cue) {
    this.show({ ...this.table, ...cue });
  }

  #showGame(table) {
    const kind = kindOf(table);
    const Game = views.of(kind);
    if (Game === undefined) views.load(kind).then((there) => there && kindOf(this.table) === kind && this.show(this.table));
    if (kind !== this.kind || (Game && !this.view)) {
      this.kind = kind;
      dressAs(kind);
      byId('game').replaceChildren();
      this.view = Game ? new Game(byId('game'), this.words, null, { ...LOOKING, lent: this.lent }, true) : null;
    }
    this.view?.show(table);
  }

  #showLamps(lit) {
    for (const lamp of document.querySelectorAll('[data-lamp]')) {
      const on = lit.includes(lamp.dataset.lamp);
      lamp.classList.toggle('lit', on);
      lamp.setAttribute('aria-label', this.words(on ? 'panel.lamp_lit' : 'panel.lamp_out'));
    }
  }

  #showWindows(dice, reveal) {
    const shape = JSON.stringify(dice.map((each) => [each.name, each.kind, each.count, each.look]));
    if (shape !== this.built) {
      this.built = shape;
      this.parts = dice.map((each) => windows(each));
      byId('windows').replaceChildren(...this.parts.flat().map((part) => part.element));
      byId('windows').hidden = !dice.length;
      byId('windows').classList.toggle('plain', !dice.some((each) => each.kind !== 'number'));
    }
    dice.forEach((each, row) => this.parts[row].forEach((part, index) => part.show(each, index, reveal?.purpose === each.name)));
  }
}

function windows(dice) {
  return Array.from({ length: dice.count }, () => {
    const die = dice.kind === 'number' ? numberDie(dice.look) : verdictDie(dice.look);
    const word = dice.kind === 'number' ? [] : [el('span', { class: 'word', 'aria-hidden': 'true' })];
    const element = el('div', { class: dice.kind === 'number' ? 'window tall' : 'window', role: 'img' }, die.element, ...word);
    const show = (now, index, moving) => {
      const value = moving || !now.values ? null : now.values[index];
      element.classList.toggle('moving', moving);
      const said = value === null ? '' : `: ${now.labels?.[index] ?? value}`;
      element.setAttribute('aria-label', `${now.label}${said}`);
      die.show(value, now.labels?.[index] ?? '');
      for (const each of word) each.textContent = value === null ? '' : (now.labels?.[index] ?? String(value));
    };
    return { element, show };
  });
}

/** Post a press; returns a sentence if it was refused, null where nobody answers. */
async function press(body, lang) {
  const headers = { 'Content-Type': 'application/json' };
  try {
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`/api/v1/press${lang ? `?lang=${lang}` : ''}`, request);
    return response.ok ? '' : (await response.json()).text;
  } catch {
    return null; // the age, top right, says so
  }
}

if (settleLanguage()) {
  const start = readStart();
  await views.load(kindOf(start.table)); // until then the page is as the server drew it
  const panel = new Panel(start);
  const post = async (body) => {
    const refused = await press(body, start.chosen);
    if (refused) showTrouble(refused);
    return refused !== null;
  };
  addEventListener('resize', () => panel.fit());
  // What is drawn a moment after the rest makes the board longer.
  new ResizeObserver(() => requestAnimationFrame(() => panel.fit())).observe(byId('game'));
  const show = (button, down) => document.querySelector(`[data-button="${button}"]`)?.classList.toggle('down', down);
  bindInput(byId('keys'), new VirtualInput(post, show));
  const hear = {
    table: (table, late) => panel.show(table, late),
    cue: (cue) => panel.cue(cue),
    'private-screen': (picture) => showOled(byId('oled'), picture),
  };
  const lang = start.chosen ? `&lang=${start.chosen}` : '';
  new Link(`/api/v1/stream?screen=own${lang}`, hear, (...state) => panel.age.show(...state));
}
