/** @file How many dice of each kind are in a pool: a number with − and + for each. */

import { compose, withdraw } from '../../notation/composed.js';
import { dress, el, say } from '../../core/dom.js';
import { playAt } from '../../plays/levels.js';

/** So many dice are rolled at once at most. */
const MOST = 20;

/**
 * @param {HTMLElement} root
 * @param {import('../../core/types.js').Dice} dice
 * @param {(key: string, values?: Object<string, string|number>) => string} words
 * @returns {Promise<(now: import('../../core/types.js').Dice, table: import('../../core/types.js').Table) => void>}
 */
export async function composerOf(root, dice, words) {
  await dress('composer');
  const counts = dice.pool.map((part) => part.count);
  const rows = dice.pool.map((part, at) => rowOf(part, words, (by) => {
    const all = counts.reduce((sum, count) => sum + count, 0);
    counts[at] = Math.max(0, Math.min(counts[at] + by, counts[at] + MOST - all));
    draw();
  }));
  const draw = () => {
    const all = counts.reduce((sum, count) => sum + count, 0);
    rows.forEach((row, at) => row.show(counts[at], all));
    const hint = dice.pool.flatMap((part, at) => (counts[at] ? [`${counts[at]} ${part.label}`] : [])).join(', ');
    compose(dice.name, all ? { do: `pool ${dice.name} ${counts.join(' ')}`, hint } : null);
  };
  const element = el('div', { 'class': 'pool-dice', 'role': 'group', 'aria-label': dice.label }, ...rows.map((row) => row.element));
  root.replaceChildren(element);
  return (now, table) => {
    element.hidden = !table.seats.length || !playAt(table.plays, ['pool', dice.name]);
    if (element.hidden) withdraw(dice.name);
    else draw();
  };
}

function rowOf({ label }, words, change) {
  const step = (by, sign) => {
    const button = el('button', { 'class': 'button plain', 'type': 'button', 'aria-label': words('page.step_of', { label, by: sign }) }, sign);
    button.addEventListener('click', () => change(by));
    return button;
  };
  const [less, more] = [step(-1, '−'), step(1, '+')];
  const count = el('output', { 'aria-live': 'polite' });
  const element = el('p', {}, el('span', {}, label), less, count, more);
  const show = (now, all) => {
    say(count, String(now));
    less.setAttribute('aria-disabled', String(now === 0));
    more.setAttribute('aria-disabled', String(all >= MOST));
  };
  return { element, show };
}
