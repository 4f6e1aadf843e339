/** @file How likely each total of a formula is: mean, spread and a bar for each. */

import { el } from '../../core/dom.js';
import { ask } from './odds-request.js';

/**
 * @param {string} formula
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @param {HTMLElement} from has the focus afterwards
 */
export async function openOdds(formula, words, from) {
  if (document.querySelector('.odds-sheet')) return;
  const told = await ask(formula);
  const title = el('h2', {}, words('page.odds_of', { formula }));
  const close = el('button', { class: 'button first', type: 'button' }, words('page.back'));
  const said = told?.text ?? words('page.out_of_touch_title');
  const body = told?.odds ? [figuresOf(told.odds, words), barsOf(told.odds.bars, formula, words)] : [el('p', {}, said)];
  const sheet = el('dialog', { 'class': 'sheet odds-sheet', 'aria-label': words('page.odds_of', { formula }) }, el('div', {}, title, ...body, close));
  close.addEventListener('click', () => sheet.close());
  sheet.addEventListener('close', () => {
    sheet.remove();
    from.focus();
  });
  document.body.append(sheet);
  sheet.showModal();
}

const rounded = (value) => value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 2 });
const percent = (share) => share.toLocaleString(document.documentElement.lang, { style: 'percent', maximumFractionDigits: share < 0.01 ? 2 : 1 });

function figuresOf({ least, most, mean, spread }, words) {
  const rows = [[words('page.odds_mean'), rounded(mean)], [words('page.odds_spread'), `± ${rounded(spread)}`], [words('page.odds_range'), `${least} – ${most}`]];
  return el('dl', { class: 'figures' }, ...rows.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

function barsOf(bars, formula, words) {
  const highest = Math.max(...bars.map((bar) => bar.share));
  const body = bars.map(({ low, high, share }) => {
    const bar = el('meter', { 'min': 0, 'max': 1, 'aria-hidden': 'true' });
    bar.value = share / highest;
    return el('tr', {}, el('th', { scope: 'row' }, low === high ? String(low) : `${low} – ${high}`), el('td', {}, bar), el('td', {}, percent(share)));
  });
  const table = el('table', {}, el('caption', { class: 'unseen' }, words('page.odds_of', { formula })), el('tbody', {}, ...body));
  return el('div', { 'class': 'bars', 'tabindex': 0, 'role': 'group', 'aria-label': words('page.odds') }, table);
}
