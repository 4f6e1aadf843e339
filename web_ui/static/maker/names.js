/** @file The names in a kit's data: the things made, as words, and what sentences may speak of. Pure; no element in here. */

/** @param {string} name @returns {string} the name as its words: "spring-tide" is "Spring tide" */
export function asWords(name) {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {string} title @returns {string} the name for *title*: small letters, digits, hyphens */
export function asName(title) {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').replace(/œ/g, 'oe').replace(/æ/g, 'ae').replace(/ø/g, 'o');
  return plain.toLowerCase().replace(/['’]/g, '').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40).replace(/-$/, '');
}

/** Tables without a name of their own. */
export const SINGLE = new Set(['turn', 'round', 'team', 'compare', 'rules']);

const isTable = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const keysOf = (value) => (isTable(value) ? Object.keys(value) : []);

/** @param {any} data a kit's @param {string} name @param {string} lang @returns {string} how it is called */
export function labelOf(data, name, lang) {
  const texts = data?.text ?? {};
  const said = texts[lang]?.[name] ?? Object.values(texts).map((each) => each?.[name]).find(Boolean);
  return typeof said === 'string' ? said : asWords(name);
}

/** @returns {any} what lies at *path* in *data*, undefined for nothing */
export const at = (data, path) => path.reduce((found, key) => found?.[key], data);

/** @param {string[]} taken @param {string} wanted @returns {string} *wanted*, with a number if it is taken */
export function freeName(taken, wanted) {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.includes(name)) return name;
  }
}

/** The words of a list, of a table of numbers, or of `list:NAME`. */
function wordsIn(data, value) {
  if (Array.isArray(value)) return value.flat().map(String);
  if (typeof value === 'string' && value.startsWith('list:')) return wordsIn(data, data.list?.[value.slice(5)]?.names);
  return keysOf(value);
}

/** @param {any} data @param {string} event "roll two" @returns {string[]} the faces, segments or cards that are conditions of it */
export function facesOf(data, event) {
  const [verb, name] = [event.split(' ')[0], event.split(' ').slice(1).join(' ')];
  const words = { spin: data.wheel, draw: data.deck }[verb]?.[name];
  if (!words) return [];
  return [...wordsIn(data, words.segments ?? words.cards), ...keysOf(words.segment ?? words.card)].map(asName).filter(Boolean);
}

/**
 * @param {any} data a kit's
 * @param {string} event of which a condition or an effect speaks, "" for none
 * @returns {import('./patterns.js').Names}
 */
export function namesIn(data, event = '') {
  const counters = keysOf(data.counter);
  const isTrack = (name) => data.counter[name]?.ticks !== undefined;
  const values = keysOf(data.value);
  const isCondition = (name) => /[=<>]|\b(not|and|or|alike|run)\b/.test(String(data.value[name]?.is ?? '')) && !/\bthen\b/.test(String(data.value[name]?.is ?? ''));
  const tokens = keysOf(data.token).flatMap((name) => wordsIn(data, data.token[name]?.names ?? [name]));
  return {
    dice: [...keysOf(data.dice), ...keysOf(data.pool)],
    cup: keysOf(data.dice).filter((name) => data.dice[name]?.shown === 'roller'),
    wheel: keysOf(data.wheel),
    deck: keysOf(data.deck),
    counter: [...counters.filter((name) => !isTrack(name)), ...keysOf(data.sheet)],
    track: counters.filter(isTrack),
    tick: counters.filter(isTrack).flatMap((name) => wordsIn(data, data.counter[name].ticks)),
    timer: keysOf(data.timer),
    action: keysOf(data.action),
    token: tokens,
    state: [...new Set(keysOf(data.token).flatMap((name) => data.token[name]?.states ?? []))],
    value: values.filter((name) => !isCondition(name)),
    condition: values.filter(isCondition),
    /** Things of which each person may have their own part. */
    own: [...counters.filter((name) => data.counter[name]?.each), ...keysOf(data.sheet), ...keysOf(data.dice).filter((name) => data.dice[name]?.shown === 'roller'), ...keysOf(data.deck)],
    face: facesOf(data, event),
    badge: keysOf(data.badge),
    list: keysOf(data.list),
    sheet: keysOf(data.sheet),
    row: keysOf(data.sheet).flatMap((name) => keysOf(data.sheet[name]?.rows)),
  };
}

/** @param {any} data @returns {string[]} all events that something can follow from */
export function eventsIn(data) {
  const names = namesIn(data);
  const of = (verb, kind) => names[kind].map((name) => `${verb} ${name}`);
  const counters = [...names.counter, ...names.track].filter((name) => !names.sheet.includes(name)).map((name) => `counter ${name}`);
  return [...of('roll', 'dice'), ...of('spin', 'wheel'), ...of('draw', 'deck'), ...counters, ...of('timer', 'timer'), 'turn begins', 'turn ends', 'round ends'];
}

/** @param {any[]} faces of dice @returns {string[]} each as it is typed: several symbols are joined by "+", "-" has none */
export const facesIn = (faces) => (faces ?? []).map((face) => (Array.isArray(face) ? face.join(' + ') || '-' : String(face)));

/** @param {string[]} typed @returns {any[]} the faces: numbers where they are numbers */
export function facesOut(typed) {
  return typed.map((word) => {
    if (/^-?\d+$/.test(word)) return Number(word);
    if (word === '-') return [];
    const symbols = word.split('+').map((symbol) => symbol.trim()).filter(Boolean);
    return symbols.length > 1 ? symbols : word;
  });
}

/** The words below a thing that can have a text: its faces, segments, cards, states, rows. */
function inside(thing) {
  if (!isTable(thing)) return [];
  const lists = [thing.faces, thing.segments, thing.cards, thing.names, thing.states, thing.steps, thing.ticks, thing.ways].flatMap((each) => (Array.isArray(each) ? each.flat() : keysOf(each)));
  return [...lists, ...keysOf(thing.segment), ...keysOf(thing.card), ...keysOf(thing.rows), ...keysOf(thing.bonus)].filter((word) => typeof word === 'string').map(asName);
}

/** @returns {string[]} what effects say, at any depth */
function saidIn(value) {
  if (typeof value === 'string') return /^say (\S+)$/.exec(value)?.slice(1) ?? [];
  return value && typeof value === 'object' ? Object.values(value).flatMap(saidIn) : [];
}

/** @param {any} data @returns {string[]} every name that may have a text */
export function wordsOf(data) {
  const things = Object.entries(data).filter(([table, value]) => isTable(value) && !['on', 'text', 'rules', 'button', 'value', 'line', 'breaks'].includes(table));
  const words = things.flatMap(([table, value]) => (SINGLE.has(table) ? inside(value) : [...Object.keys(value), ...Object.values(value).flatMap(inside)]));
  return [...new Set(['name', ...words, ...saidIn(data)])].filter(Boolean);
}
