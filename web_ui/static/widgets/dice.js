/** @file Dice as drawings. Each keeps its element, so that motion can end in a result without a jump. */

import { say, svg } from '../core/dom.js';

/** The faces of a ten-sided die that are seen, in the order of their classes. */
const D10 = ['M50 4L80 63 50 77 20 63z', 'M50 4L96 39V61L80 63z', 'M50 4L4 39V61L20 63z', 'M50 96L96 61 80 63 50 77z', 'M50 96L4 61 20 63 50 77z'];
const VERDICTS = { won: 'M14 25l7 8 14-17', lost: 'M16 16l16 16M32 16L16 32' };
/** So many letters fit on a die as they are. */
const LETTERS = 4;

/**
 * A die with numbers: a ten-sided one by its real shape, any other as a rounded square.
 * @param {string} look
 * @returns {{element: SVGElement, show: (value: number|string|null) => void}}
 */
export function numberDie(look) {
  const text = look === 'd10' ? svg('text', { class: 'on-die', x: 50, y: 60 }) : svg('text', { class: 'on-die', x: 24, y: 32 });
  const body = look === 'd10' ? D10.map((d, at) => svg('path', { class: `f${at + 1}`, d })) : [square()];
  const element = svg('svg', frame(look === 'd10' ? 'd10' : 'd6', look === 'd10' ? 100 : 48), ...body, text);
  const show = (value) => {
    say(text, value === null ? '' : String(value));
    text.classList.toggle('wide', text.textContent.length > 1);
  };
  return { element, show };
}

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

const square = () => svg('rect', { x: 3, y: 3, width: 42, height: 42, rx: 9 });
const frame = (kind, size) => ({ class: kind, viewBox: `0 0 ${size} ${size}`, 'aria-hidden': 'true' });
