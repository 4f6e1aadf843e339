/** @file How Forbidden Island ended, and why. */

/** @param {import('../../core/types.js').Table} table its state has an end @returns {import('../../widgets/ending.js').End} */
export const endOf = ({ state: { end } }) => ({ title: end.title, text: end.why, mood: end.won ? 'good' : 'bad' });
