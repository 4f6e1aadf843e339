/** @file How likely each total of a formula is: mean, spread and a bar for each. */

import { el } from '../../core/dom.js';
import { ask } from './odds-request.js';

/** More totals than these are told in groups. */
const BARS = 24;

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
  const said = told?.fault?.text ?? (told ? '' : words('page.out_of_touch_title'));
  const body = told && !told.fault ? [figuresOf(told, words), barsOf(told, words)] : [el('p', {}, said)];
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

/** @param {[number, number][]} chances @returns {[string, number][]} as many rows as can be read */
function grouped(chances) {
  const size = Math.ceil(chances.length / BARS);
  const rows = Array.from({ length: Math.ceil(chances.length / size) }, (_, at) => chances.slice(at * size, (at + 1) * size));
  return rows.map((row) => [row.length > 1 ? `${row[0][0]} – ${row.at(-1)[0]}` : String(row[0][0]), row.reduce((sum, [, share]) => sum + share, 0)]);
}

function barsOf({ chances, formula }, words) {
  const rows = grouped(chances);
  const highest = Math.max(...rows.map(([, share]) => share));
  const body = rows.map(([total, share]) => {
    const bar = el('meter', { 'min': 0, 'max': 1, 'aria-hidden': 'true' });
    bar.value = share / highest;
    return el('tr', {}, el('th', { scope: 'row' }, total), el('td', {}, bar), el('td', {}, percent(share)));
  });
  const table = el('table', {}, el('caption', { class: 'unseen' }, words('page.odds_of', { formula })), el('tbody', {}, ...body));
  return el('div', { 'class': 'bars', 'tabindex': 0, 'role': 'group', 'aria-label': words('page.odds') }, table);
}
