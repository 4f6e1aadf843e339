/** @file The kit's file as a person would write it: to read, to copy, and to write in for who likes that. */

import { byId } from '../core/dom.js';

/** Whoever types is read a moment later. */
const PAUSE_MS = 600;

export class Source {
  /**
   * @param {{sheet: HTMLDialogElement, text: HTMLTextAreaElement}} places
   * @param {import('./form.js').Maker} maker
   */
  constructor({ sheet, text }, maker) {
    Object.assign(this, { sheet, text, maker });
    this.timer = 0;
    text.addEventListener('input', () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.#write(), PAUSE_MS);
    });
    text.addEventListener('change', () => this.#write());
    byId('source-copy').addEventListener('click', () => this.#copy());
    byId('source-close').addEventListener('click', () => sheet.close());
    sheet.addEventListener('close', () => byId('to-source').focus());
  }

  open() {
    this.text.value = this.maker.draft.text;
    this.sheet.showModal();
    this.show();
  }

  show() {
    const { draft, words } = this.maker;
    if (!this.sheet.open) return;
    if (document.activeElement !== this.text) this.text.value = draft.text;
    const { faults } = draft;
    byId('source-faults').textContent = faults.map(({ line, said }) => (line ? `${words('maker-page.line-number', { number: line })} ${said}` : said)).join('\n');
  }

  #write() {
    clearTimeout(this.timer);
    this.maker.draft.write(this.text.value);
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.text.value);
    } catch {
      this.text.select(); // without https nothing may be copied by a page: hands can
      document.execCommand('copy');
    }
    byId('source-copy').textContent = this.maker.words('maker-page.copied');
  }
}
