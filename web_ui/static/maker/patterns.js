/** @file Lines of a kit as sentences with holes to fill: effects, conditions and formulas. Pure; no element in here. */

/**
 * @typedef {{key: string, line: string}} Pattern its text is `maker.GROUP.KEY`; a hole is a kind, with a digit if there are two
 * @typedef {Object<string, string>} Filled what stands in each hole
 * @typedef {Object<string, string[]>} Names the names that a hole of each kind may have
 */

const patternsOf = (lines) => Object.entries(lines).map(([key, line]) => ({ key, line }));

/** @type {Pattern[]} */
export const EFFECTS = patternsOf({
  'raise': 'raise {counter} {amount}',
  'lower': 'lower {counter} {amount}',
  'set': 'set {counter} {amount}',
  'next-turn': 'next turn',
  'again': 'again',
  'roll': 'roll {dice}',
  'spin': 'spin {wheel}',
  'draw': 'draw {deck}',
  'do': 'do {action}',
  'step': 'step {track} {step}',
  'set-track': 'set {track} {tick}',
  'deal': 'deal {deck}',
  'draw-bottom': 'draw from bottom {deck}',
  'peek': 'peek {amount} {deck}',
  'pass-left': 'pass left {deck}',
  'top': '{deck}: discard on top',
  'into': '{deck}: discard into',
  'show': 'show {cup}',
  'start': 'start {timer}',
  'pause': 'pause {timer}',
  'extend': 'extend {timer} {amount}',
  'advance': 'advance {token}',
  'set-token': 'set {token} {state}',
  'advance-own': 'advance',
  'top-own': 'discard on top',
  'into-own': 'discard into',
  'leave': 'leave',
  'next-step': 'next step',
  'skip': 'skip {amount}',
  'reverse': 'reverse',
  'say': 'say {text}',
});
/** Effects that others can have too, for each person. */
export const FOR_PEOPLE = new Set(['raise', 'lower', 'set', 'step', 'set-track', 'roll', 'spin', 'draw', 'draw-bottom', 'peek', 'start', 'pause', 'extend', 'do']);
/** Effects that only a card has. */
export const OF_CARDS = new Set(['advance-own', 'top-own', 'into-own', 'leave']);
export const WHOM = ['', 'everyone', 'others'];

/** @type {Pattern[]} */
export const CONDITIONS = patternsOf({
  'always': 'always',
  'sum': 'sum {op} {number}',
  'face': '{face}',
  'counter': '{counter} {op} {number}',
  'counters': '{counter} {op} {counter2}',
  'sum-counter': 'sum {op} {counter}',
  'alike': 'alike {number}',
  'not-alike': 'not alike {number}',
  'run': 'run {number}',
  'pairs': 'pairs {op} {number}',
  'count': 'count {number} {op} {number2}',
  'highest': 'highest {op} {number}',
  'lowest': 'lowest {op} {number}',
  'condition': '{condition}',
  'not-condition': 'not {condition}',
  'left': 'left {deck} {op} {number}',
  'turn': 'turn {op} {number}',
  'round': 'round {op} {number}',
});
/** Conditions about dice on the table. */
const OF_DICE = new Set(['sum', 'sum-counter', 'alike', 'not-alike', 'run', 'pairs', 'count', 'highest', 'lowest', 'times-count', 'alike-sum', 'alike-points', 'full-house', 'run-points', 'pairs-number']);

/** @type {Pattern[]} */
export const NUMBERS = patternsOf({
  'typed': '',
  'number': '{number}',
  'sum': 'sum',
  'times-count': '{number} * count {number2}',
  'alike-sum': 'if alike {number} then sum else 0',
  'alike-points': 'if alike {number} then {number2} else 0',
  'full-house': 'if pairs = 2 and alike 3 then {number} else 0',
  'run-points': 'if run {number} then {number2} else 0',
  'count': 'count {number}',
  'highest': 'highest',
  'lowest': 'lowest',
  'pairs-number': 'pairs',
  'row-bonus': 'if {row} >= {number} then {number2} else 0',
  'counter': '{counter}',
});

