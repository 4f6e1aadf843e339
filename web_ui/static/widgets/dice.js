/** @file Dice as drawings. Each keeps its element, so that motion can end in a result without a jump. */

import { say, svg } from '../core/dom.js';
import { frame, square } from './verdict-die.js';

/** The visible faces of each solid, in the order of their classes, on a square of 100; the first is the front. */
const SOLIDS = {
  d4: ['M46 6L82 88H6z', 'M46 6L96 72 82 88z'],
  d8: ['M50 3L91 70H9z', 'M50 3L92 30 91 70z', 'M50 3L8 30 9 70z', 'M9 70H91L50 97z'],
  d10: ['M50 4L80 63 50 77 20 63z', 'M50 4L96 39V61L80 63z', 'M50 4L4 39V61L20 63z', 'M50 96L96 61 80 63 50 77z', 'M50 96L4 61 20 63 50 77z'],
  d12: ['M50 21L79 42 68 76H32L21 42z', 'M50 21V3L78 12 95 36 79 42z', 'M50 21V3L22 12 5 36 21 42z', 'M79 42L95 36V64L78 88 68 76zM68 76L78 88 50 97 22 88 32 76z', 'M21 42L5 36V64L22 88 32 76z'],
  d20: ['M50 19L82 72H18z', 'M50 3L92 27 82 72 50 19z', 'M50 3L8 27 18 72 50 19z', 'M92 27V73L82 72zM18 72H82L50 97z', 'M8 27V73L18 72zM82 72L92 73 50 97zM18 72L8 73 50 97z'],
};
/** Where the number stands on the front, and how large it is. */
const NUMBERS = { d4: [45, 76, 30], d8: [50, 60, 30], d10: [50, 60, 32], d12: [50, 60, 28], d20: [50, 64, 23] };
/** Dice that are drawn as another: tens are on a die with ten sides. */
const ALIKE = { 'd%': 'd10', 'd100': 'd10' };
const COINS = new Set(['d2', 'coin']);
const FATE = { '-1': '−', '0': '', '1': '+' };
/** Sizes of the sheet's own, and how much smaller three figures are. */
const USUAL = new Set([22, 32]);
const LONG = 0.72;

/**
 * A die with numbers: drawn by the shape of its kind, any other as a rounded square.
 * @param {string} kind `d20`, `d%`, `dF`, or what its look is called
 * @returns {{element: SVGElement, show: (value: number|string|null) => void}}
 */
export function numberDie(kind) {
  const solid = ALIKE[kind] ?? kind;
  const [x, y, size] = NUMBERS[solid] ?? [24, 32, 22];
  const text = svg('text', { class: 'on-die', x, y });
  const faces = SOLIDS[solid]?.map((d, at) => svg('path', { class: `f${at + 1}`, d })) ?? [COINS.has(kind) ? coin() : square()];
  const element = svg('svg', SOLIDS[solid] ? frame(solid === 'd10' ? 'd10' : `d10 ${solid}`, 100) : frame('d6', 48), ...faces, text);
  const show = (value) => {
    const word = value === null ? '' : String(value);
    say(text, kind === 'dF' ? (FATE[word] ?? word) : word);
    const { length } = text.textContent;
    text.classList.toggle('wide', length > 1);
    text.style.fontSize = length > 2 ? `${size * LONG}px` : USUAL.has(size) ? '' : `${size}px`;
  };
  return { element, show };
}

/** Whether dice are more than a few alike ones with a sum. @param {import('../core/types.js').Dice} dice */
export const isThrow = (dice) => Boolean(dice.formula || dice.is_free || dice.kinds?.length || dice.pool?.length || dice.kept?.length || dice.symbols?.length) || (dice.rolls_left ?? null) !== null;

/**
 * Dice that lie openly: those under cups are drawn by person, and those that are only rolled in pools with these.
 * @returns {import('../core/types.js').Dice[]}
 */
export function openDice({ dice = [], cups = {} }) {
  const inPools = new Set(dice.flatMap((each) => (each.pool ?? []).map((part) => part.name)));
  return dice.filter((each) => !(each.name in cups) && (each.values || !inPools.has(each.name)));
}

const coin = () => svg('circle', { cx: 24, cy: 24, r: 21 });
