/** @file Under which heading each field of a correction stands: what is each player's under the player's name, and the rest. */

import { nameOf } from '../../widgets/people.js';

/**
 * @param {import('../../core/types.js').Table} table
 * @returns {import('../../dock/headings.js').Heading}
 */
export function headingsOf({ state: { words }, people }) {
  return ({ name }) => {
    const [, seat] = /^(?:piece|token)-(\d)$/.exec(name) ?? [];
    return seat ? nameOf(people, Number(seat) - 1) : words.whose;
  };
}
