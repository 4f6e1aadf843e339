/** @file What happened: the newest in a sentence that is also spoken, the rest as a list. */

import { el } from './dom.js';

/**
 * @param {HTMLElement} caption a live region; touched only when its words change
 * @param {HTMLElement} list
 * @param {import('./types.js').Table} table
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 */
export function showLog(caption, list, table, words) {
  const newest = table.log.at(-1);
  const text = captionOf(table, newest, words);
  if (caption.textContent !== text) caption.textContent = text;
  const earlier = table.log.slice(0, -1).reverse();
  list.replaceChildren(...earlier.map((entry) => line(entry, words)));
}

function captionOf(table, newest, words) {
  if (table.reveal) return words('page.moving', { label: table.reveal.label });
  if (!newest) return table.state ? words('page.nothing_yet') : '';
  return newest.text + (newest.who ? ` · ${newest.who}` : '') + (newest.undone ? ` (${words('page.undone')})` : '');
}

function line(entry, words) {
  if (entry.undone) return el('li', {}, el('s', {}, entry.text), ' ', el('span', {}, words('page.undone')));
  return el('li', {}, `${entry.text} `, el('span', {}, entry.who));
}
