/** @file From one place of a drawing to the next by the arrow keys; fetched with the first of them. */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The nearest token in a direction; what lies aside counts double.
 * @param {Element} from
 * @param {Element[]} others
 * @param {string} key
 */
export function nearest(from, others, key) {
  const [right, down] = ARROWS[key];
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
