import assert from 'node:assert/strict';
import test from 'node:test';

const load = (path) => import(`${process.env.MODULES}/${path}`);
const { smooth, waysOf } = await load('boards/smooth.js');
const { nameLine } = await load('games/fireball-island/names.js');
const { coastAround } = await load('games/fireball-island/coast.js');

const joined = (pairs) => {
  const cells = new Map();
  for (const [from, to] of pairs) {
    for (const id of [from, to]) if (!cells.has(id)) cells.set(id, { id, to: [] });
    cells.get(from).to.push(to);
  }
  return [...cells.values()];
};
const pairsIn = (ways) => ways.flatMap((way) => way.slice(1).map((id, at) => [way[at], id].sort().join(''))).sort();

test('a curve goes through all its points, and a closed one comes back', () => {
  assert.equal(smooth([[0, 0], [60, 0]]), 'M0 0C10 0 50 0 60 0');
  const ring = smooth([[0, 0], [60, 0], [60, 60]], true);
  assert.deepEqual([ring.match(/C/g).length, ring.endsWith(' 0 0z')], [3, true]);
});

test('ways run from fork to fork, each line once', () => {
  const pairs = [['a', 'b'], ['b', 'c'], ['c', 'd'], ['c', 'e'], ['e', 'f'], ['f', 'c']];
  const ways = waysOf(joined(pairs));
  assert.deepEqual(pairsIn(ways), pairs.map((pair) => pair.sort().join('')).sort());
  assert.ok(ways.some((way) => way.join('') === 'abc'));
  assert.ok(ways.every((way) => way.slice(1, -1).every((id) => ['b', 'e', 'f'].includes(id))));
});

test('a line that is told from both sides is drawn once, and a ring without a fork too', () => {
  assert.deepEqual(waysOf([{ id: 'a', to: ['b'] }, { id: 'b', to: ['a'] }]), [['a', 'b']]);
  assert.deepEqual(pairsIn(waysOf(joined([['a', 'b'], ['b', 'c'], ['c', 'a']]))), ['ab', 'ac', 'bc']);
});

test('a name stands beside its trail, and never on a pit', () => {
  const trail = Array.from({ length: 8 }, (_, at) => [100 * at, 500]);
  const [[, above]] = nameLine(trail, 300, 46, []);
  assert.ok(above < 500);
  const pits = trail.map(([x]) => [x, 400]);
  const [[, below]] = nameLine(trail, 300, 46, [], pits);
  assert.ok(below > 500);
  assert.equal(nameLine(trail, 300, 46, [], [...pits, ...trail.map(([x]) => [x, 600])]), null);
});

test('the coast lies around every space, with water left at the edges', () => {
  const middle = [800, 600];
  const places = [[150, 150], [1450, 180], [1400, 1050], [700, 1040], [160, 900], [900, 500]];
  const coast = coastAround(places, middle);
  const isWithin = ([x, y]) => coast.reduce((inside, [x1, y1], at) => {
    const [x2, y2] = coast[(at + 1) % coast.length];
    return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1 ? !inside : inside;
  }, false);
  assert.ok(places.every(isWithin));
  assert.ok(coast.every(([x, y]) => x > 0 && x < 1600 && y > 0 && y < 1200));
});
