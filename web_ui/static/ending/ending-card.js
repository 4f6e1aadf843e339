/** @file The card of a game that is over: its last picture, what was won, four numbers, the best deed, the people, and the way to check it all. */

import { dress, el, fill, svg, withoutRule } from '../core/dom.js';
import { fade } from '../core/fade.js';
import { hasOwnPage, kindOf } from '../core/games.js';
import { laterWords } from '../core/words.js';
import { sign } from '../signs/signs.js';
import '../signs/signs-more.js';
import '../signs/signs-sea.js';
import '../signs/signs-tiles.js';
import { initialsOf, nameOf } from '../people/people.js';
import { colourOf } from '../people/whose.js';

/** So many digits of the promise can be read aloud; the code holds all of them. */
const DIGITS = 8;
const sheets = ['ending', 'who'].map(dress);

/**
 * @param {HTMLElement} element
 * @param {import('../core/types.js').Table} table its state has an end
 * @param {Element[]} figures what was won, where the tally has no medals
 * @returns {Promise<(isStill: () => boolean) => void>} draws it, if that *isStill* to be drawn by then, once all that it needs is here
 */
export async function drawCard(element, table, figures) {
  const end = outcomeOf(table);
  const [words] = await Promise.all([laterWords(document.documentElement.lang), ...sheets]);
  return (isStill) => fade(() => {
    if (!isStill()) return;
    const leads = document.activeElement?.closest('#dock, #board'); // what had the focus is gone, or covered
    const card = cardOf({ ...end, figures }, table, words, pictureOf(element));
    element.replaceChildren(card, ...(words ? [actionsOf(element, card, table, words)] : []));
    element.classList.toggle('won', end.mood === 'good');
    element.classList.toggle('lost', end.mood === 'bad');
    if (words) element.setAttribute('aria-label', words('ending.card'));
    element.hidden = false;
    document.body.dataset.ended = '';
    if (leads) element.querySelector('.end-acts button')?.focus({ preventScroll: true });
    ring(card.querySelector('.end-board') ?? element.parentElement, table.state.end.tally?.ringed);
  });
}

/**
 * How a game ended, in its own words where it has a page of its own: won by one is won for whoever looks on, for a phone with
 * one seat only if that is among the winners.
 * @returns {{title: string, text: string, mood: ''|'good'|'bad'}}
 */
function outcomeOf(table) {
  const { state: { end, words }, people, seats = [] } = table;
  const isOwn = hasOwnPage(kindOf(table));
  const winners = end.winners ?? [];
  const names = winners.map((seat) => nameOf(people, seat));
  const ours = seats.filter((seat) => seat !== 'table');
  const [isOne, isWon] = [ours.length === 1, winners.includes(ours[0])];
  const mood = isOwn && end.won !== undefined ? (end.won ? 'good' : 'bad') : !winners.length ? '' : isOne && !isWon ? 'bad' : 'good';
  const title = end.title || (isOwn ? sentenceOf(names, words, isOne && isWon) : names.filter(Boolean).join(', '));
  return title ? { title, text: (isOwn && end.why) || end.text, mood } : { title: end.text, text: '', mood };
}

/** Who won, as a game says it. */
function sentenceOf(names, words, isOurs) {
  if (!names.length && words.draw) return words.draw;
  if (names.length > 1 && words.share) return fill(words.share, { names: names.join(', ') });
  return isOurs ? words.you_win : fill(words.wins, { name: names[0] ?? '' });
}

function cardOf(end, table, words, picture) {
  const { tally } = table.state.end;
  const medals = tally?.medals?.length ? medalsOf(tally.medals, table) : end.figures.length ? [el('ul', { class: 'medals' }, ...end.figures)] : [];
  return el('div', { class: 'end-card' },
    ...(picture ? [el('div', { class: 'end-board' }, picture)] : []),
    el('div', { class: 'end-said' }, el('h2', { class: end.mood || null }, end.title), el('p', {}, withoutRule(end.text))),
    ...medals,
    ...(tally ? [numbersOf(tally, words)] : []),
    ...(tally?.best ? [deedOf(tally.best, table, words)] : []),
    peopleOf(table, words),
    ...(words && table.over?.check && table.commitment ? [fairOf(table, words)] : []));
}

/** A copy of the board as it lies there, that nobody can choose on; a television shows the board itself. */
function pictureOf(element) {
  const board = document.getElementById('dock') && element.closest('#board')?.querySelector('.game svg[role="group"]');
  if (!board) return null;
  const copy = board.cloneNode(true);
  copy.setAttribute('role', 'img');
  // A board that takes a phone's shape shows more sea there than a picture of it wants.
  if (board.dataset.whole) copy.setAttribute('viewBox', board.dataset.whole);
  for (const each of copy.querySelectorAll('*')) {
    for (const name of ['tabindex', 'role', 'aria-label', 'aria-disabled']) each.removeAttribute(name);
    each.classList.remove('can', 'barred', 'selected');
  }
  return copy;
}

