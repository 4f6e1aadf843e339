/** @file Curves through places: the ways of a graph, smoothed as a map's are. Pure; no element in here. */

/** @typedef {number[]} Point x and y */

/**
 * A Catmull-Rom curve through *points*.
 * @param {Point[]} points
 * @param {boolean} [closed]
 * @returns {string} path data
 */
export function smooth(points, closed = false) {
  const last = points.length - 1;
  const at = (index) => (closed ? points[(index + points.length) % points.length] : points[Math.max(0, Math.min(last, index))]);
  const told = ([x, y]) => `${Math.round(x)} ${Math.round(y)}`;
  const towards = ([x, y], [x1, y1], [x2, y2]) => told([x + (x2 - x1) / 6, y + (y2 - y1) / 6]);
  const steps = Array.from({ length: closed ? points.length : last }, (_, index) => {
    const [before, from, to, after] = [-1, 0, 1, 2].map((each) => at(index + each));
    return `C${towards(from, before, to)} ${towards(to, after, from)} ${told(to)}`;
  });
  return `M${told(points[0])}${steps.join('')}${closed ? 'z' : ''}`;
}

/**
 * The ways between cells, each from one fork or end to the next.
 * @param {{id: string, to?: string[]}[]} cells
 * @returns {string[][]} the ids along each way
 */
export function waysOf(cells) {
  const beside = new Map(cells.map(({ id }) => [id, new Set()]));
  for (const { id, to = [] } of cells) {
    for (const other of to.filter((each) => beside.has(each))) {
      beside.get(id).add(other);
      beside.get(other).add(id);
    }
  }
  const gone = new Set();
  /** Whether nobody went from *one* to *other* yet; now somebody does. */
  const isNew = (one, other) => {
    const found = !gone.has(`${one} ${other}`);
    gone.add(`${one} ${other}`).add(`${other} ${one}`);
    return found;
  };
  const along = (way) => {
    const here = beside.get(way.at(-1));
    const next = here.size === 2 && [...here].find((each) => isNew(way.at(-1), each));
    return next ? along([...way, next]) : way;
  };
  const byKind = (isPlain) => [...beside].filter(([, near]) => (near.size === 2) === isPlain);
  // Rings without a fork come last.
  return [...byKind(false), ...byKind(true)].flatMap(([id, near]) => [...near].flatMap((each) => (isNew(id, each) ? [along([id, each])] : [])));
}
