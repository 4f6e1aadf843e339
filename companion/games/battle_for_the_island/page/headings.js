/** @file Under which heading each field of a correction stands: the turn, the blocks, and each kind of each player's units. */

import { fill } from '../../core/dom.js';
import { nameOf } from '../../people/people.js';

/**
 * @param {import('../../core/types.js').Table} table
 * @returns {import('../../dock/form.js').Heading}
 */
export function headingsOf({ state: { words }, people }) {
  return ({ name }) => {
    const [, seat, kind] = /^(\d)-(\w+)-/.exec(name) ?? [];
    if (seat) return fill(words.pair, { label: nameOf(people, Number(seat) - 1), value: words[kind] });
    if (/^(block-|live|safe)/.test(name)) return words.blocks;
    return name.startsWith('missile-') ? words.pads : words.whose;
  };
}
