/** @file The sheet that asks which of several things is meant; one for each page. */

import { el } from '../core/dom.js';

/** @type {HTMLDialogElement|null} */
let sheet = null;

/**
 * @param {string} title
 * @param {string} text "" for none
 * @param {[string, () => void, string?][]} rows what may be chosen, what is done then, and a word more about it
 * @param {string} close what leaves it as it is
 * @param {{label: string, face: () => {label: string, text: string}}|null} hidden what is told only while that is held
 */
export function askWhich(title, text, rows, close, hidden = null) {
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
  const [heading, said] = [el('h2', { id: 'asking' }, title), el('p', {}, text)];
  const tell = (face) => [heading.textContent, said.textContent] = [face?.label ?? title, face?.text ?? text];
  const told = el('div', { 'aria-live': hidden ? 'polite' : null }, heading, ...(text || hidden ? [said] : []));
  sheet.replaceChildren(el('div', {}, told, ...(hidden ? [heldOf(hidden, tell)] : []), ...buttons));
  if (!sheet.open) sheet.showModal();
}

/** Whatever was asked, nobody need answer it any more. */
export const leave = () => sheet?.close();

/** A button that tells what is hidden while it is held, or from one press of a key to the next. */
function heldOf({ label, face }, tell) {
  const button = el('button', { 'class': 'button hold', 'type': 'button', 'aria-pressed': 'false' }, label);
  const turn = (open) => {
    button.setAttribute('aria-pressed', String(open));
    tell(open ? face() : null);
  };
  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    turn(true);
  });
  for (const event of ['lostpointercapture', 'blur']) button.addEventListener(event, () => turn(false));
  button.addEventListener('contextmenu', (event) => event.preventDefault());
  button.addEventListener('click', (event) => event.detail === 0 && turn(button.getAttribute('aria-pressed') !== 'true'));
  return button;
}

function made() {
  const dialog = el('dialog', { class: 'sheet', 'aria-labelledby': 'asking' });
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  document.body.append(dialog);
  return dialog;
}
