/** @file What happened last, to be read across the room: what was done and by whom small, what came of it large. */

import { el, withoutRule } from '../core/dom.js';
import { movingOf } from './log.js';

let drawn = '';

/**
 * @param {HTMLElement} root silent: the same is said in a live region
 * @param {import('../core/types.js').Table} table
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 */
export function showHeadline(root, table, words) {
  const parts = { ...partsOf(table, words), next: nextOf(table) };
  if (JSON.stringify(parts) === drawn) return;
  drawn = JSON.stringify(parts);
  const { above, result, undone, next } = parts;
  root.replaceChildren(el('small', {}, above), el(undone ? 's' : 'b', { class: sizeOf(result) }, result), ...(next ? [el('em', {}, next)] : []));
}

/** What is longer, or has a longer word, is written smaller; the page's template does the same. */
const SHORT = { all: 24, word: 7 };
const LONG = { all: 48, word: 11 };

function sizeOf(result) {
  const word = Math.max(...result.split(' ').map((each) => each.length));
  const within = (most) => result.length <= most.all && word <= most.word;
  return within(SHORT) ? null : within(LONG) ? 'long' : 'longer';
}

function partsOf({ reveal, log, state, menu }, words) {
  // A battle that may be answered is told beside it, by its parts.
  if (!reveal && state?.battle?.step === 'answers' && state.battle.sides) return { above: '', result: '', undone: false };
  const newest = log.at(-1);
  if (menu || (!newest && !reveal)) return { above: '', result: state ? words('page.nothing_yet') : '', undone: false };
  const said = reveal ? movingOf({ reveal, state }, words) : withoutRule(newest.text);
  const at = said.indexOf(': ');
  const who = reveal ? '' : newest.who;
  const undone = !reveal && newest.undone ? words('page.undone') : '';
  const above = [at < 0 ? '' : said.slice(0, at).trim(), who, undone].filter(Boolean).join(' · ');
  return { above, result: said.slice(at < 0 ? 0 : at + 2), undone: Boolean(undone) };
}

/** Who does what next, where nobody's turn tells it: what people throw themselves, what fell in a kit, else its buttons. */
function nextOf({ due, reveal, state }) {
  if (reveal || !state || state.end) return '';
  return due?.text ?? (state.next && state.fell ? state.fell.told : (state.how?.watching ?? ''));
}
