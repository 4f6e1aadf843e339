/** @file Names or other words for a wheel of people, typed with commas between them. */

import { dress, el } from '../../core/dom.js';
import { playAt } from '../../plays/levels.js';

/** What a word of the notation may not hold, of what ``encodeURIComponent`` leaves as it is. */
const OTHERS = /['~]/g;
const encoded = (word) => encodeURIComponent(word).replace(OTHERS, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** @param {string} typed @returns {string[]} */
export const namesIn = (typed) => typed.split(/[,;]/).map((name) => name.trim().replace(/\s+/g, ' ')).filter(Boolean);

/**
 * @param {HTMLElement} root
 * @param {string} wheel its name
 * @param {(key: string) => string} words
 * @param {() => any} dock
 * @returns {Promise<(table: import('../../core/types.js').Table) => void>}
 */
export async function namesOf(root, wheel, words, dock) {
  await Promise.all([dress('composer'), dress('form')]);
  const input = el('input', { 'class': 'field', 'type': 'text', 'autocomplete': 'off', 'maxlength': 400, 'enterkeyhint': 'done', 'aria-label': words('page.names'), 'placeholder': words('page.names') });
  const form = el('form', { class: 'typed names' }, input, el('button', { class: 'button plain', type: 'submit' }, words('page.write_names')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const names = namesIn(input.value);
    dock()?.sayTyped(`among ${wheel} ${names.length ? names.map(encoded).join(' ') : 'people'}`);
  });
  root.replaceChildren(form);
  return (table) => {
    root.hidden = !playAt(table.plays, ['among', wheel]) || !table.seats.length;
  };
}
