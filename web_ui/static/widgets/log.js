/** @file What happened: each thing once and in order, in a sentence that is also spoken; what was said before as a list. */

import { el, redraw } from '../core/dom.js';

/** So long each sentence stays at least. */
const READ_MS = 900;
/** With more than so many waiting they are said in one breath: nobody is told for long what is over, and nothing is left out. */
const MAX_WAITING = 6;
/** A live region that was empty for so long says the same words once more. */
const SILENCE_MS = 120;

/** Tells a table's log sentence by sentence; the log itself is the queue, so the few that a stream skips are told too. */
export class Log {
  /**
   * @param {HTMLElement} caption a live region; touched only when its words change, or the same came once more
   * @param {HTMLElement} list
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {number} version the page came with all that had happened until then
   * @param {(told: import('../core/types.js').Table, next: import('../core/types.js').Entry|null) => void} head shows the table as far as it has been told, *next* being told just now
   * @param {(table: import('../core/types.js').Table) => string[]} turn what is said besides once all is told: that it is one's turn, and what is asked
   */
  constructor(caption, list, words, version, head = () => {}, turn = () => []) {
    Object.assign(this, { caption, list, words, version, head, turn });
    /** What has been said: all until version `n`, of that itself the first `spoken` sentences. */
    [this.n, this.spoken] = [version, Infinity];
    this.timer = 0;
    this.text = caption.textContent.trim();
    caption.setAttribute('aria-atomic', 'false'); // what is added is read out, and not what stands there already
  }

  /**
   * @param {import('../core/types.js').Table} table
   * @param {boolean} late whether the page was out of touch: what happened meanwhile is told by the list alone
   */
  show(table, late) {
    if (late || table.version < this.version) [this.n, this.spoken] = [table.version, Infinity];
    this.version = table.version;
    this.table = table;
    this.#tell();
  }

  #tell() {
    const { table, caption, words } = this;
    let same = 0;
    const said = table.log.filter(({ n }) => n < this.n || (n === this.n && same++ < this.spoken));
    const waiting = table.log.slice(said.length);
    // While a sentence stays it isn't said once more, however many come meanwhile.
    const skipped = !this.timer && waiting.length > MAX_WAITING ? waiting.length - 1 : 0;
    const next = this.timer ? null : waiting[skipped];
    const passed = next ? waiting.slice(0, skipped + 1) : [];
    if (next) {
      said.push(...passed);
      const before = next.n === this.n ? this.spoken : 0;
      [this.n, this.spoken] = [next.n, before + passed.filter(({ n }) => n === next.n).length];
      this.timer = setTimeout(() => {
        this.timer = 0;
        this.#tell();
      }, READ_MS);
    }
    const newest = said.at(-1);
    if (!newest && table.log.length) return; // what is being said is of a log that has gone
    const told = { ...table, log: said, reveal: this.timer ? null : table.reveal };
    const text = captionOf(told, newest, words);
    const turn = passed.length === waiting.length && (next || !this.timer) ? this.turn(table) : [];
    if (this.text !== text || skipped) caption.replaceChildren(...passed.slice(0, -1).map((each) => unseen(`${each.text} `)), text);
    else if (next) sayAgain(caption, text);
    caption.append(...turn.map((each) => unseen(` ${each}`)));
    this.text = text;
    if (newest) caption.dataset.n = String(newest.n);
    redraw(this.list, said.slice(0, told.reveal ? said.length : -1).reverse().map((entry) => line(entry, words)));
    this.head(told, next ?? null);
  }
}

/** What is only heard. */
const unseen = (text) => el('span', { class: 'unseen' }, text);

function sayAgain(caption, text) {
  caption.textContent = '\u200b';
  setTimeout(() => {
    if (caption.textContent === '\u200b') caption.textContent = text;
  }, SILENCE_MS);
}

/** What is said of what moves: by the game itself where it has a sentence for it. @returns {string} */
export const movingOf = ({ reveal, state }, words) => state?.words?.[`moving_${reveal.purpose}`] ?? words(`page.moving-${reveal.verb}`, { label: reveal.label });

function captionOf(table, newest, words) {
  if (table.reveal) return movingOf(table, words);
  if (!newest) return table.state?.kind === 'kit' ? words('page.nothing_yet') : '';
  return newest.text + (newest.who ? ` · ${newest.who}` : '') + (newest.undone ? ` (${words('page.undone')})` : '');
}

function line(entry, words) {
  if (entry.undone) return el('li', {}, el('s', {}, entry.text), ' ', el('span', {}, words('page.undone')));
  return el('li', {}, `${entry.text} `, el('span', {}, entry.who));
}
