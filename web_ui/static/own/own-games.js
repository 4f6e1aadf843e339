/** @file The family's own games on the owner's page: files are looked at, then installed; games go off, are removed and come back. */

import { byId, el, randomHex } from '../core/dom.js';
import { post } from '../link/drawn-anew.js';

/** More than the table takes at once, in bytes; JSON needs some itself. */
const MOST = 1.9 * 1024 * 1024;

/**
 * @typedef {{done: boolean, text?: string, files?: {file: string, text: string, replaces: number|null}[],
 *   faults?: {file: string, where: string, said: string}[]}} Answer
 */

export class OwnGames {
  /** @param {(text: string) => void} say tells what was refused @param {() => void} draw draws the page anew */
  constructor(say, draw) {
    this.say = say;
    this.draw = draw;
    this.form = byId('game-files');
    this.given = byId('given-games');
    this.form.addEventListener('change', () => this.look([...this.form.querySelector('input').files]));
    this.form.addEventListener('dragover', (event) => event.preventDefault());
    this.form.addEventListener('drop', (event) => {
      event.preventDefault();
      this.look([...(event.dataTransfer?.files ?? [])]);
    });
    document.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('[data-game]') : null;
      if (button instanceof HTMLElement) this.change(button);
    });
  }

  /** Send a line such as `off pig`. @param {HTMLElement} button */
  async change(button) {
    if (button.getAttribute('aria-busy')) return;
    button.setAttribute('aria-busy', 'true');
    const answer = await post('/api/v1/games/own', JSON.stringify({ id: `own-${randomHex(12)}`, do: button.dataset.game }));
    button.removeAttribute('aria-busy');
    this.say(answer.done ? '' : answer.text ?? '');
    this.draw();
  }

  /** Have the table look at *files*, and show what they would install. @param {File[]} files */
  async look(files) {
    if (!files.length) return;
    if (files.reduce((sum, file) => sum + file.size, 0) > MOST) return void this.tell(this.form.dataset.large);
    this.tell(this.form.dataset.busy);
    const sent = await Promise.all(files.map(async (file) => ({ name: file.name, content: await file.text() })));
    const answer = /** @type {Answer} */ (await this.send(sent, { only_look: true }));
    if (!answer.done) return void this.tell(answer.text);
    const { files: found = [], faults = [] } = answer;
    const lines = found.map(({ text }) => el('li', {}, text));
    this.given.replaceChildren(
      ...(lines.length ? [el('ul', {}, ...lines)] : []),
      ...(faults.length ? [this.faulty(faults)] : []),
      this.buttons(sent, found.some(({ replaces }) => replaces !== null), !faults.length),
    );
  }

  /** @param {{file: string, where: string, said: string}[]} faults */
  faulty(faults) {
    const lines = faults.map(({ file, where, said }) => el('li', {}, el('b', {}, [file, where].filter(Boolean).join(' ')), ` ${said}`));
    return el('div', { class: 'faults' }, el('p', {}, this.form.dataset.faults), el('ul', {}, ...lines));
  }

  /** @param {object[]} sent @param {boolean} replaces @param {boolean} isGood */
  buttons(sent, replaces, isGood) {
    const { install, replace, cancel } = this.form.dataset;
    const go = el('button', { class: 'button first', type: 'button' }, replaces ? replace : install);
    const leave = el('button', { class: 'button plain', type: 'button' }, cancel);
    go.addEventListener('click', () => this.install(go, sent, replaces));
    leave.addEventListener('click', () => this.tell(''));
    return el('p', { class: 'choices' }, ...(isGood ? [go] : []), leave);
  }

  /** @param {HTMLElement} button @param {object[]} sent @param {boolean} replaces */
  async install(button, sent, replaces) {
    if (button.getAttribute('aria-busy')) return;
    button.setAttribute('aria-busy', 'true');
    const answer = /** @type {Answer} */ (await this.send(sent, { replaces }));
    this.tell(answer.text);
    if (answer.faults?.length) this.given.append(this.faulty(answer.faults));
    this.draw();
  }

  send(files, how) {
    return post('/api/v1/games/files', JSON.stringify({ id: `own-${randomHex(12)}`, files, ...how }));
  }

  /** Show one sentence in place of all that was given, which can be chosen again. */
  tell(text = '') {
    this.given.replaceChildren(...(text ? [el('p', {}, text)] : []));
    this.form.reset();
  }
}
