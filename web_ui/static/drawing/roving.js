/** @file How the places of a drawing are reached and picked: one by Tab, the others from it by the arrow keys. */

/** @typedef {import('./tile.js').Picking} Picking */

/**
 * One of the tokens can be reached by Tab, the others from it by the arrow keys.
 * @param {Element} holder
 * @param {any[]} tokens
 * @param {Picking} picking
 * @returns {() => void} to be called when what can be picked has changed
 */
export function roving(holder, tokens, picking) {
  let current = tokens[0];
  const stops = () => tokens.filter((token) => picking.can(token.dataset.token));
  const rove = () => {
    const some = stops();
    if (!some.includes(current)) [current] = some;
    tokens.forEach((token) => (some.includes(token) ? token.setAttribute('tabindex', token === current ? 0 : -1) : token.removeAttribute('tabindex')));
  };
  // No listener for focus: a drawing that has one can be reached by Tab, whatever its tabindex says.
  const stay = (token) => {
    current = token;
    rove();
  };
  const pick = (token) => {
    if (!picking.can(token.dataset.token)) return;
    stay(token);
    picking.pick(token.dataset.token, token);
  };
  const go = async (from, key) => {
    const next = (await import('./arrows.js')).nearest(from, stops(), key);
    if (next) stay(next);
    next?.focus();
  };
  for (const token of tokens) token.addEventListener('click', () => pick(token));
  holder.addEventListener('keydown', (event) => {
    const from = event.target.closest('[data-token]');
    if (event.key === 'Enter' || event.key === ' ') pick(from);
    else if (event.key.startsWith('Arrow')) go(from, event.key);
    else return;
    event.preventDefault();
  });
  return rove;
}
