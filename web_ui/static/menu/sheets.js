/** @file The sheets over the phone's page: why something can't be, used cards, and the menu. */

import { byId, dress } from '../core/dom.js';

/** @param {(key: string, values?: Object<string, string|number>) => string} words */
export function prepareSheets(words) {
  const settings = byId('settings');
  for (const sheet of [settings, byId('answer'), byId('cards')]) {
    byId(`${sheet.id}-close`).addEventListener('click', () => sheet.close());
    sheet.addEventListener('click', (event) => event.target === sheet && sheet.close());
  }
  const [rule, show] = [byId('answer-rule'), byId('answer-show')];
  let game = '';
  show.addEventListener('click', () => {
    show.hidden = true;
    rule.hidden = false;
    showRule(rule, game, rule.textContent, words('page.out_of_touch_title'));
  });
  return {
    settings: () => settings.showModal(),
    /** @param {string} text @param {string|null} id of the rule @param {string|null} of its game @param {string} hint what would do instead */
    answer(text, id, of, hint = '') {
      game = of ?? '';
      byId('answer-title').textContent = text;
      byId('answer-hint').textContent = hint;
      byId('answer-hint').hidden = !hint;
      rule.textContent = id ?? '';
      rule.hidden = true; // its number, too, is only for who asks why
      show.hidden = !id;
      if (!byId('answer').open) byId('answer').showModal();
    },
    /** @param {string} title @param {import('../cards/decks.js').Card[]} cards the newest first */
    async cards(title, cards) {
      const [{ cardOf }] = await Promise.all([import('../cards/card-face.js'), dress('cards')]);
      byId('cards-title').textContent = title;
      byId('cards-list').replaceChildren(...cards.map((card) => cardOf(card, 'li')));
      byId('cards').showModal();
    },
  };
}

/**
 * Tell the whole text of a rule that refused something.
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
