/** @file The terms of a dice formula once it is read: what they count for and how they are spelled. Pure.
 *
 * @typedef {number|string} Face
 * @typedef {{name: string, faces: Face[]}} Die
 * @typedef {{sign: string, value: Face}} FaceTest
 * @typedef {{count: number, die: Die, rerolls: FaceTest|null, once: boolean, explodes: FaceTest|null,
 *            minimum: number|null, maximum: number|null, keeps: {way: string, number: number}[], counts: FaceTest|null}} Pool
 * @typedef {{number: number}|{pool: Pool}|{minus: Term}|{sign: string, left: Term, right: Term}} Term
 */

/** Maximum number of dice in a roll, with those thrown again or added. */
export const MAX_DICE = 20;

const COMPARE = {
  '>=': (a, b) => a >= b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '<': (a, b) => a < b, '=': (a, b) => a === b,
};
/** Each sign of a calculation; 0 is added for -0. */
export const CALCULATE = { '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b + 0, '/': (a, b) => Math.floor(a / b) + 0 };

export const hasWords = (die) => die.faces.some((face) => typeof face === 'string');

export function matches({ sign, value }, face) {
  if (typeof face === 'string' || typeof value === 'string') return sign === '=' && face === value;
  return COMPARE[sign](face, value);
}

export function valueOf(pool, face) {
  if (typeof face === 'string') return 0;
  return Math.min(Math.max(face, pool.minimum ?? -Infinity), pool.maximum ?? Infinity);
}

export function score(pool, face) {
  if (!pool.counts) return valueOf(pool, face);
  return Number(matches(pool.counts, typeof face === 'string' ? face : valueOf(pool, face)));
}

/** The first rank that stays of *dice* dice, and the one behind the last. */
export function ranksOf(pool, dice) {
  let [first, after] = [0, dice];
  for (const { way, number } of pool.keeps) {
    const some = Math.min(number, dice);
    if (way === 'kh') after = Math.min(after, some);
    if (way === 'kl') first = Math.max(first, dice - some);
    if (way === 'dh') first = Math.max(first, some);
    if (way === 'dl') after = Math.min(after, dice - some);
  }
  return [first, Math.max(first, after)];
}

export function poolsOf(term) {
  if ('pool' in term) return [term.pool];
  if ('minus' in term) return poolsOf(term.minus);
  return 'sign' in term ? [...poolsOf(term.left), ...poolsOf(term.right)] : [];
}

/** The least and the greatest total; no divisor is 0. */
export function span(term) {
  if ('number' in term) return [term.number, term.number];
  if ('pool' in term) return poolSpan(term.pool);
  if ('minus' in term) return span(term.minus).map((total) => 0 - total).reverse();
  const [[low, high], [least, most]] = [span(term.left), span(term.right)];
  if (term.sign === '+') return [low + least, high + most];
  if (term.sign === '-') return [low - most, high - least];
  const totals = [low, high].flatMap((left) => [least, most].map((right) => CALCULATE[term.sign](left, right)));
  return [Math.min(...totals), Math.max(...totals)];
}

function poolSpan(pool) {
  const scores = pool.die.faces.map((face) => score(pool, face));
  const bounds = [Math.min(...scores), Math.max(...scores)];
  const kept = [pool.count, pool.explodes ? MAX_DICE : pool.count].map((dice) => {
    const [first, after] = ranksOf(pool, dice);
    return after - first;
  });
  const totals = kept.flatMap((number) => bounds.map((bound) => number * bound));
  return [Math.min(...totals), Math.max(...totals)];
}

/** The one notation that reads as *term*. */
export function spelled(term) {
  if ('number' in term) return String(term.number);
  if ('pool' in term) return spelledPool(term.pool);
  const inner = (part, brackets) => (brackets ? `(${spelled(part)})` : spelled(part));
  if ('minus' in term) return `-${inner(term.minus, 'sign' in term.minus)}`;
  const { sign, left, right } = term;
  const product = (part) => '*/'.includes(part.sign);
  const first = inner(left, 'sign' in left && product(term) && !product(left));
  const second = inner(right, 'sign' in right && (product(term) || !product(right)));
  const blank = endsInWord(left) ? ' ' : '';
  return `${first}${blank}${sign}${blank}${second}`;
}

/** A hyphen after a word might read as part of it. */
function endsInWord(term) {
  if ('sign' in term) return endsInWord(term.right);
  if ('minus' in term) return endsInWord(term.minus);
  return 'pool' in term && typeof term.pool.counts?.value === 'string';
}

function spelledPool(pool) {
  const { die, rerolls, explodes, counts } = pool;
  const words = hasWords(die);
  const test = ({ sign, value }, short) => (short && sign === '=' && value >= 0 ? String(value) : `${sign}${value}`);
  const bound = (way, number) => (number === null ? '' : `${way}${number}`);
  const changes = bound('mi', pool.minimum) + bound('ma', pool.maximum) + pool.keeps.map(({ way, number }) => `${way}${number}`).join('');
  const again = rerolls ? `${pool.once ? 'ro' : 'r'}${test(rerolls, !words)}` : '';
  const highest = explodes && !words && explodes.sign === '=' && explodes.value === Math.max(...die.faces);
  const more = explodes ? `!${highest && (changes || !counts) ? '' : test(explodes, false)}` : '';
  return `${pool.count}d${die.name}${again}${more}${changes}${counts ? test(counts, false) : ''}`;
}
