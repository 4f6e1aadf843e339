/** @file Names in small places: broken into lines by their true width, and squeezed where a word is still too long. */

import { svg } from '../core/dom.js';

/** So much wider than its place a line may be before it is broken; it is squeezed instead. */
const SQUEEZE = 1.08;

let pen = null;
let family = '';
/** What was measured in each type: to measure is most of what a board's first drawing takes. @type {Map<string, Map<string, number>>} */
const measured = new Map();

/** Width of *text* in units of a drawing, in the page's own type, as heavy as names are unless said otherwise. */
export function widthOf(text, size, weight = 600) {
  pen ??= document.createElement('canvas').getContext('2d');
  family ||= getComputedStyle(document.body).fontFamily; // to ask in the midst of a drawing has the page dressed anew
  const type = `${weight} ${size}px ${family}`;
  if (!measured.has(type)) measured.set(type, new Map());
  const widths = measured.get(type);
  if (!widths.has(text)) {
    if (pen.type !== type) pen.font = pen.type = type;
    widths.set(text, pen.measureText(text).width);
  }
  return widths.get(text);
}

/** Write *text* on one line of *element*, squeezed into *width* where it is longer. */
export function fit(element, text, size, width, weight) {
  element.textContent = text;
  element.removeAttribute('textLength');
  if (widthOf(text, size, weight) <= width) return;
  element.setAttribute('textLength', String(width));
  element.setAttribute('lengthAdjust', 'spacingAndGlyphs');
}

/** Break *text* between words into as few lines as *fits* says. */
export function linesOf(text, fits) {
  const lines = [];
  for (const word of text.split(' ')) {
    const joined = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && fits(joined)) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

/** A name of more lines leaves no room for a picture. */
const MANY = 3;

/**
 * Break *text* into lines: whole words as large as usual, else smaller, else long ones broken where *breaks* says.
 * @returns {{lines: string[], size: number}}
 */
export function layOut(text, { size, width, weight, least = size, breaks }) {
  const parted = text.split(' ').flatMap((word) => breaks?.get(word) ?? [word]).join(' ');
  const ways = breaks ? [[text, size], [text, least], [parted, size], [parted, least]] : [[text, size]];
  const laid = ([words, letters]) => ({ size: letters, lines: linesOf(words, (line) => widthOf(line, letters, weight) <= width * (breaks ? 1 : SQUEEZE)) });
  const [first, ...others] = ways;
  const usual = laid(first);
  const fits = ({ lines, size: letters }) => lines.length <= MANY && lines.every((line) => widthOf(line, letters, weight) <= width);
  if (fits(usual)) return usual;
  for (const way of others) { // most names fit at once
    const smaller = laid(way);
    if (fits(smaller)) return smaller;
  }
  return usual;
}

/**
 * A name as one `text` of several lines.
 * @param {string} text
 * @param {{x: number, size: number, width: number, weight?: number, least?: number, breaks?: Map<string, string[]>}} place size of the
 *   letters and the width they have; how much smaller they may be, and where long words are broken
 * @param {(count: number) => {y: number, step: number}} rows where so many lines begin, and how far apart they stand
 * @returns {SVGElement}
 */
export function lettering(text, place, rows) {
  const { lines, size } = layOut(text, place);
  const { y, step } = rows(lines.length);
  const spans = lines.map((line, at) => {
    const span = svg('tspan', { x: place.x, y: y + at * step });
    fit(span, line, size, place.width, place.weight);
    return span;
  });
  const element = svg('text', {}, ...spans.flatMap((span, at) => (at && !lines[at - 1].endsWith('\u2010') ? [space(), span] : [span])));
  if (size !== place.size) element.style.fontSize = `${size}px`;
  return element;
}

/** What stands between two lines for those who read the words as one: it takes no room. */
export const space = () => svg('tspan', { 'font-size': 0 }, ' ');

/** @param {SVGElement} text made by `lettering` @returns {number} */
export const linesIn = (text) => text.querySelectorAll('[x]').length;
