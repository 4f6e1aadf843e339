/** @file What a phone tells whoever asks, and whoever plays for the first time; each part comes when it is needed. */

import { listen } from '../core/press.js';
import { noteOf } from '../widgets/about.js';

/** @param {any} phone the page */
export function helpOf(phone) {
  const ask = (thing) => {
    const note = noteOf(phone.table, thing.dataset);
    if (note) import('../widgets/note.js').then(({ showNote }) => showNote(thing, note));
    return Boolean(note);
  };
  listen(ask);
  return { show: () => {} };
}
