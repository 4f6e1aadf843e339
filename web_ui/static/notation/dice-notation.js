/** @file Dice notation, as companion/kits/formulas/dice.py reads it and throw.py evaluates it. Pure; no element in here.
 *
 * @typedef {import('./dice-pools.js').Face} Face
 * @typedef {import('./dice-pools.js').Pool} Pool
 * @typedef {import('./dice-pools.js').Term} Term
 * @typedef {{term: Term, pools: Pool[], spelled: string}} Formula
 * @typedef {{pool: number, face: Face, value: number, dropped: boolean, rerolled: boolean, added: boolean, success: boolean}} ThrownDie
 */

import { CALCULATE, hasWords, matches, MAX_DICE, poolsOf, ranksOf, score, span, spelled, valueOf } from './dice-pools.js';

const MAX_LETTERS = 100;
const MAX_NUMBER = 9999;
const MAX_NESTING = 10;
const MAX_TOTAL = 999999999;
const SIDES = [2, 1000];
const TYPED = { '×': '*', '÷': '/', '−': '-' };
const PERCENT = Array.from({ length: 100 }, (_, at) => at + 1);

const DIGITS = /[0-9]+/y;
const LETTERS = /[a-z]+/y;
const RUN = /[a-z0-9-]+/y;
const NAME = /\[([^\]]*)\]/y;
const WAYS = /kh|kl|k|dh|dl|ro|r|!|mi|ma/y;
const SIGNS = />=|<=|>|<|=/y;

/** A formula that can't be read: the *key* of its text, the letter *at* which reading failed, and the text's *values*. */
export class BadFormula extends Error {
  constructor(key, at, values) {
    super(`formula.dice.${key}`);
    this.key = `formula.dice.${key}`;
    this.at = at;
    this.values = values;
  }
}

/**
 * Read *text*; throws BadFormula.
 * @param {string} text
 * @param {Object<string, Face[]>} [named] the faces of a kit's own dice
 * @returns {Formula}
 */
export function parseDice(text, named = {}) {
  const tooLong = (given) => {
    if (given > MAX_LETTERS) throw new BadFormula('too-long', Math.min([...text].length, MAX_LETTERS), { given, maximum: MAX_LETTERS });
  };
  tooLong([...text].length);
  const term = new Reader(text, named).whole();
  const pools = poolsOf(term);
  if (!pools.length) throw new BadFormula('no-dice', 0, {});
  const said = spelled(term);
  tooLong(said.length);
  return { term, pools, spelled: said };
}

