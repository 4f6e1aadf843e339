/** @file Bringing a friend, in the menu: where the table is, and, while its window is open, a link that lets one in. */

import { el } from '../core/dom.js';

/**
 * Ask anew and draw what the table says; it tells only phones that are in.
 * @param {HTMLElement} section
 * @param {(key: string) => string} words
 */
export async function showFriend(section, words) {
  const told = await fetch('/api/v1/invite').then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  section.hidden = !told;
  if (!told) return;
  const drawn = JSON.stringify(told);
  if (section.dataset.drawn === drawn) return;
  section.dataset.drawn = drawn;
  const places = [told.address, told.name].filter(Boolean).map((place) => el('p', { class: 'place' }, place));
  const link = told.link ? [el('p', { class: 'quiet' }, words('friend.link')), el('a', { class: 'place', href: told.link }, told.link)] : [el('p', { class: 'quiet' }, words('friend.closed'))];
  section.replaceChildren(el('h3', {}, words('friend.title')), ...places, ...link);
}
