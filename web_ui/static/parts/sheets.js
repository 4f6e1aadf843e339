/** @file A score sheet that fills: what each row would give now, entered by one tap; everybody's columns, bonus and total. */

import { el } from '../core/dom.js';
import { playAt } from '../plays/levels.js';
import { speakers } from '../plays/tree.js';
import { initialsOf, nameOf } from '../people/people.js';
import { colourOf } from '../people/whose.js';

/** What it looks like. */
export const sheets = ['../css/sheets.css'];

/**
 * @typedef {{name: string, label: string, values: (number|null)[], offers?: number|null, is_bonus?: boolean}} Row
 * @typedef {{name: string, label: string, seats: number[], rows: Row[], totals: number[], seat?: number|null}} Sheet
 */

/**
 * @param {import('../pages/picture.js').PictureView} view
 * @returns {import('../pages/picture.js').Part}
 */
export function partOf(view) {
  const element = el('div', { class: 'score-sheets' });
  let drawn = '';
  const show = (table) => {
    const { state, people, plays, seats, reveal } = table;
    const may = state.sheets.map((sheet) => sheet.rows.map((row) => Boolean(view.acts && entryOf(plays, sheet, row, seats))));
    const now = JSON.stringify([state.sheets, people.map((each) => each.name), may, Boolean(reveal)]);
    if (now === drawn) return;
    drawn = now;
    const scrolled = [...element.children].map((each) => each.scrollTop);
    const at = [...element.children].findIndex((each) => each.contains(document.activeElement));
    const key = at < 0 ? '' : (document.activeElement.getAttribute('data-key') ?? '');
    element.replaceChildren(...state.sheets.map((sheet) => sheetOf(sheet, table, view)));
    [...element.children].forEach((each, place) => scrolled[place] && each.scrollTo(0, scrolled[place]));
    const card = /** @type {HTMLElement|undefined} */ (element.children[at]);
    const same = key ? card?.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    /** @type {HTMLElement|undefined} */ (same ?? (key ? card?.querySelector('button') : null) ?? card)?.focus({ preventScroll: true });
  };
  return { element, show };
}

/** What enters a row here now, if anything does. */
function entryOf(plays, sheet, row, seats) {
  const play = playAt(plays, ['enter', sheet.name, row.name]);
  return play && !play.why && (play.do || play.form) && (play.seats ?? []).some((seat) => seats.includes(seat)) ? play : null;
}

function sheetOf(sheet, table, view) {
  const { people, state, plays, seats, reveal } = table;
  const letters = initialsOf(people);
  const column = (seat) => (seat === sheet.seat ? 'on' : null);
  const heads = sheet.seats.map((seat) => el('th', { scope: 'col', class: column(seat) }, el('b', { 'class': `token ${colourOf(state, seat)}`, 'aria-hidden': 'true' }, letters[seat] ?? String(seat + 1)), el('bdi', { class: sheet.seats.length > 3 ? 'unseen' : null }, nameOf(people, seat))));
  const rows = sheet.rows.map((row) => {
    const play = view.acts && !reveal ? entryOf(plays, sheet, row, seats) : null;
    const cells = sheet.seats.map((seat, at) => el('td', { class: column(seat) }, ...cellOf(sheet, row, row.values[at] ?? null, seat, play, view)));
    return el('tr', { class: [row.is_bonus && 'bonus', play && 'open'].filter(Boolean).join(' ') || null }, el('th', { scope: 'row' }, row.label), ...cells);
  });
  const totals = sheet.seats.map((seat, at) => el('td', { class: column(seat) }, el('b', {}, String(sheet.totals[at] ?? 0))));
  const head = el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, sheet.label), ...heads));
  const foot = el('tfoot', {}, el('tr', {}, el('th', { scope: 'row' }, view.words('page.total')), ...totals));
  return el('div', { 'class': 'sheet-card', 'role': 'group', 'tabindex': view.reach.dock ? 0 : null, 'aria-label': sheet.label }, el('table', {}, head, el('tbody', {}, ...rows), foot));
}

/** A value that was entered, or what would be entered now: only where it can be, or it would look like an entry. */
function cellOf(sheet, row, value, seat, play, view) {
  if (value !== null) return [String(value)];
  if (seat !== sheet.seat || row.is_bonus || !play) return [el('span', { class: 'none' }, '–')];
  const offer = row.offers ?? null;
  const label = view.words(offer === null ? 'page.enter' : 'page.enter_value', { row: row.label, value: offer ?? '' });
  const button = el('button', { 'class': offer ? 'offer' : 'offer naught', 'type': 'button', 'data-key': `enter ${sheet.name} ${row.name}`, 'aria-label': label }, offer === null ? '…' : String(offer));
  button.addEventListener('click', () => enter(play, seat, view, button));
  return [button];
}

function enter(play, seat, view, button) {
  const dock = view.dock();
  if (!dock || dock.waits) return;
  if (play.form) {
    dock.enter(play, button);
    return;
  }
  const may = speakers(view.table.seats, play);
  dock.say(play.do, may.includes(seat) ? seat : may[0]);
}
