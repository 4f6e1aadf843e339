/** @file Countdowns: a ring that empties, the time in large figures, and what can be done with each. The page counts on by itself from what it was told last. */

import { el, say, svg } from '../core/dom.js';
import { sound } from '../core/sounds.js';
import { CLOCK_VERBS, leafOf, speakers } from '../plays/tree.js';
import { nameOf } from '../people/people.js';
import { clockText } from '../widgets/play-time.js';

/** What it looks like. */
export const sheets = ['../css/clocks.css'];

/**
 * @typedef {{key: string, name: string, label: string, seconds: number, runs: boolean, seat?: number, is_over?: boolean, is_silent?: boolean}} Clock
 * @typedef {{key: string, left: number, runs: boolean, held?: boolean}} Left what is left, in milliseconds, when it was told
 */

const TICK_MS = 250;
/** So many seconds before the end it is said how much is left. */
const SPOKEN_S = [30, 10];
const RADIUS = 45;

/**
 * @param {import('../pages/picture.js').PictureView} view
 * @param {{clocks: Clock[]}} state
 * @returns {import('../pages/picture.js').Part}
 */
export function partOf(view, state) {
  const faces = state.clocks.map((clock) => new Face(clock, view.words));
  const names = [...new Set(state.clocks.map((clock) => clock.name))];
  const rows = names.map((name) => new Buttons(name, view));
  const groups = names.map((name, at) => el('div', { class: 'timers' }, el('div', { class: 'faces' }, ...faces.filter((face) => face.name === name).map((face) => face.element)), rows[at].element));
  const spoken = el('p', { class: 'unseen', 'aria-live': 'polite' });
  const goOn = new GoOn(view);
  const element = el('section', { class: 'clocks' }, ...groups, goOn.element, spoken);
  let ticking = 0;
  const tick = () => {
    if (element.isConnected) for (const face of faces) face.draw((text) => say(spoken, text));
    else ticking = clearInterval(ticking) ?? 0;
  };
  const show = (table) => {
    faces.forEach((face, at) => face.show(table.state.clocks[at], table));
    for (const row of rows) row.show(table, faces.some((face) => face.name === row.name && face.told.held));
    goOn.show(table);
    tick();
    if (faces.some((face) => face.told?.runs)) ticking ||= setInterval(tick, TICK_MS);
    else ticking = clearInterval(ticking) ?? 0;
  };
  return { element, show };
}

/** One countdown: its ring, its time and its name. */
class Face {
  constructor(clock, words) {
    this.words = words;
    this.name = clock.name;
    /** @type {Left|null} */
    this.told = null;
    this.since = 0;
    this.over = null;
    this.seconds = null;
    this.figures = el('time', { role: 'timer', 'aria-live': 'off' });
    this.ring = svg('circle', { class: 'sand', cx: 50, cy: 50, r: RADIUS, pathLength: 1 });
    const drawing = svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, svg('circle', { cx: 50, cy: 50, r: RADIUS }), this.ring);
    this.title = el('h2', { class: 'quiet' });
    this.note = el('small', { class: 'quiet' });
    this.element = el('div', { class: 'timer' }, this.title, el('p', {}, drawing, this.figures), this.note);
  }

  /** @param {Clock} clock @param {any} table */
  show(clock, { clocks = [], people }) {
    const told = clocks.find((each) => each.key === clock.key) ?? { key: clock.key, left: 1000 * clock.seconds, runs: false };
    if (JSON.stringify(told) !== JSON.stringify(this.told)) [this.told, this.since] = [told, performance.now()];
    this.clock = clock;
    const who = clock.seat === undefined ? '' : nameOf(people, clock.seat);
    this.label = who ? this.words('page.pair', { label: clock.label, value: who }) : clock.label;
    say(this.title, who || clock.label);
    this.figures.setAttribute('aria-label', this.label);
    this.element.classList.toggle('runs', told.runs);
    say(this.note, told.held ? this.words('clocks.held') : '');
  }

  /** What is left now, in milliseconds. */
  get left() {
    const { left, runs } = this.told;
    return Math.max(0, left - (runs ? performance.now() - this.since : 0));
  }

  /** Draw what has changed; *speak* says what is worth hearing. @param {(text: string) => void} speak */
  draw(speak) {
    const { left, clock, told } = this;
    const seconds = Math.ceil(left / 1000);
    const over = Boolean(clock.is_over) || (told.runs && left === 0);
    if (seconds !== this.seconds) {
      say(this.figures, clockText(seconds));
      this.figures.style.setProperty('--letters', String(clockText(seconds).length));
      this.figures.setAttribute('datetime', `PT${seconds}S`);
      this.ring.style.strokeDashoffset = String(1 - Math.min(1, left / (1000 * clock.seconds)));
      if (told.runs && this.seconds > seconds && SPOKEN_S.includes(seconds)) speak(this.words('clocks.left', { label: this.label, count: seconds }));
      this.seconds = seconds;
    }
    if (over !== this.over) {
      this.element.classList.toggle('over', over);
      if (over && this.over === false) {
        speak(this.words('clocks.over', { label: this.label }));
        if (!clock.is_silent) sound('ring');
      }
      this.over = over;
    }
    this.element.classList.toggle('last', told.runs && left <= 1000 * SPOKEN_S.at(-1));
  }
}

/** What can be done with the countdowns called *name*: each button is a play of the table. */
class Buttons {
  constructor(name, view) {
    this.name = name;
    this.panel = view.panel;
    this.element = el('p', { class: 'acts' });
    this.drawn = '';
  }

  /** What is held by a start of the table doesn't run, so there is nothing to pause. */
  show({ plays = [], seats = [] }, isHeld) {
    const verbs = this.panel ? [] : CLOCK_VERBS.filter((verb) => !isHeld || verb !== 'pause');
    const found = verbs.flatMap((verb) => offered(plays, verb, this.name, seats));
    const now = JSON.stringify(found);
    if (now === this.drawn) return;
    this.drawn = now;
    const held = this.element.querySelector(':focus')?.dataset.verb;
    this.element.replaceChildren(...found.map((each) => button(each)));
    if (held) (this.element.querySelector(`[data-verb=${held}]`) ?? this.element.querySelector('button'))?.focus();
  }
}

/** Lets what ran when the table stopped run again. */
class GoOn {
  constructor(view) {
    this.element = el('p', { class: 'acts', hidden: true });
    this.words = view.words;
    this.panel = view.panel;
  }

  show({ clocks = [], seats = [] }) {
    const offers = !this.panel && seats.length > 0 && clocks.some((clock) => clock.held);
    if (offers === !this.element.hidden) return;
    this.element.hidden = !offers;
    this.element.replaceChildren(...(offers ? [button({ verb: 'go-on', label: this.words('clocks.go-on'), line: 'go-on', seat: seats[0] })] : []));
  }
}

function offered(plays, verb, name, seats) {
  const root = plays.find((play) => play.word === verb);
  const play = root && leafOf([root], `${verb} ${name}`);
  if (!play || play.why) return [];
  return [{ verb, label: root.label, title: play.label, line: play.do, seat: speakers(seats, play)[0] }];
}

function button({ verb, label, title = '', line, seat }) {
  const kind = verb === 'start' || verb === 'go-on' ? 'button first' : 'button';
  const made = el('button', { class: kind, type: 'button', 'data-verb': verb, 'data-about': `do ${line}` }, label, title && title !== label ? el('span', { class: 'unseen' }, ` ${title}`) : '');
  made.addEventListener('click', () => dispatchEvent(new CustomEvent('deed', { detail: { do: line, seat } })));
  return made;
}
