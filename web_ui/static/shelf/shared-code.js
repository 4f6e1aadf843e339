/** @file A kit's code on a television, for phones of other tables. */

import { dress, el } from '../core/dom.js';

/** The table withdraws it then as well, but has nothing else to say at that moment. */
const SHOWN_MS = 120000;

let shown = '';
/** @type {HTMLElement|null} */
let sheet = null;

/**
 * @param {string} game the kit's slug, "" for none
 * @param {string|null} chosen the language of this device
 * @param {(key: string) => string} words
 */
export async function showCode(game, chosen, words) {
  shown = game;
  const lang = chosen ? `?lang=${chosen}` : '';
  const told = game ? await fetch(`/api/v1/games/${game}/share${lang}`).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null) : null;
  await dress('share');
  if (shown !== game) return;
  sheet?.remove();
  sheet = null;
  if (!told?.code) return;
  const code = el('img', { src: `data:image/svg+xml,${encodeURIComponent(told.code)}`, alt: '' });
  const lines = [el('h2', {}, told.name), el('p', { class: 'quiet' }, told.edition), el('p', {}, words('share.tv')), el('p', {}, el('b', {}, told.address))];
  sheet = el('section', { 'class': 'shared-code', 'aria-label': told.name }, el('p', { class: 'qr' }, code), el('div', {}, ...lines));
  document.body.append(sheet);
  setTimeout(() => shown === game && showCode('', chosen, words), SHOWN_MS);
}
