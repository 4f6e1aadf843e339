/** @file How the places of a drawing are reached and picked: one by Tab, the others from it by the arrow keys. */

/**
 * One of the tokens can be reached by Tab, the others from it by the arrow keys.
 * @param {import('../drawing/tile.js').Picking} picking
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
  for (const token of tokens) token.addEventListener('click', () => pick(token));
  holder.addEventListener('keydown', (event) => {
    const from = event.target.closest('[data-token]');
    if (event.key === 'Enter' || event.key === ' ') pick(from);
    else if (!(event.key in ARROWS)) return;
    else {
      const next = nearest(from, stops(), ARROWS[event.key]);
      if (next) stay(next);
      next?.focus();
    }
    event.preventDefault();
  });
  return rove;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest token in a direction; what lies aside counts double. */
function nearest(from, others, [right, down]) {
  const middle = (each) => {
    const box = each.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  const ahead = others.flatMap((other) => {
    const [dx, dy] = [middle(other)[0] - x, middle(other)[1] - y];
    const along = dx * right + dy * down;
    return along > 1 ? [{ other, far: along + 2 * Math.abs(dx * down + dy * right) }] : [];
  });
  return ahead.sort((a, b) => a.far - b.far)[0]?.other;
}
