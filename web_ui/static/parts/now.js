/** @file What has to be done now, in a sentence. */

import { el, say } from '../core/dom.js';

export const sheets = ['../css/picture.css'];

/** @returns {import('../pages/picture.js').Part} */
export function partOf() {
  const element = el('h2', { class: 'now' });
  const show = ({ state }) => {
    say(element, state.now ?? '');
    element.hidden = !state.now || Boolean(state.end);
  };
  return { element, show };
}
