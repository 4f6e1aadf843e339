/** @file The maker: a kit is built by touch, drawn by the table after each change, tried and saved. */

import { byId, filling, settleLanguage } from '../core/dom.js';
import { Draft } from './draft.js';
import { Form } from './form.js';
import { asName, asWords, eventsIn } from './names.js';
import { Save } from './save.js';
import { Source } from './source.js';
import { Things } from './things.js';
import { Trial } from './trial.js';

/** What a new kit begins with: a name that can be changed. */
const FIRST = 'slug = "my-game"\n';
const AGAIN_MS = 2000;

class Maker {
  constructor({ words, text, isOwn }, { shape, lang }) {
    this.words = filling(words);
    this.lang = lang;
    /** The kit of the table's that is opened, and whether it is the family's own. */
    this.opened = { text, isOwn };
    this.tables = shape.tables;
    this.sections = shape.sections;
    this.draft = new Draft(() => this.show(), lang);
    this.events = () => eventsIn(this.draft.data);
    this.form = new Form(byId('form'), this);
    this.things = new Things({ tiles: byId('tiles'), list: byId('things') }, this, (path) => this.open(path));
    this.trial = new Trial({ screens: [...document.querySelectorAll('img.oled')], keys: byId('try-keys'), phone: byId('try-phone'), said: byId('answer') }, this);
    this.save = new Save({ save: byId('save'), play: byId('play'), answer: byId('answer') }, this);
    this.source = new Source({ sheet: byId('source'), text: byId('source-text') }, this);
    this.#listen();
    this.#begin();
  }

  #listen() {
    const { draft } = this;
    const name = byId('name');
    name.addEventListener('change', () => this.#name(name.value.trim().replace(/\s+/g, ' ')));
    byId('undo').addEventListener('click', () => draft.undo());
    byId('redo').addEventListener('click', () => draft.redo());
    byId('to-game').addEventListener('click', () => this.open([]));
    byId('to-try').addEventListener('click', () => this.view('try'));
    byId('from-try').addEventListener('click', () => this.left());
    byId('to-source').addEventListener('click', () => this.source.open());
    addEventListener('popstate', () => this.view('things', false));
    addEventListener('online', () => draft.retry());
    document.addEventListener('keydown', (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.target.matches('input, textarea')) return;
      if (event.key.toLowerCase() !== 'z') return;
      event.preventDefault();
      if (event.shiftKey) draft.redo();
      else draft.undo();
    });
  }

  /** Begin with a kit of the table's, with what was left on this device, or with nothing. */
  #begin() {
    const { draft } = this;
    const { text, isOwn } = this.opened;
    const { left } = Draft;
    draft.open(text ?? FIRST, Boolean(text) && isOwn);
    // Who changes a game that ships makes one of their own of it.
    if (text && !isOwn) draft.edit({ do: 'name', slug: `my-${new URLSearchParams(location.search).get('kit')}`, title: {} });
    if (!left) return;
    const offer = byId('left');
    offer.hidden = false;
    const then = (go) => () => {
      offer.hidden = true;
      go();
      byId('tiles').querySelector('button').focus();
    };
    byId('left-on').addEventListener('click', then(() => draft.resume(left)));
    byId('left-new').addEventListener('click', then(() => Draft.forget()));
  }

  /** @param {string} table @param {any} thing of it @returns {string} its section: what each person has is a score */
  sectionOf(table, thing = null) {
    if (table === 'counter' && thing?.each) return 'score';
    return this.sections.find((section) => section.adds.some((add) => add.table === table))?.section ?? 'more';
  }

  /** @param {string} table @returns {Object<string, any>} what is in a new one */
  startsOf(table) {
    return this.sections.flatMap((section) => section.adds).find((add) => add.table === table)?.starts ?? {};
  }

  #name(title) {
    const slug = asName(title);
    if (slug && title !== this.draft.answer?.title) this.draft.edit({ do: 'name', slug, title: { [this.lang]: title } });
  }

  rename() {
    byId('name').focus();
    byId('name').select();
  }

  /** Fill in the thing at *path*. @param {string[]} path */
  open(path) {
    this.view('form');
    this.form.open(path);
    this.things.show(path);
  }

  /** On a narrow page one of the three is seen; the device's own way back leads to the things. */
  view(name, pushes = true) {
    const before = document.body.dataset.view;
    document.body.dataset.view = name;
    if (pushes && before === 'things' && name !== 'things') history.pushState({ view: name }, '');
    scrollTo(0, 0);
  }

  left() {
    if (history.state?.view) history.back();
    else this.view('things', false);
    this.things.show(this.form.path);
    byId('things').querySelector('button')?.focus();
  }

  show() {
    const { draft } = this;
    const name = byId('name');
    if (document.activeElement !== name) name.value = titleIn(draft.answer);
    byId('undo').toggleAttribute('disabled', !draft.past.length);
    byId('redo').toggleAttribute('disabled', !draft.future.length);
    const said = draft.lost === 'out-of-touch' ? this.words('maker-page.out-of-touch') : draft.lost || draft.refused;
    byId('lost').hidden = !said;
    byId('lost').textContent = said;
    if (!draft.answer) return;
    this.form.show();
    this.things.show(this.form.path);
    this.trial.show();
    this.save.show();
    this.source.show();
    document.body.dataset.ready = 'true';
  }
}

/** How the game is called; before anybody has named it, by the words of its slug. */
const titleIn = (answer) => (answer && answer.title === answer.slug ? asWords(answer.slug) : (answer?.title ?? ''));

/** The shape of the format, asked for until the table answers. */
async function shapeOf(query) {
  for (;;) {
    try {
      const answer = await fetch(`/api/v1/maker${query}`);
      if (answer.ok) return await answer.json();
    } catch {
      // asked again
    }
    await new Promise((resume) => setTimeout(resume, AGAIN_MS));
  }
}

if (settleLanguage()) {
  const start = JSON.parse(byId('start').textContent);
  if (start.words) new Maker(start, await shapeOf(start.chosen ? `?lang=${start.chosen}` : ''));
  else byId('ask')?.addEventListener('click', () => location.assign(`/owner${location.search}`));
}
