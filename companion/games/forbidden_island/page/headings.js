/** @file Under which heading each field of a correction stands. */

/**
 * The turn, the water, where the tiles lie, the treasures, and then what belongs to each seat.
 * @param {import('../../core/types.js').Table} table
 * @param {(key: string) => string} words
 * @returns {import('../../dock/form.js').Heading}
 */
export function headingsOf({ people }, words) {
  const kinds = { place: 'places', water: 'water', flood: 'water', discard: 'treasures', captured: 'treasures' };
  return ({ name }) => {
    const [first, seat] = name.split('.');
    if (['hand', 'adventurer'].includes(first)) return people[Number(seat) - 1]?.name ?? seat;
    return words(`groups.${kinds[first] ?? 'turn'}`);
  };
}
