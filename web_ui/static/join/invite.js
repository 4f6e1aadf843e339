/** @file How phones come in: what a page says of it to whoever may let one in. */

import { el } from '../core/dom.js';

/** Ask the table; it tells only phones that are in. */
const invited = () => fetch('/api/v1/invite').then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);

/**
 * Bringing a friend, in the menu: where the table is, and, while its window is open, a link that lets one in.
 * @param {HTMLElement} section
 * @param {(key: string) => string} words
 */
export async function showFriend(section, words) {
  const told = await invited();
  section.hidden = !told;
  if (!told) return;
  const drawn = JSON.stringify(told);
  if (section.dataset.drawn === drawn) return;
  section.dataset.drawn = drawn;
  const places = [told.address, told.name].filter(Boolean).map((place) => el('p', { class: 'place' }, place));
  const link = told.link ? [el('p', { class: 'quiet' }, words('friend.link')), el('a', { class: 'place', href: told.link }, told.link)] : [el('p', { class: 'quiet' }, words('friend.closed'))];
  section.replaceChildren(el('h3', {}, words('friend.title')), ...places, ...link);
}

/**
 * On the table's own page before a game: a code to scan, the address, the digits while they count, and who is in.
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @returns {{element: HTMLElement, show: (table: import('../core/types.js').Table) => Promise<void>}}
 */
export function wayIn(words) {
  const element = el('section', { 'class': 'way-in', 'aria-label': words('way-in.title'), 'hidden': true });
  let asked = '';
  const show = async ({ may_join: mayJoin, people, network }) => {
    const now = JSON.stringify([mayJoin, people, network]);
    if (now === asked) return;
    asked = now;
    const told = await invited();
    if (asked !== now) return;
    element.hidden = !told?.code;
    if (!told?.code) return;
    const address = (told.name ?? told.address).replace(/^http:\/\/|\/$/g, '');
    const code = el('img', { src: `data:image/svg+xml,${encodeURIComponent(told.code)}`, alt: '' });
    const digits = told.digits ? [el('p', {}, words('way-in.type', { address })), el('output', {}, `${told.digits.slice(0, 3)} ${told.digits.slice(3)}`)] : [el('p', {}, words('way-in.open', { address })), el('p', { class: 'quiet' }, words('join.code-hint'))];
    const names = people.length ? [el('p', {}, words('way-in.here', { names: people.map((each) => each.name).join(', ') }))] : [];
    element.replaceChildren(code, el('div', { role: 'status' }, el('h3', {}, words('way-in.title')), ...digits, ...names));
  };
  return { element, show };
}