class Reader {
  constructor(text, named) {
    this.given = text;
    this.text = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[×÷−]/g, (letter) => TYPED[letter]);
    this.named = named;
    this.at = 0;
    this.depth = 0;
    this.dice = 0;
  }

  whole() {
    if (!this.next()) this.fault('empty', {}, 0);
    const term = this.sum();
    if (this.next()) this.fault('operator', { given: this.here() });
    return term;
  }

  // letters

  next() {
    while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at += 1;
    return this.text[this.at] ?? '';
  }

  match(pattern, at = this.at) {
    pattern.lastIndex = at;
    return pattern.exec(this.text);
  }

  take(letters) {
    this.at += letters;
    return this.text.slice(this.at - letters, this.at);
  }

  number() {
    const found = this.match(DIGITS);
    if (!found) this.fault('number', { given: this.here() });
    if (Number(found[0]) > MAX_NUMBER) this.fault('too-high', { given: found[0], maximum: MAX_NUMBER });
    return Number(this.take(found[0].length));
  }

  here() {
    const found = this.match(LETTERS) ?? this.match(DIGITS);
    if (found) return this.given.slice(this.at, this.at + found[0].length);
    return [...this.given.slice(this.at)][0] ?? { key: 'formula.dice.end' };
  }

  since(start) {
    return this.given.slice(start, this.at).replace(/^[ \t]+|[ \t]+$/g, '');
  }

  fault(key, values, at = this.at) {
    throw new BadFormula(key, at, values);
  }

  // terms

  sum() {
    let left = this.product();
    while (['+', '-'].includes(this.next())) {
      const place = this.at;
      const sign = this.take(1);
      left = this.bounded({ sign, left, right: this.product() }, place);
    }
    return left;
  }

  product() {
    let left = this.signed();
    while (['*', '/'].includes(this.next())) {
      const place = this.at;
      const sign = this.take(1);
      this.next();
      const start = this.at;
      const right = this.signed();
      const [low, high] = span(right);
      if (sign === '/' && low <= 0 && high >= 0) this.fault('zero', { given: this.since(start) }, start);
      left = this.bounded({ sign, left, right }, place);
    }
    return left;
  }

  signed() {
    if (this.next() !== '-') return this.single();
    return this.nested(() => ({ minus: this.signed() }));
  }

  single() {
    const letter = this.next();
    const start = this.at;
    if (letter === '(') return this.nested(() => this.bracket());
    const hasDigits = Boolean(this.match(DIGITS));
    const number = hasDigits ? this.number() : 1;
    if (this.next() === 'd') return this.pool(number, start);
    if (!hasDigits) this.fault('term', { given: this.here() });
    return { number };
  }

  bracket() {
    const term = this.sum();
    if (this.next() !== ')') this.fault('close', { given: this.here() });
    this.take(1);
    return term;
  }

  nested(read) {
    this.depth += 1;
    if (this.depth > MAX_NESTING) this.fault('nested', { maximum: MAX_NESTING });
    this.take(1);
    const term = read();
    this.depth -= 1;
    return term;
  }

  bounded(term, place) {
    if (Math.max(...span(term).map(Math.abs)) > MAX_TOTAL) this.fault('too-great', { maximum: MAX_TOTAL }, place);
    return term;
  }

  // pools

  pool(count, start) {
    if (count < 1 || count > MAX_DICE) this.fault('count', { given: count, maximum: MAX_DICE }, start);
    this.dice += count;
    if (this.dice > MAX_DICE) this.fault('too-many', { given: this.dice, maximum: MAX_DICE }, start);
    this.take(1);
    const pool = { count, die: this.kind(), rerolls: null, once: false, explodes: null, minimum: null, maximum: null, keeps: [], counts: null };
    for (let way = this.way(); way; way = this.way()) this.change(pool, way);
    if (this.match(SIGNS)) pool.counts = this.comparison(pool.die);
    if (hasWords(pool.die) && !pool.counts) this.fault('words', { given: this.since(start) }, start);
    return this.bounded({ pool }, start);
  }

  kind() {
    const letter = this.next();
    const start = this.at;
    const [minimum, maximum] = SIDES;
    if (letter === '%' || letter === 'f') {
      this.take(1);
      return letter === '%' ? { name: '%', faces: PERCENT } : { name: 'F', faces: [-1, 0, 1] };
    }
    if (letter === '[') return this.ownDie();
    if (!this.match(DIGITS)) this.fault('sides', { given: this.here(), minimum, maximum });
    const sides = this.number();
    if (sides < minimum || sides > maximum) this.fault('sides', { given: sides, minimum, maximum }, start);
    return { name: String(sides), faces: Array.from({ length: sides }, (_, at) => at + 1) };
  }

  ownDie() {
    const found = this.match(NAME);
    if (!found) this.fault('open-name', {}, [...this.given].length);
    const name = found[1].trim();
    const names = Object.keys(this.named);
    const faces = names.includes(name) ? this.named[name] : [];
    if (!faces.length) this.fault(names.length ? 'unknown-die' : 'no-own-dice', { given: name, names }, this.at + 1);
    this.take(found[0].length);
    return { name: `[${name}]`, faces };
  }

  way() {
    const letter = this.next();
    const found = this.match(WAYS);
    if (found) return found[0];
    if (letter === 'd') this.fault('drop', {});
    if (/[a-z]/.test(letter)) this.fault('way', { given: this.here() });
    return '';
  }

  change(pool, way) {
    const place = this.at;
    this.take(way.length);
    this.next();
    const once = (present) => present !== null && this.fault('twice', { given: way }, place);
    if (way === 'r' || way === 'ro') {
      once(pool.rerolls);
      pool.rerolls = this.selected(pool.die, way, place);
      pool.once = way === 'ro';
      return;
    }
    if (way === '!') {
      once(pool.explodes);
      pool.explodes = this.selected(pool.die, way, place);
      return;
    }
    if (hasWords(pool.die)) this.fault('words-way', { given: way, die: pool.die.name }, place);
    if (way === 'mi' || way === 'ma') {
      const bound = way === 'mi' ? 'minimum' : 'maximum';
      once(pool[bound]);
      pool[bound] = this.number();
      return;
    }
    this.keep(pool, way, place);
  }

  keep(pool, way, place) {
    const keep = { way: way === 'k' ? 'kh' : way, number: this.numberOfDice() };
    const [other] = pool.keeps;
    const clash = other && (keep.way.includes('k') || other.way.includes('k') || pool.keeps.length > 1 || other.way === keep.way);
    if (clash) this.fault('twice', { given: way }, place);
    pool.keeps = [...pool.keeps, keep].sort((a, b) => (a.way < b.way ? -1 : 1));
  }

  numberOfDice() {
    const start = this.at;
    if (!this.match(DIGITS)) return 1;
    const number = this.number();
    if (number < 1 || number > MAX_DICE) this.fault('kept-number', { given: number, maximum: MAX_DICE }, start);
    return number;
  }

  // faces

  selected(die, way, place) {
    const selected = this.selection(die, way);
    if (way !== 'ro' && die.faces.every((face) => matches(selected, face))) this.fault('endless', { given: this.since(place) }, place);
    return selected;
  }

  selection(die, way) {
    if (this.match(SIGNS)) return this.comparison(die);
    if (hasWords(die)) this.fault('which-face', { given: way, names: namesOf(die) });
    if (this.match(DIGITS)) return { sign: '=', value: this.number() };
    return { sign: '=', value: way === '!' ? Math.max(...die.faces) : Math.min(...die.faces) };
  }

  comparison(die) {
    const place = this.at;
    const sign = this.take(this.match(SIGNS)[0].length);
    const negative = this.next() === '-' && !hasWords(die);
    if (hasWords(die)) {
      if (sign !== '=') this.fault('words-compared', { given: sign, names: namesOf(die) }, place);
      return { sign, value: this.face(die) };
    }
    if (negative) this.take(1);
    const number = this.number();
    return { sign, value: negative ? 0 - number : number };
  }

  face(die) {
    const faces = [...die.faces].sort((a, b) => String(b).length - String(a).length);
    const fits = (name) => this.text.startsWith(name, this.at) && !/[a-z0-9]/.test(this.text[this.at + name.length] ?? '');
    const face = faces.find((each) => fits(String(each).toLowerCase()));
    if (face === undefined) {
      const found = this.match(RUN);
      this.fault('unknown-face', { given: found ? this.given.slice(this.at, this.at + found[0].length) : this.here(), names: namesOf(die) });
    }
    this.take(String(face).length);
    return face;
  }
}

