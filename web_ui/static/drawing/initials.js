/** @file The letter on each person's pawn. Pure; no element in here. */

/**
 * A letter for each seat: the first of its name, or its number where two would have the same.
 * @param {{seat: number, name: string}[]} people
 * @returns {Object<number, string>}
 */
export function initialsOf(people) {
  const first = ({ name }) => ([...name][0] ?? '').toLocaleUpperCase();
  const twice = new Set(people.map(first)).size < people.length;
  return Object.fromEntries(people.map((person) => [person.seat, (!twice && first(person)) || String(person.seat + 1)]));
}
