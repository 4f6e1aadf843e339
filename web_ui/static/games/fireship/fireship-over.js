/** @file Where chance lies over the sea; what draws it comes when something moves for the first time. */

import { el } from '../../core/dom.js';

/**
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @returns {{element: HTMLElement, show: (table: import('../../core/types.js').Table) => void}}
 */
export function chanceOf(words) {
  const element = el('div', { class: 'coming chance', 'aria-hidden': 'true' });
  /** @type {Promise<(table: import('../../core/types.js').Table) => void>|null} */
  let drawing = null;
  const fetchDrawing = async () => (await import('./fireship-chance.js')).chanceIn(element, words);
  const show = async (table) => {
    if (table.reveal) drawing ??= fetchDrawing();
    (await drawing)?.(table);
  };
  return { element, show };
}
