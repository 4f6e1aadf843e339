/** @file The sheet that tells in a few lines how a game is played. */

import { el } from '../core/dom.js';

/**
 * @param {string} game its slug
 * @param {(key: string) => string} words
 */
export async function showHowToPlay(game, words) {
  const lang = document.documentElement.lang;
  const told = await fetch(`/api/v1/how-to-play/${game}?lang=${lang}`).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  const lines = told ? [el('ol', {}, ...told.lines.map((line) => el('li', {}, line)))] : [el('p', {}, words('shelf.no-answer'))];
  const done = el('button', { type: 'button', class: 'button first' }, words('page.understood'));
  const sheet = el('dialog', { 'class': 'sheet how-to-play', 'aria-labelledby': 'how-title' }, el('div', {}, el('h2', { id: 'how-title' }, told?.name ?? words('help.how')), ...lines, ...(told?.edition ? [el('small', {}, told.edition)] : []), ...(told?.share ? [el('a', { class: 'button plain', href: `${told.share}${location.search}` }, words('share.share'))] : []), done));
  sheet.addEventListener('close', () => sheet.remove());
  sheet.addEventListener('click', ({ target }) => (target === sheet || target === done) && sheet.close());
  document.body.append(sheet);
  sheet.showModal();
}
