/** @file A die that says a word: won, lost, or another. It keeps its element, so that motion can end in a result without a jump. */

import { say, svg } from '../core/dom.js';

const VERDICTS = { won: 'M14 25l7 8 14-17', lost: 'M16 16l16 16M32 16L16 32' };
/** So many letters fit on a die as they are. */
const LETTERS = 4;

/**
 * A die with a tick, a cross or a word; the stronger one of two is outlined in its own blue.
 * @param {string} look
 * @returns {{element: SVGElement, show: (value: number|string|null, label: string) => void}}
 */
export function verdictDie(look) {
  const mark = svg('path', { class: 'on-die' });
  const word = svg('text', { x: 24, y: 29, class: 'word on-die' });
  const element = svg('svg', frame(look === 'blue' ? 'd6 outlined' : 'd6', 48), square(), mark);
  const show = (value, label) => {
    mark.setAttribute('d', VERDICTS[value] ?? '');
    const said = value === null || value in VERDICTS ? '' : label;
    say(word, said);
    if (said) element.append(word);
    else word.remove();
    if (said.length > LETTERS) word.setAttribute('textLength', '36');
    else word.removeAttribute('textLength');
    word.setAttribute('lengthAdjust', 'spacingAndGlyphs');
  };
  return { element, show };
}

export const square = () => svg('rect', { x: 3, y: 3, width: 42, height: 42, rx: 9 });
export const frame = (kind, size) => ({ class: kind, viewBox: `0 0 ${size} ${size}`, 'aria-hidden': 'true' });
