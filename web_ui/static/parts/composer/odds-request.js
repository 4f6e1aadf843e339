/** @file The odds of a formula, as the table reckons them. */

/** @typedef {{formula: string, fault: {at: number, text: string}|null, least: number, most: number, mean: number, spread: number, chances: [number, number][]}} Odds */

/**
 * @param {string} formula
 * @returns {Promise<Odds|null>} null without an answer
 */
export async function ask(formula) {
  const query = new URLSearchParams({ roll: formula, lang: document.documentElement.lang });
  try {
    const answer = await fetch(`/api/v1/odds?${query}`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
