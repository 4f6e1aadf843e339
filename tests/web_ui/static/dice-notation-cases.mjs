// Reads the table of cases on its input, and compares each with what the module makes of it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const { BadFormula, nextDice, outcome, parseDice } = await import(`${process.env.MODULES}/notation/dice-notation.js`);

function read(text, named) {
  try {
    const formula = parseDice(text, named);
    return { formula, spelled: formula.spelled };
  } catch (error) {
    if (!(error instanceof BadFormula)) throw error;
    return { fault: { key: error.key, at: error.at, values: error.values } };
  }
}

const { named, cases } = JSON.parse(readFileSync(0, 'utf8'));
for (const { text, expected, answers, asked, result } of cases) {
  const { formula, ...made } = read(text, named);
  assert.deepEqual(made, expected, text);
  if (!formula) continue;
  assert.deepEqual(Array.from({ length: answers.length + 1 }, (_, at) => nextDice(formula, answers.slice(0, at))), asked, text);
  assert.deepEqual(outcome(formula, answers), result, text);
}
console.log(cases.length);
