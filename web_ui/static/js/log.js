/** @file What happened: the newest in a sentence that is also spoken, the rest as a list. */

import { el, redraw } from './dom.js';

/** A live region that was empty for so long says the same words once more. */
const SILENCE_MS = 120;

/**
 * @param {HTMLElement} caption a live region; touched only when its words change, or the same came once more
 * @param {HTMLElement} list
 * @param {import('./types.js').Table} table
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 */
export function showLog(caption, list, table, words) {
  const newest = table.log.at(-1);
  const text = captionOf(table, newest, words);
  if (caption.textContent !== text) caption.textContent = text;
  else if (newest && !table.reveal && String(newest.n) !== caption.dataset.n) sayAgain(caption, text);
  if (newest) caption.dataset.n = String(newest.n);
  const earlier = table.log.slice(0, -1).reverse();
  redraw(list, earlier.map((entry) => line(entry, words)));
}

function sayAgain(caption, text) {
  if (!caption.dataset.n) return; // the first words of all, drawn by the server
  caption.textContent = '\u200b';
  setTimeout(() => {
    if (caption.textContent === '\u200b') caption.textContent = text;
  }, SILENCE_MS);
}

function captionOf(table, newest, words) {
  if (table.reveal) return words('page.moving', { label: table.reveal.label });
  if (!newest) return table.state?.kind === 'kit' ? words('page.nothing_yet') : '';
  return newest.text + (newest.who ? ` · ${newest.who}` : '') + (newest.undone ? ` (${words('page.undone')})` : '');
}

function line(entry, words) {
  if (entry.undone) return el('li', {}, el('s', {}, entry.text), ' ', el('span', {}, words('page.undone')));
  return el('li', {}, `${entry.text} `, el('span', {}, entry.who));
}
