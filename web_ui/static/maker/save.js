/** @file Saving: the kit goes to the table's own games; one that is there already is replaced only when that is asked for. */

import { el, randomHex } from '../core/dom.js';
import { once } from '../link/sender.js';
import { button } from './fields/controls.js';

const query = location.search;

/** @returns {Promise<{ok: boolean, status: number, told: any}>} status 0 for no answer */
async function post(path, body) {
  try {
    const response = await fetch(`${path}${query}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    return { ok: response.ok, status: response.status, told: await response.json() };
  } catch {
    return { ok: false, status: 0, told: {} };
  }
}

export class Save {
  /**
   * @param {{save: HTMLElement, play: HTMLElement, answer: HTMLElement}} places
   * @param {import('./form.js').Maker} maker
   */
  constructor({ save, play, answer }, maker) {
    Object.assign(this, { save, play, answer, maker });
    save.addEventListener('click', () => once(save, () => this.#save(false)));
    play.addEventListener('click', () => once(play, () => this.#play()));
  }

  show() {
    const { draft } = this.maker;
    const can = Boolean(draft.answer) && !draft.faults.length && !draft.waiting.length;
    this.save.setAttribute('aria-disabled', String(!can || !draft.isChanged));
    this.play.hidden = !can || draft.isChanged;
    this.save.hidden = !this.play.hidden;
    if (draft.isChanged && this.told !== draft.text) this.#say();
  }

  /** @param {...(Node|string)} parts nothing takes what was said away */
  #say(...parts) {
    this.told = this.maker.draft.text;
    this.answer.hidden = !parts.length;
    this.answer.replaceChildren(...parts);
  }

  async #save(replaces) {
    const { draft, words } = this.maker;
    if (draft.faults.length) return this.#say(el('p', {}, words('maker-page.faults-first', { count: draft.faults.length })));
    if (!draft.isChanged || draft.waiting.length) return undefined;
    const { text } = draft;
    const { slug } = draft.answer;
    const { ok, status, told } = await post('/api/v1/games/files', { id: `maker-${randomHex(12)}`, files: [{ name: `${slug}.toml`, content: text }], replaces });
    if (ok) {
      draft.wasSaved(text);
      this.#say(el('p', {}, words('maker-page.saved', { name: draft.answer.title })));
      return this.play.focus();
    }
    if (status === 409 && told.error === 'replaces') return this.#askFirst(told);
    if (!status) return this.#say(el('p', {}, words('join.no-answer')));
    const faults = (told.faults ?? []).map((fault) => el('p', {}, [fault.where, fault.said].filter(Boolean).join(': ')));
    return this.#say(el('p', {}, String(told.text ?? '')), ...faults);
  }

  /** A game of that name is there: somebody else's, or what this was before. */
  #askFirst(told) {
    const { words } = this.maker;
    const yes = button('', 'first', () => once(yes, () => this.#save(true)), words('maker-page.replace'));
    const no = button('', '', () => this.#say(), words('maker-page.keep-both'));
    no.addEventListener('click', () => this.maker.rename?.());
    this.#say(el('p', {}, String(told.text ?? words('maker-page.is-there'))), el('div', { class: 'choices' }, yes, no));
    yes.focus();
  }

  async #play() {
    const { draft } = this.maker;
    const { answer } = draft;
    const page = await fetch(`/api/v1/table${query}`).then((each) => each.json()).catch(() => null);
    if (!page) return this.#say(el('p', {}, this.maker.words('join.no-answer')));
    const people = answer.phone?.people?.length ?? 0;
    const seats = people ? ` seats=${people}` : '';
    const { ok, told } = await post('/api/v1/owner', { id: `maker-${randomHex(12)}`, seen: page.version, do: `new ${answer.slug} kit${seats}` });
    if (ok) location.assign(`/${query}`);
    else this.#say(el('p', {}, String(told.text ?? this.maker.words('join.no-answer'))), el('a', { class: 'button plain', href: `/${query}` }, this.maker.words('page.to_table')));
    return undefined;
  }
}
