/** @file One table, opened: its call, its picture, its people, what came out last. */

import { byId, el } from '../core/dom.js';
import { ask, follow, sendsMessages } from './asking.js';
import { ago, cover, glyph, playedMinutes, stateOf, token } from './tile.js';
import { start, words } from './words.js';

export class OneTable {
  /**
   * @param {(id: string) => import('./tile.js').Tile|undefined} tileOf
   * @param {() => number} now
   */
  constructor(tileOf, now) {
    this.tileOf = tileOf;
    this.now = now;
    this.sheet = byId('one');
    this.id = '';
    this.details = null;
    this.asked = 0;
    byId('one-close').addEventListener('click', () => this.sheet.close());
    this.sheet.addEventListener('click', (event) => event.target === this.sheet && this.sheet.close());
    this.sheet.addEventListener('close', () => this.#left());
    byId('one-later').addEventListener('click', () => this.sheet.close());
    byId('one-coming')?.addEventListener('click', () => this.#coming());
    byId('one-record')?.addEventListener('click', () => this.#tell(`/api/tables/${this.id}/record`, 'asked'));
    const form = byId('one-message');
    if (form) sendsMessages(form, () => [this.id], () => 1);
  }

  /** @param {string} id of the table, or "" for none */
  open(id) {
    if (!this.tileOf(id) || this.id === id) return;
    this.id = id;
    this.details = null;
    follow(byId('one-said'), '');
    history.replaceState(history.state, '', `#${id}`);
    this.draw();
    if (!this.sheet.open) this.sheet.showModal();
    this.look();
  }

  /** Ask for all that is known of it; what comes late is thrown away. */
  async look() {
    if (!this.id) return;
    const asked = ++this.asked;
    const answer = await fetch(`/api/tables/${this.id}`).catch(() => null);
    const details = answer?.ok ? await answer.json() : null;
    if (asked !== this.asked || details?.tile.id !== this.id) return;
    this.details = details;
    this.draw();
  }

  draw() {
    const tile = this.tileOf(this.id);
    if (!tile) return;
    const now = this.now();
    const minutes = playedMinutes(tile, now);
    const time = minutes === null ? '' : words('minutes', { count: minutes });
    byId('one-title').textContent = words('table', { number: tile.number });
    byId('one-game').textContent = [tile.game || tile.name, time].filter(Boolean).join(', ');
    this.sheet.className = `sheet one ${tile.is_online ? '' : 'lost'}`;
    this.#drawState(tile, now);
    byId('one-picture').replaceChildren(...(tile.game ? [cover(tile)] : []));
    byId('one-end').textContent = tile.end ?? '';
    byId('one-people').replaceChildren(...this.#people(tile));
    byId('one-results').replaceChildren(...this.#results(now));
    byId('one-last').hidden = !tile.game;
    const page = this.details?.page ?? '';
    byId('one-page').hidden = !/^https?:\/\//.test(page);
    if (!byId('one-page').hidden) byId('one-page').href = page;
    const obeys = tile.obeys ?? [];
    if (byId('one-message')) byId('one-message').hidden = !tile.is_online || !obeys.includes('message');
    if (byId('one-record')) byId('one-record').hidden = !tile.is_online || !tile.game || !obeys.includes('record');
  }

  #drawState(tile, now) {
    const state = stateOf(tile, now);
    const calls = tile.need === 'call';
    const title = calls && tile.call.who ? words('calls-of', { name: tile.call.who }) : state.text;
    const since = calls && tile.called_s !== undefined ? ago(tile.called_s, now) : '';
    const more = (this.details?.trouble ?? []).filter((each) => each !== state.text);
    const sign = state.sign && state.sign !== 'turn' ? [glyph(state.sign)] : [];
    const texts = el('div', {}, el('h3', {}, title), ...[since, ...more].filter(Boolean).map((each) => el('p', {}, each)));
    byId('one-state').className = `state ${tile.need ?? ''}`;
    byId('one-state').replaceChildren(...sign, texts);
    byId('one-answer').hidden = !calls || !start.keeps;
  }

  #people(tile) {
    const known = this.details?.people?.length ? this.details.people : (tile.people ?? []).map((name) => ({ name }));
    return known.map((each) => {
      const isOn = tile.turn?.who === each.name;
      const about = [isOn ? words('on-turn') : '', phoneOf(each)].filter(Boolean).join(', ');
      return el('li', {}, token(each.name, each.look), el('span', {}, el('bdi', {}, each.name), el('small', {}, about)));
    });
  }

  #results(now) {
    const results = this.details?.results ?? [];
    if (!results.length) return [el('li', { class: 'quiet' }, words('nothing'))];
    return results.map((each) =>
      el('li', {}, el('span', {}, each.text), el('small', {}, ago(each.at_s, now))));
  }

  async #coming() {
    if (await this.#tell(`/api/tables/${this.id}/coming`, 'told-them')) this.sheet.close();
  }

  async #tell(address, done) {
    const sent = await ask(address, {});
    if (sent.ok) follow(byId('one-said'), words(done), sent.told.id);
    else follow(byId('one-said'), words('not-sent', { text: sent.text }));
    return sent.ok;
  }

  #left() {
    const id = this.id;
    this.id = '';
    this.asked += 1;
    history.replaceState(history.state, '', location.pathname + location.search);
    document.querySelector(`[data-table="${id}"] button`)?.focus();
  }
}

function phoneOf(person) {
  return person.presence === 'asleep' || person.presence === 'gone' ? words(`phone-${person.presence}`) : '';
}