/** The place by which the game was lost. */
function ring(board, id) {
  const place = id && board.querySelector(`[data-token="${CSS.escape(id)}"]`);
  if (!place || place.querySelector('.end-ring')) return;
  const { x, y, width, height } = place.getBBox();
  place.append(svg('rect', { class: 'end-ring', x: x - 1, y: y - 1, width: width + 2, height: height + 2, rx: Math.min(width, height) / 7 }));
}

function medalsOf(medals, { people, state }) {
  const letters = initialsOf(people);
  const said = ({ label, owner }) => (owner === undefined ? label : `${label}: ${nameOf(people, owner)}`);
  const kinds = ({ look = 'got', owner }) => [look, ...(owner === undefined ? [] : ['who-token', colourOf(state, owner)])].join(' ');
  const face = (medal) => (sign(medal.sign).length ? sign(medal.sign) : [letters[medal.owner] ?? '']);
  return [el('ul', { class: 'medals' }, ...medals.map((medal) => el('li', { class: kinds(medal), title: said(medal) }, el('span', { 'role': 'img', 'aria-label': said(medal) }, ...face(medal)))))];
}

function numbersOf({ numbers }, words) {
  return el('dl', { 'class': 'tally', 'aria-label': words?.('ending.numbers') }, ...numbers.map(({ value, label }) => el('div', {}, el('dt', {}, label), el('dd', {}, String(value)))));
}

function deedOf({ seat, text }, { people }, words) {
  const name = nameOf(people, seat);
  const star = svg('svg', { 'class': 'glyph', 'viewBox': '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: 'M12 3l2.7 6 6.3.6-4.8 4.3 1.4 6.3L12 17l-5.600 3.200 1.400-6.300L3 9.600 9.300 9z' }));
  return el('p', { class: 'best' }, star, el('span', {}, el('b', {}, words ? words('ending.best', { name }) : name), ' ', el('span', {}, text)));
}

function peopleOf({ people, state, over }, words) {
  const letters = initialsOf(people);
  const listed = people.map(({ seat, name }) => el('li', {}, el('b', { 'class': `who-token ${colourOf(state, seat)}`, 'aria-hidden': 'true' }, letters[seat]), el('bdi', {}, name)));
  const day = over?.at ? new Date(over.at).toLocaleDateString(document.documentElement.lang, { day: 'numeric', month: 'long' }) : '';
  const date = day || over?.length ? [el('time', { datetime: over.at || null }, [over.length, day].filter(Boolean).join(', '))] : [];
  return el('div', { class: 'end-people' }, el('ul', { 'aria-label': words?.('ending.people') }, ...listed), ...date);
}

function fairOf({ commitment }, words) {
  const code = el('img', { class: 'end-code', src: `/check/${commitment}.svg`, alt: words('ending.code') });
  const promised = el('span', {}, words('ending.promised', { digits: commitment.slice(0, DIGITS) }));
  return el('a', { class: 'fair', href: `/verify?check=${commitment}` }, code, el('span', {}, el('b', {}, words('ending.fair')), promised));
}

/** What can be done with it; a phone's card can be put away to look at the board. */
function actionsOf(element, card, { seats, over }, words) {
  const page = element.closest('#board') && document.getElementById('dock');
  if (!page) return '';
  const tell = (name, detail) => element.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  const button = (kind, label, act, small = '', key = null) => {
    const made = el('button', { 'class': `button ${kind}`.trim(), 'type': 'button', 'data-key': key }, label, ...(small ? [el('small', {}, small)] : []));
    made.addEventListener('click', act);
    return made;
  };
  const again = seats.length && over ? [button('first', over.again, () => tell('deed', { do: 'again', seat: seats[0] }), words('ending.same'), 'do again')] : [];
  const another = seats.length ? [button('', words('ending.another'), () => tell('another-game'))] : [];
  const save = button('', words(navigator.share ? 'ending.share' : 'ending.save'), async () => {
    const { keep } = await import('./ending-picture.js');
    await keep(card, words);
  });
  const look = button('plain end-look', words('ending.board'), () => {
    const away = element.classList.toggle('away');
    look.firstChild.textContent = words(away ? 'ending.card' : 'ending.board');
  });
  return el('div', { class: 'end-acts' }, ...again, save, ...another, look);
}
