import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { keepSome } from '../../../web_ui/static/maker/fields/dice.js';
import { withEdit } from '../../../web_ui/static/maker/draft.js';
import { asName, asWords, eventsIn, facesIn, facesOf, facesOut, freeName, labelOf, namesIn, wordsOf } from '../../../web_ui/static/maker/names.js';
import { CONDITIONS, EFFECTS, NUMBERS, begin, read, readAny, sayable, whomOf, write } from '../../../web_ui/static/maker/patterns.js';

const KIT = {
  slug: 'sample',
  dice: { two: { roll: '2d6' }, cup: { roll: '5d6', shown: 'roller' } },
  wheel: { weather: { segments: { calm: 3, 'big storm': 1 } } },
  deck: { task: { card: { sing: { count: 2 }, act: {} } } },
  counter: { pot: { start: 0 }, score: { each: 'person' }, tide: { ticks: [1, 2, 'flood'] } },
  timer: { glass: { seconds: 60 } },
  action: { hold: { does: ['say bravo'] } },
  sheet: { card: { rows: { ones: 'count 1' } } },
  token: { gate: { states: ['open', 'shut'] } },
  value: { 'ones': { is: 'count 1 * 100' }, 'is-bust': { is: 'ones = 0' } },
  team: { names: ['Reds', 'Blues'] },
  text: { en: { pot: 'The pot' }, fr: { score: 'Points' } },
};
const NAMES = namesIn(KIT, 'roll two');

test('every pattern that the kit has things for begins with a line that is read back as the same', () => {
  for (const patterns of [EFFECTS, CONDITIONS, NUMBERS]) {
    const begun = patterns.map((pattern) => [pattern, begin(pattern, namesIn(KIT, 'spin weather'))]).filter(([, line]) => line !== null);
    assert.ok(begun.length > patterns.length - 3);
    for (const [pattern, line] of begun) {
      const filled = read(pattern, line, namesIn(KIT, 'spin weather'));
      assert.equal(write(pattern, filled), line, pattern.key);
    }
  }
});

test('lines of kits are read as sentences, and what is about unknown things is not', () => {
  const key = (patterns, line) => readAny(patterns, line, NAMES)?.pattern.key ?? null;
  assert.deepEqual(['raise pot sum', 'raise pot if alike 3 then 5 else 0', 'set tide flood', 'set gate shut', 'set pot 0', 'peek 3 task', 'task: discard into', 'next turn'].map((line) => key(EFFECTS, line)), ['raise', 'raise', 'set-track', 'set-token', 'set', 'peek', 'into', 'next-turn']);
  assert.deepEqual(['sum = 1', 'pot >= 3', 'not alike 3', 'count 6 >= 2', 'is-bust', 'always'].map((line) => key(CONDITIONS, line)), ['sum', 'counter', 'not-alike', 'count', 'condition', 'always']);
  assert.deepEqual(['2 * count 2', 'if alike 3 then sum else 0', '', 'sum', '25'].map((line) => key(NUMBERS, line)), ['times-count', 'alike-sum', 'typed', 'sum', 'number']);
  assert.deepEqual([key(EFFECTS, 'raise gold 1'), key(EFFECTS, 'roll three'), key(CONDITIONS, 'sum = 1 and pot = 2')], [null, null, null]);
});

test('only what the kit and the place allow can be said', () => {
  const keys = (patterns, names, about) => sayable(patterns, names, about).map((pattern) => pattern.key);
  assert.ok(keys(EFFECTS, NAMES, {}).includes('raise'));
  assert.ok(!keys(EFFECTS, namesIn({ slug: 'empty' }), {}).includes('raise'));
  assert.ok(!keys(EFFECTS, NAMES, {}).includes('leave'));
  assert.ok(keys(EFFECTS, NAMES, { card: true }).includes('leave'));
  assert.ok(!keys(CONDITIONS, NAMES, {}).includes('sum'));
  assert.ok(keys(CONDITIONS, NAMES, { dice: true }).includes('sum'));
});

test('an effect is for whoever does it, or for others', () => {
  assert.deepEqual(whomOf('everyone: raise score 1'), { whom: 'everyone', rest: 'raise score 1' });
  assert.deepEqual(whomOf('task: discard into'), { whom: '', rest: 'task: discard into' });
});

test('names are made of titles, and titles of names', () => {
  assert.deepEqual(['Two dice', 'Été à l’île', '  ', '骰子', 'A—B'].map(asName), ['two-dice', 'ete-a-lile', '', '', 'a-b']);
  assert.equal(asWords('spring-tide'), 'Spring tide');
  assert.deepEqual([labelOf(KIT, 'pot', 'fr'), labelOf(KIT, 'score', 'fr'), labelOf(KIT, 'two', 'en')], ['The pot', 'Points', 'Two']);
  assert.deepEqual([freeName(['dice', 'dice-2'], 'dice'), freeName([], 'dice')], ['dice-3', 'dice']);
});

test('a kit tells what sentences may speak of', () => {
  assert.deepEqual([NAMES.counter, NAMES.track, NAMES.cup, NAMES.value, NAMES.condition], [['pot', 'score', 'card'], ['tide'], ['cup'], ['ones'], ['is-bust']]);
  assert.deepEqual([facesOf(KIT, 'spin weather'), facesOf(KIT, 'draw task'), facesOf(KIT, 'roll two')], [['calm', 'big-storm'], ['sing', 'act'], []]);
  assert.deepEqual(eventsIn(KIT).slice(0, 4), ['roll two', 'roll cup', 'spin weather', 'draw task']);
  assert.ok(['two', 'calm', 'sing', 'flood', 'shut', 'reds', 'bravo', 'name'].every((word) => wordsOf(KIT).includes(word)));
});

test('of the first dice one more is kept with each tap, and all after all but one', () => {
  assert.deepEqual([keepSome('2d20+5', 'kh'), keepSome('4d6kh2', 'kh'), keepSome('2d20kh1+5', 'kh'), keepSome('4d6kh2', 'kl'), keepSome('1d6', 'kh')], ['2d20kh1+5', '4d6kh3', '2d20+5', '4d6kl1', '1d6']);
});

test('faces are typed as words, and several symbols of one with a plus', () => {
  const faces = ['sun', 3, ['success', 'advantage'], []];
  assert.deepEqual(facesOut(facesIn(faces)), faces);
});

test('of edits that set the same the last counts', () => {
  const set = (value, path = ['dice', 'two', 'roll']) => ({ do: 'set', path, value });
  const edits = [set('1d6'), set('2d6'), set(3, ['dice', 'two', 'rolls']), set('3d6')].reduce(withEdit, []);
  assert.deepEqual(edits.map(({ value }) => value), ['2d6', 3, '3d6']);
});

test('each sentence has a text in each language, with the same holes', () => {
  for (const lang of ['en', 'fr']) {
    const texts = readFileSync(new URL(`../../../companion/texts/${lang}.toml`, import.meta.url), 'utf-8');
    for (const [group, patterns] of Object.entries({ effect: EFFECTS, condition: CONDITIONS, number: NUMBERS })) {
      const [, table] = texts.split(`[maker-page.${group}]\n`);
      const said = Object.fromEntries([...table.split('\n\n')[0].matchAll(/^([\w-]+) = "(.*)"$/gm)].map(([, key, text]) => [key, text]));
      assert.deepEqual(Object.keys(said).sort(), patterns.map((pattern) => pattern.key).sort());
      for (const { key, line } of patterns) assert.deepEqual(said[key].match(/\{\w+\}/g) ?? [], line.match(/\{\w+\}/g) ?? [], `${lang} ${key}`);
    }
  }
});
