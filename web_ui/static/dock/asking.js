/** @file The sheet that asks which of several things is meant; one for each page. */

import { el } from '../core/dom.js';

/** @type {HTMLDialogElement|null} */
let sheet = null;

/**
 * @param {string} title
 * @param {string} text "" for none
 * @param {[string, () => void, string?][]} rows what may be chosen, what is done then, and a word more about it
 * @param {string} close what leaves it as it is
 */
export function askWhich(title, text, rows, close) {
  sheet ??= made();
  const row = ([label, then, more = ''], kind) => {
    const button = el('button', { class: kind, type: 'button' }, label, ...(more ? [' ', el('small', {}, more)] : []));
    button.addEventListener('click', () => {
      sheet.close();
      then();
    });
    return button;
  };
  const buttons = [...rows.map((each) => row(each, 'button')), row([close, () => {}], rows.length ? 'button plain' : 'button first')];
  sheet.replaceChildren(el('div', {}, el('h2', { id: 'asking' }, title), ...(text ? [el('p', {}, text)] : []), ...buttons));
  if (!sheet.open) sheet.showModal();
}

/** Whatever was asked, nobody need answer it any more. */
export const leave = () => sheet?.close();

function made() {
  const dialog = el('dialog', { class: 'sheet', 'aria-labelledby': 'asking' });
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  document.body.append(dialog);
  return dialog;
}
