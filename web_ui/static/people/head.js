/** @file The top of a page: whose turn it is, as whom or how far, and how much of it is left; else what is open. */

import { byId, el, redraw, say } from '../core/dom.js';
import { initialsOf, nameOf } from './people.js';

/** Seats have these colours where the game gives them no others. */
const COLOURS = ['red', 'blue', 'green', 'yellow'];
/** So many of a turn's actions are dots; more than that is a number. */
const DOTS = 5;
/** With more letters than so many the title is smaller; the page's template does the same. */
const SHORT = 15;

/** @returns {boolean} whether a person of this device is on, and nobody speaks for the whole table here */
export const isMine = ({ seats, state }) => Boolean(state?.head) && seats.includes(state.head.seat) && !seats.includes('table');

/**
 * @param {import('../core/types.js').Table} table
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 */
export function showHead(table, words) {
  const { people, state } = table;
  const head = state?.head ?? null;
  const token = byId('token');
  token.hidden = !head;
  token.parentElement.dataset.look = head ? head.look || COLOURS[head.seat % COLOURS.length] : '';
  document.body.classList.toggle('my-turn', isMine(table));
  say(byId('title'), head ? words(isMine(table) ? 'page.your_turn' : 'page.turn_of', { name: nameOf(people, head.seat) }) : (table.title ?? words('page.title')));
  byId('title').classList.toggle('long', byId('title').textContent.length > SHORT);
  const phase = head?.phase || (state?.round?.phase ?? '');
  say(byId('phase').firstElementChild, phase);
  byId('phase').hidden = !phase;
  if (head) {
    token.className = `token ${head.look || COLOURS[head.seat % COLOURS.length]}`;
    say(token, initialsOf(people)[head.seat] ?? String(head.seat + 1));
  }
  showLeft(byId('left'), head, words);
}

function showLeft(root, head, words) {
  const { left = 0, of = 0, told = '' } = head ?? {};
  root.hidden = !of;
  if (!of) return;
  root.setAttribute('aria-label', told || words('page.dots', { left, of }));
  redraw(root, of > DOTS ? [el('b', {}, String(left))] : Array.from({ length: of }, (_, at) => el('i', { class: at < left ? 'left' : null })));
}
