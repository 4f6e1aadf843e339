/** @file The battle of the moment as a part of a television's page; what draws it comes with the first one. */

import { dress, el } from '../core/dom.js';

/** @returns {{element: HTMLElement, show: (table: import('../core/types.js').Table) => Promise<void>}} */
export function frayOf() {
  const element = el('section', { class: 'fought', hidden: true });
  let shown;
  const show = async ({ state, people }) => {
    shown = state.end ? undefined : state.battle;
    element.hidden = !shown;
    if (!shown) return;
    const [{ battleOf }] = await Promise.all([import('./battle.js'), dress('battle')]);
    if (shown) element.replaceChildren(battleOf(shown, { people, seats: [] }));
  };
  return { element, show };
}
