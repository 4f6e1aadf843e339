/** @file The odds of a formula, as the table calculates them. */

/**
 * @typedef {{low: number, high: number, share: number}} Bar
 * @typedef {{odds: {least: number, most: number, mean: number, spread: number, bars: Bar[]}|null, text: string, at: number|null}} Odds why there are none, and at which letter
 */

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
