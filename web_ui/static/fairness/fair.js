/** @file Draws made once more from a game's seed. The page does it itself: plain http gives it no crypto.subtle.
 *
 * The same scheme stands in companion/fairness.py, written apart from this; tests hold the two together.
 */

const ROUNDS = roundConstants();

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, computed exactly. */
function roundConstants() {
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  return Uint32Array.from(primes, (prime) => fraction(prime, 3n));
}

/** @returns {number} 32 bits behind the point of the *root*-th root of *n* */
function fraction(n, root) {
  const wanted = BigInt(n) << (32n * root);
  let [low, high] = [0n, 1n << 40n];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** root <= wanted) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

const FIRST = Uint32Array.from([2, 3, 5, 7, 11, 13, 17, 19], (prime) => fraction(prime, 2n));
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array} its SHA-256 (FIPS 180-4)
 */
export function sha256(bytes) {
  const length = ((bytes.length + 8) >> 6 << 6) + 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, (bytes.length << 3) >>> 0);
  const hash = FIRST.slice();
  const words = new Uint32Array(64);
  for (let at = 0; at < length; at += 64) {
    for (let t = 0; t < 16; t += 1) words[t] = view.getUint32(at + 4 * t);
    mix(hash, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, t) => digest.setUint32(4 * t, word));
  return new Uint8Array(digest.buffer);
}

function mix(hash, words) {
  for (let t = 16; t < 64; t += 1) {
    const [x, y] = [words[t - 15], words[t - 2]];
    words[t] = words[t - 16] + words[t - 7] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let t = 0; t < 64; t += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[t] + words[t]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, t) => { hash[t] += word; });
}

/** @returns {Uint8Array} HMAC-SHA256 (RFC 2104) of *message* under *key*, which is at most 64 bytes long */
export function hmac(key, message) {
  const pad = (byte) => Uint8Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ byte);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @returns {Uint8Array|null} the bytes that *hex* spells, null if it doesn't */
export function bytesOf(hex) {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const bigEndian = (number, size) => Uint8Array.from({ length: size }, (_, at) => Number((BigInt(number) >> BigInt(8 * (size - 1 - at))) & 0xffn));

/**
 * The bytes of one draw, block after block.
 * @param {Uint8Array} seed
 * @param {string} game the game's slug
 * @param {string} kind the first word of chance's line
 * @param {number} draw counted from 0
 * @param {Uint8Array} entropy
 * @returns {(count: number) => number[]}
 */
export function stream(seed, game, kind, draw, entropy) {
  const text = new TextEncoder();
  const none = new Uint8Array(1);
  const head = joined(text.encode('tidetable/1'), none, text.encode(game), none, text.encode(kind), none, bigEndian(draw, 8), none);
  const left = [];
  let block = 0;
  return (count) => {
    while (left.length < count) {
      left.push(...hmac(seed, joined(head, bigEndian(block, 4), none, entropy)));
      block += 1;
    }
    return left.splice(0, count);
  };
}

/**
 * A number from 0 to *n* - 1, each from equally many byte strings: masked, and rejected while it is too large.
 * @param {number} n at least 1
 * @param {(count: number) => number[]} take
 */
export function below(n, take) {
  if (!(n >= 1)) throw new RangeError(`no number lies below ${n}`);
  const bits = n > 1 ? (n - 1).toString(2).length : 0;
  const mask = 2 ** bits;
  for (;;) {
    const number = take(Math.ceil(bits / 8)).reduce((sum, byte) => sum * 256 + byte, 0) % mask;
    if (number < n) return number;
  }
}

const SAMPLES = {
  roll: (draw, take) => draw.of.map((die) => die[below(die.length, take)]),
  spin: (draw, take) => {
    let left = below(draw.of.reduce((sum, [, weight]) => sum + weight, 0), take);
    for (const [name, weight] of draw.of) {
      if (left < weight) return [name];
      left -= weight;
    }
    throw new RangeError('a wheel stops on a segment');
  },
  draw: (draw, take) => [sorted(draw.of)[below(draw.of.length, take)]],
  deal: (draw, take) => {
    const bag = sorted(draw.of);
    return Array.from({ length: draw.count }, () => bag.splice(below(bag.length, take), 1)[0]);
  },
  take: (draw, take) => [1 + below(draw.of, take)],
};

const sorted = (names) => [...names].sort((one, other) => (one < other ? -1 : Number(one > other)));

/**
 * What the seed answers to a draw.
 * @typedef {{n: number, line: number, seat: number, number: number|null, kind: string, purpose: string,
 *            of: any, count: number, entropy: string, do: string}} Draw
 * @param {Draw} draw
 * @param {Uint8Array} seed
 * @param {string} game
 * @returns {string} chance's line, as a record has it
 */
export function answer(draw, seed, game) {
  const entropy = bytesOf(draw.entropy);
  if (!entropy || draw.number === null || !Object.hasOwn(SAMPLES, draw.kind)) throw new RangeError('no draw of a seed');
  const take = stream(seed, game, draw.kind, draw.number, entropy);
  return [draw.kind, ...SAMPLES[draw.kind](draw, take)].join(' ');
}

/**
 * The seeds of a finished record: of what its first line promised, and of each promise made anew on a line.
 * @param {{header: any, lines: any[], ending: any}} record
 * @returns {Uint8Array[]|null} null: one isn't the seed that was promised
 */
export function seedsOf({ header, lines, ending }) {
  const promised = [header.commitment, ...lines.map((line) => line.commitment).filter((each) => each !== undefined)];
  const seeds = [ending.seed, ...(ending.seeds ?? [])].map(bytesOf);
  const fits = (seed, at) => seed?.length === 32 && hexOf(sha256(seed)) === promised[at];
  return seeds.length === promised.length && seeds.every(fits) ? seeds : null;
}

/**
 * A record's file, as far as a seed is concerned.
 * @param {string} text
 * @returns {{header: any, lines: any[], ending: any}|null} null: it is none
 */
export function readRecord(text) {
  try {
    const rows = text.trim().split('\n').map((row) => JSON.parse(row));
    const ending = rows.at(-1).end ? rows.pop() : null;
    const [header, ...lines] = rows;
    return header.tidetable === 1 ? { header, lines, ending } : null;
  } catch {
    return null;
  }
}
