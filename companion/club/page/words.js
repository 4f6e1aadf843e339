/** @file The words of the club's page, in its language. */

import { byId, fill } from '../core/dom.js';

/** What the server left in the page. */
export const start = JSON.parse(byId('start').textContent);

/**
 * @param {string} key
 * @param {Object<string, string|number>} values a plural is chosen by their `count`
 * @returns {string}
 */
export function words(key, values = {}) {
  const entry = start.words[key];
  if (typeof entry === 'string') return fill(entry, values);
  const isOne = values.count === 1 || (start.lang === 'fr' && values.count === 0);
  return fill(isOne ? entry.one : entry.other, values);
}
