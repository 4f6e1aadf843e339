/** @file Under which heading each field of a correction stands: there are dozens of them. */

import { kindOf, pageOf } from '../core/games.js';

/** @typedef {(field: import('../core/types.js').Field) => string} Heading */

/**
 * @param {any} table
 * @param {(key: string) => string} words
 * @returns {Promise<Heading>} the game's own, else by what the table holds
 */
export async function headingsOf(table, words) {
  const own = await pageOf(kindOf(table));
  const make = (await own?.headings?.()) ?? byThings;
  return make(table, words);
}

/** The group that holds a token, the deck or badge that a field belongs to, else the field itself. */
function byThings({ state: { groups = [], decks = [], badges = [] } }) {
  return ({ name, label }) => {
    const [first] = name.split('.');
    const group = groups.find((each) => each.tokens.some((token) => token.name === name));
    return group?.label ?? (first === name ? label : ([...decks, ...badges].find((each) => each.name === first)?.label ?? first));
  };
}
