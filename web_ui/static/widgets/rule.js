/** @file The whole text of a rule that refused something, asked for when somebody wants to read it. */

/**
 * @param {HTMLElement} place
 * @param {string} game
 * @param {string} rule its id
 * @param {string} unheard what is said when the table doesn't answer
 */
export async function showRule(place, game, rule, unheard) {
  const lang = document.documentElement.lang;
  const told = await fetch(`/api/v1/rules/${game}/${rule}?lang=${lang}`).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  place.textContent = told ? `${told.id} ${told.text}` : unheard;
}
