/** @file The coast around the spaces, wherever they lie. Pure; no element in here. */

/** @typedef {number[]} Point x and y */

/** So many directions the coast is looked for in, and how far from the outermost spaces it runs. */
const RAYS = 60;
const BEACH = 92;
/** So much water is left at the edges of the drawing. */
const SEA = 48;
/** How wide a space is seen from the middle, in radians. */
const SEEN = 0.17;

/** A number from 0 to 1 that is always the same for *seed*: the island looks alike on every screen. */
export const lot = (seed) => {
  const wave = Math.sin(seed * 127.1 + 11.7) * 43758.5453;
  return wave - Math.floor(wave);
};

export const apart = ([x, y], [x2, y2]) => Math.hypot(x - x2, y - y2);

/**
 * The corners of a coast around all *places*.
 * @param {Point[]} places
 * @param {Point} middle of the drawing
 * @returns {Point[]}
 */
export function coastAround(places, middle) {
  const polar = places.map(([x, y]) => ({ angle: Math.atan2(y - middle[1], x - middle[0]), far: apart([x, y], middle) }));
  const turn = (2 * Math.PI) / RAYS;
  const reach = Array.from({ length: RAYS }, (_, ray) => {
    const off = ({ angle }) => Math.abs(Math.atan2(Math.sin(angle - ray * turn), Math.cos(angle - ray * turn)));
    return Math.max(0, ...polar.filter((each) => off(each) < SEEN).map((each) => each.far * Math.cos(off(each))));
  });
  const near = (ray, step) => reach[(ray + step + RAYS) % RAYS];
  return reach.map((far, ray) => {
    const most = Math.max(far, (near(ray, -1) + far + near(ray, 1)) / 3, (near(ray, -2) + near(ray, 2)) / 2.4);
    const out = most + BEACH + 26 * lot(ray);
    const within = (axis, part) => Math.max(SEA, Math.min(2 * middle[axis] - SEA, middle[axis] + out * part));
    return [within(0, Math.cos(ray * turn)), within(1, Math.sin(ray * turn))];
  });
}