/**
 * The faces of each die to throw after *answers*; none once the roll is complete.
 * @param {Formula} formula
 * @param {Face[][]} answers
 * @returns {Face[][]}
 */
export function nextDice(formula, answers) {
  return waves(formula, answers).at(-1).map((die) => die.pool.die.faces);
}

/**
 * The result of the complete *answers*.
 * @param {Formula} formula
 * @param {Face[][]} answers
 * @returns {{total: number, dice: ThrownDie[], count: boolean}} *count*: every pool counts successes
 */
export function outcome(formula, answers) {
  const thrown = waves(formula, answers);
  if (thrown.at(-1).length) throw new RangeError(`${formula.spelled}: ${thrown.at(-1).length}`);
  const dice = [];
  const totals = [];
  for (const [number, pool] of formula.pools.entries()) {
    const lying = thrown[0].filter((first) => first.number === number).flatMap(chain);
    const staying = new Set(stayingOf(pool, lying));
    for (const die of lying) dice.push(shown(die, !staying.has(die)));
    totals.push([...staying].reduce((sum, die) => sum + score(pool, die.face), 0));
  }
  return { total: totalOf(formula.term, totals), dice, count: formula.pools.every((pool) => pool.counts) };
}

/** The dice of each answer, and those to throw next. */
function waves(formula, answers) {
  const first = formula.pools.flatMap((pool, number) => Array.from({ length: pool.count }, () => ({ number, pool, second: false, added: false, face: 0, follower: null })));
  const all = [first];
  let left = MAX_DICE - first.length;
  for (const answer of answers) {
    const wave = all.at(-1);
    if (!answer.length || answer.length !== wave.length) throw new RangeError(`${formula.spelled}: ${wave.length} ≠ ${answer.length}`);
    const following = [];
    for (const [at, die] of wave.entries()) {
      die.face = answer[at];
      die.follower = following.length < left ? follower(die) : null;
      if (die.follower) following.push(die.follower);
    }
    left -= following.length;
    all.push(following);
  }
  return all;
}

/** The die that the face of *die* calls for. */
function follower({ number, pool, second, face }) {
  const next = { number, pool, second: false, added: false, face: 0, follower: null };
  if (pool.rerolls && !(second && pool.once) && matches(pool.rerolls, face)) return { ...next, second: true };
  return pool.explodes && matches(pool.explodes, face) ? { ...next, added: true } : null;
}

function chain(die) {
  return die.follower ? [die, ...chain(die.follower)] : [die];
}

const isRerolled = (die) => Boolean(die.follower?.second);

/** The dice that count; of equal ones the first rank highest. */
function stayingOf(pool, lying) {
  const ranked = lying.filter((die) => !isRerolled(die)).sort((a, b) => valueOf(pool, b.face) - valueOf(pool, a.face));
  return ranked.slice(...ranksOf(pool, ranked.length));
}

function shown(die, dropped) {
  const { number, pool, face, added } = die;
  const success = !dropped && pool.counts !== null && score(pool, face) === 1;
  return { pool: number, face, value: valueOf(pool, face), dropped, rerolled: isRerolled(die), added, success };
}

/** The total of *term*; takes its pools' totals from the front. */
function totalOf(term, totals) {
  if ('number' in term) return term.number;
  if ('pool' in term) return totals.shift();
  if ('minus' in term) return 0 - totalOf(term.minus, totals);
  const left = totalOf(term.left, totals);
  return CALCULATE[term.sign](left, totalOf(term.right, totals));
}

const namesOf = (die) => [...new Set(die.faces.map(String))];
