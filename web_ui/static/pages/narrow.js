/** @file A page folded by large letters: what stands last comes last, for a keyboard and for whoever listens as well. */

import { byId, dress, el } from '../core/dom.js';

/** Of what narrow.css orders, so much or more stands below what can be done. */
const BELOW = 3;

const later = el('div', { class: 'later' });
/** Where what was moved had stood. @type {Map<Element, Comment>} */
const places = new Map();

/** @param {MediaQueryList} narrow says whether the page is folded */
export async function foldPage(narrow) {
  await dress('narrow');
  const watch = new MutationObserver(() => arrange(narrow, watch));
  narrow.addEventListener('change', () => arrange(narrow, watch));
  arrange(narrow, watch);
}

function arrange(narrow, watch) {
  watch.disconnect();
  const focus = document.activeElement;
  forget();
  if (narrow.matches) fold();
  else unfold();
  if (focus instanceof HTMLElement && focus !== document.activeElement) focus.focus({ preventScroll: true });
  if (narrow.matches) for (const each of owners()) watch.observe(each, { childList: true });
}

/** What holds the parts of a page. */
const owners = () => document.querySelectorAll('main, .board, .game');

/** What was drawn anew in its old place has gone from here, or goes. */
function forget() {
  for (const [each, place] of places) {
    if (each.parentNode === later && place.isConnected) continue;
    if (each.parentNode === later) each.remove();
    place.remove();
    places.delete(each);
  }
}

function fold() {
  if (!later.isConnected) document.querySelector('main').append(byId('dock'), later);
  document.querySelector('.screen').append(byId('rest')); // what sticks, sticks along all of it
  const order = (each) => Number(getComputedStyle(each).order);
  for (const each of [...owners()].flatMap((owner) => [...owner.children])) {
    if (getComputedStyle(each).display === 'contents' || order(each) < BELOW) continue;
    const place = document.createComment('');
    each.replaceWith(place);
    places.set(each, place);
    later.append(each);
  }
  const sorted = [...later.children].sort((a, b) => order(a) - order(b));
  sorted.forEach((each, at) => each === later.children[at] || later.insertBefore(each, later.children[at] ?? null));
}

function unfold() {
  for (const [each, place] of places) place.replaceWith(each);
  places.clear();
  later.remove();
  document.querySelector('main').after(byId('dock'));
  document.querySelector('.screen').after(byId('rest'));
}
