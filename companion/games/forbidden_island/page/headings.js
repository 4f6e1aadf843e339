/** @file Under which heading each field of a correction stands. */

/**
 * The turn, the board, the water, the treasures, and then what belongs to each seat.
 * @param {import('../../core/types.js').Table} table
 * @param {(key: string) => string} words
 * @returns {import('../../dock/headings.js').Heading}
 */
export function headingsOf({ state: { boards: [{ cells }] }, people }, words) {
  const tiles = new Set(cells.map((cell) => cell.id));
  const kinds = { place: 'places', water: 'water', flood: 'water', discard: 'treasures', captured: 'treasures' };
  return ({ name }) => {
    const [first, seat] = name.split('.');
    if (['hand', 'adventurer', 'pawn'].includes(first)) return people[Number(seat) - 1]?.name ?? seat;
    return words(`groups.${tiles.has(name) ? 'tiles' : (kinds[first] ?? 'turn')}`);
  };
}
