/** @file Checking a record: every draw is made once more here, on this device, from the seed that was promised. */

import { BadFormula, nextDice, outcome, parseDice } from '../notation/dice-notation.js';
import { byId, el, readStart, settleLanguage } from '../core/dom.js';
import { answer, readRecord, seedsOf } from '../fairness/fair.js';
import { oddsOf } from '../fairness/odds.js';
import { seenAt } from '../core/storage.js';

const { words, chosen } = readStart();
const lang = chosen ? `?lang=${chosen}` : '';

/**
 * @typedef {{n: number, who: string, do: string, seed: string, of: string, ok: boolean}} Row
 * @param {{header: any, lines: any[], ending: any}} record
 * @param {any} told what the table says the draws could come to
 * @param {Uint8Array[]} seeds of its promises, in order
 * @returns {{rows: Row[], typed: number, wrong: number|null}} *wrong* is the number of the first line that differs
 */
function check(record, told, seeds) {
  const rows = [];
  let [count, typed, entropy, at, promise] = [0, 0, '', 0, 0];
  const byHand = (record.header.options.chance ?? 'dealer') !== 'dealer';
  for (const line of record.lines) {
    if (line.commitment) promise += 1;
    if (line.seat !== 'chance') {
      entropy = line.entropy ?? '';
      continue;
    }
    entropy = line.entropy ?? entropy;
    const asked = told.draws[at];
    at += 1;
    if (byHand && (line.by === 'typed' || line.by === 'sensor')) {
      typed += 1;
      continue;
    }
    const draw = asked && { ...asked, entropy, number: count };
    count += 1;
    const says = draw && draw.n === line.n ? answer(draw, seeds[promise], record.header.game) : '?';
    rows.push({ n: line.n, who: told.people[asked?.seat] ?? '', do: line.do, seed: says, of: couldBe(asked), ok: says === line.do });
  }
  return { rows, typed, wrong: rows.find((row) => !row.ok)?.n ?? null };
}

function couldBe(draw) {
  if (!draw) return '';
  if (draw.kind === 'take') return words('verify.ways', { count: draw.of });
  if (draw.kind === 'spin') return draw.of.map(([name, weight]) => `${name} ${weight}`).join(', ');
  if (draw.kind === 'roll') return draw.of.map((die) => die.join(' ')).join(' | ');
  const counts = new Map();
  for (const card of draw.of) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, count]) => (count > 1 ? `${card} ×${count}` : card)).join(', ');
}

/**
 * What each throw comes to, calculated here from its formula and faces.
 * @param {any[]} draws as the table tells them
 * @returns {Map<number, {formula: string, total: number}>} by the line of its last dice
 */
function totalsOf(draws) {
  const totals = new Map();
  let answers = [];
  for (const draw of draws) {
    const formula = draw.formula ? readFormula(draw.formula) : null;
    answers = formula ? [...answers, facesOf(draw)] : [];
    const total = formula && totalOf(formula, answers);
    if (total === null) continue;
    totals.set(draw.n, { formula: draw.formula, total });
    answers = [];
  }
  return totals;
}

const facesOf = (draw) => draw.do.split(' ').slice(1).map((face) => (/^-?\d+$/.test(face) ? Number(face) : face));

/** @returns {number|null} null while dice are to be thrown yet, or where other dice than those lie there */
function totalOf(formula, answers) {
  try {
    return nextDice(formula, answers).length ? null : outcome(formula, answers).total;
  } catch {
    return null;
  }
}

/** @returns {any} null where a formula has a kit's own dice, whose faces aren't told here */
function readFormula(text) {
  try {
    return parseDice(text);
  } catch (fault) {
    if (fault instanceof BadFormula) return null;
    throw fault;
  }
}

async function ask(address) {
  try {
    const response = await fetch(address);
    return response.ok ? response : null;
  } catch {
    return null;
  }
}

function verdict(text, good) {
  byId('result').hidden = false;
  byId('verdict').textContent = text;
  byId('result').dataset.good = String(good);
  for (const id of ['promised', 'odds', 'draws']) byId(id).replaceChildren();
  byId('draws-part').hidden = true;
  byId('result').scrollIntoView({ block: 'nearest' });
  byId('verdict').focus({ preventScroll: true }); // it stands above what asked for it: a reader says it, and Tab goes on from there
}

/** @param {string} text a record's file */
async function verify(text) {
  const record = readRecord(text);
  if (!record) return verdict(words('verify.none'), false);
  const { header, ending } = record;
  if (!header.commitment) return verdict(words('verify.unpromised'), false);
  if (!ending?.seed) return verdict(words('verify.sealed'), false);
  const seeds = seedsOf(record);
  if (!seeds) return verdict(words('verify.wrong-seed'), false);
  const known = [...document.querySelectorAll('[data-commitment]')].find((each) => each.dataset.commitment === header.commitment);
  if (!known) return verdict(words('verify.unknown'), false);
  const told = await (await ask(`/api/v1/records/${known.dataset.game}/draws${lang}`))?.json();
  if (!told) return verdict(words('verify.no-answer'), false);
  show(record, told, seeds);
  return undefined;
}

function show(record, told, seeds) {
  const { rows, typed, wrong } = check(record, told, seeds);
  verdict(wrong === null ? words('verify.all', { count: rows.length }) : words('verify.differs', { n: wrong }), wrong === null);
  const seen = seenAt(record.header.commitment);
  const notes = [words('verify.right-seed'), record.header.commitment];
  if (seen) notes.push(words('verify.seen-here', { at: new Date(seen).toLocaleString(document.documentElement.lang) }));
  const anew = record.lines.filter((line) => line.commitment);
  notes.push(...anew.map((line) => words('verify.anew', { n: line.n, promise: line.commitment })));
  if (typed) notes.push(words('verify.typed', { count: typed }));
  byId('promised').replaceChildren(...notes.map((note) => el('span', {}, note)));
  byId('draws-part').hidden = false;
  const totals = totalsOf(told.draws);
  const totalIn = (row) => (totals.has(row.n) ? [el('small', { class: 'total' }, words('verify.total', totals.get(row.n)))] : []);
  byId('draws').replaceChildren(...rows.map((row) => el('li', { class: row.ok ? null : 'bad' },
    el('b', {}, words('verify.line', { n: row.n })), el('bdi', {}, row.who), el('span', {}, row.do),
    el('span', {}, row.ok ? words('verify.ok') : words('verify.not-ok', { seed: row.seed })),
    ...totalIn(row), el('small', { class: 'quiet' }, words('verify.could', { of: row.of })))));
  byId('odds').replaceChildren(...oddsOf(told, words));
}

if (settleLanguage()) {
  const which = new URLSearchParams(location.search).get('check');
  for (const button of document.querySelectorAll('[data-game]')) {
    button.addEventListener('click', async () => {
      const record = await ask(`/api/v1/records/${button.dataset.game}${lang}`);
      if (record) verify(await record.text());
      else verdict(words('verify.no-answer'), false);
    });
    if (which && [button.dataset.game, button.dataset.commitment, button.dataset.promise].includes(which)) button.click();
  }
  byId('check').addEventListener('click', () => verify(byId('text').value));
  byId('file').addEventListener('change', async () => {
    const [file] = byId('file').files;
    if (!file) return;
    byId('text').value = await file.text();
    verify(byId('text').value);
  });
}
