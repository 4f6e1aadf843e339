/** @file What comes by itself in somebody's first game: their gift at the deal, and a hint for each of the first steps. */

import { dress, el } from '../core/dom.js';
import { drawingsOf, kindOf } from '../core/games.js';
import { know } from '../signs/signs.js';
import { keep, recall } from '../core/storage.js';
import { BEFORE } from './about.js';
import { initialsOf } from '../people/people.js';
import { markWatched, unmark } from './marks.js';
import { showNote, stripOf, putAway } from './note.js';

know({ move: 'M4 12h13M12 6l6 6-6 6', shore: 'M12 14V4M7.5 8L12 3.5 16.5 8M3 19q3-3.5 6 0t6 0 6 0' });
/**
 * Tell somebody what they can do that others can't; it lies there until it is put away, and comes after whatever is shown.
 * @param {any} phone the page
 * @param {{person: any, name: string, keep: any}} whose
 */
export async function showGift(phone, { person, name, keep: told }) {
  const [words] = await Promise.all([phone.more(), dress('note'), drawingsOf(kindOf(phone.table))]);
  if (!words || phone.table.state?.end || document.querySelector(BEFORE)) return;
  keep('gifts', told);
  const { gift, label } = person;
  const letter = initialsOf(phone.table.people)[person.seat];
  const done = el('button', { type: 'button', class: 'button first' }, words('page.understood'));
  const sheet = el('dialog', { 'class': 'sheet gift', 'aria-labelledby': 'gift-title', 'aria-describedby': 'gift-text' }, el('div', {},
    el('div', { class: 'whose' }, el('b', { 'class': `token ${person.look ?? ''}`, 'aria-hidden': 'true' }, letter), el('h2', { id: 'gift-title' }, label || name, ...(label ? [' ', el('small', {}, name)] : []))),
    el('p', { id: 'gift-text' }, el('b', {}, gift.lead), ' ', gift.text),
    ...(gift.shows?.length ? [stripOf(gift.shows)] : []),
    ...(gift.also ? [el('p', { class: 'quiet' }, gift.also)] : []),
    done));
  sheet.addEventListener('close', () => sheet.remove());
  sheet.addEventListener('click', ({ target }) => (target === sheet || target === done) && sheet.close());
  document.body.append(sheet);
  sheet.showModal();
}

/** A game that is over needs neither. */
export function forget() {
  for (const gift of document.querySelectorAll('dialog.gift')) gift.close();
  if (document.querySelector('.paper.hint')) putAway();
}

/**
 * Show a hint near what it explains, where there is room; the first tap puts it away, and does what it would do without it.
 * @param {any} phone the page
 * @param {any} hint
 * @param {Element} anchor what it explains
 */
export async function showHint(phone, hint, anchor) {
  const words = await phone.more();
  if (!words || phone.table.state?.end) return;
  const dots = el('span', { 'class': 'dots', 'role': 'img', 'aria-label': words('help.number', { number: hint.number, of: hint.of }) }, ...Array.from({ length: hint.of }, (_, at) => el('i', { class: at < hint.number ? 'on' : '' })));
  const off = el('button', { type: 'button', class: 'paper-link' }, words('help.no-more'));
  off.addEventListener('click', () => {
    keep('hints', 'off');
    putAway();
  });
  const isWatch = hint.beside === 'watch';
  const which = `${phone.table.game} ${hint.name}`;
  const gone = (pushed) => {
    if (isWatch) unmark();
    if (pushed) keep('hints', (recall('hints') ?? []).filter((each) => each !== which)); // nobody has read it yet
  };
  const lies = await showNote(anchor, { title: hint.title, lines: [hint.text], signs: hint.signs, foot: [dots, off], quiet: true, kind: 'hint' }, gone);
  if (!lies) return; // it is told once there is room for it
  keep('hints', [...(recall('hints') ?? []), which]);
  if (isWatch) markWatched(phone.table.state);
}