const NUMBER = '-?\\d{1,6}';
const WORD = '[a-z0-9-]+';
/** What a hole of each kind may hold, as the start of what was left out. */
const HOLES = {
  number: NUMBER,
  step: '[+-][1-9]\\d?',
  op: '=|!=|<=|>=|<|>',
  amount: '.+',
  text: WORD,
};
const FIRST = { number: '1', step: '+1', op: '=', amount: '1', text: 'hello' };
/** Numbers that a sentence usually begins with, by the hole of a pattern. */
const USUAL = {
  'sum': { number: '7' }, 'alike': { number: '3' }, 'not-alike': { number: '3' }, 'run': { number: '4' }, 'count': { number: '6', number2: '1' },
  'times-count': { number: '1', number2: '1' }, 'alike-sum': { number: '3' }, 'alike-points': { number: '5', number2: '50' },
  'full-house': { number: '25' }, 'run-points': { number: '4', number2: '30' }, 'row-bonus': { number: '63', number2: '35' }, 'extend': { amount: '10' },
};
export const OPERATORS = HOLES.op.split('|');

/** @param {string} hole @returns {string} its kind */
export const kindOf = (hole) => hole.replace(/\d$/, '');

/** @param {string} line @returns {string[]} its holes in order */
export const holesOf = (line) => [...line.matchAll(/\{(\w+)\}/g)].map(([, hole]) => hole);

/**
 * @param {string} text with holes
 * @returns {(string|{hole: string})[]} words and holes in order
 */
export function piecesOf(text) {
  return text.split(/(\{\w+\})/).filter(Boolean).map((piece) => (piece.startsWith('{') ? { hole: piece.slice(1, -1) } : piece));
}

/**
 * @param {Pattern} pattern
 * @param {string} line
 * @param {Names} names
 * @returns {Filled|null} null where *line* is no such sentence, or is about something that isn't there
 */
export function read(pattern, line, names) {
  const holes = holesOf(pattern.line);
  const source = pattern.line.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, (_, hole) => `(${HOLES[kindOf(hole)] ?? '[^ :]+'})`);
  const found = new RegExp(`^${source}$`).exec(line);
  if (!found) return null;
  const filled = Object.fromEntries(holes.map((hole, at) => [hole, found[at + 1]]));
  const isKnown = holes.every((hole) => kindOf(hole) in HOLES || names[kindOf(hole)]?.includes(filled[hole]));
  return isKnown ? filled : null;
}

/** @param {Pattern} pattern @param {Filled} filled @returns {string} */
export const write = (pattern, filled) => pattern.line.replace(/\{(\w+)\}/g, (_, hole) => filled[hole]);

/** @returns {{pattern: Pattern, filled: Filled}|null} the first of *patterns* that *line* is */
export function readAny(patterns, line, names) {
  for (const pattern of patterns) {
    const filled = read(pattern, line, names);
    if (filled) return { pattern, filled };
  }
  return null;
}

/** @param {Pattern} pattern @param {Names} names @returns {string|null} the sentence to begin with; null where it needs what isn't there */
export function begin(pattern, names) {
  const filled = {};
  for (const hole of holesOf(pattern.line)) {
    const kind = kindOf(hole);
    const known = names[kind] ?? [];
    const at = hole !== kind && known.length > 1 ? 1 : 0;
    const first = USUAL[pattern.key]?.[hole] ?? FIRST[kind] ?? known[at];
    if (first === undefined) return null;
    filled[hole] = first;
  }
  return write(pattern, filled);
}

/**
 * @param {Pattern[]} patterns
 * @param {Names} names
 * @param {{dice?: boolean, card?: boolean, always?: boolean}} about whether there is a roll to speak of, a card, an event
 * @returns {Pattern[]} those that can be said
 */
export function sayable(patterns, names, { dice = false, card = false, always = false }) {
  return patterns.filter((pattern) => {
    if (OF_DICE.has(pattern.key) && patterns !== EFFECTS && !dice) return false;
    if (OF_CARDS.has(pattern.key) && patterns === EFFECTS && !card) return false;
    if (pattern.key === 'always' && !always) return false;
    return begin(pattern, names) !== null;
  });
}

/** @param {string} line @returns {{whom: string, rest: string}} an effect's people, and what is done for each */
export function whomOf(line) {
  const found = /^(everyone|others): (.+)$/.exec(line);
  return found ? { whom: found[1], rest: found[2] } : { whom: '', rest: line };
}
