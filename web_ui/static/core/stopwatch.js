/** @file Time since something, by whichever clock ran on: one stands still while a device sleeps, the other may be set. */

/** @returns {() => number} gives the milliseconds since now */
export function stopwatch() {
  const steady = performance.now();
  const wall = Date.now();
  return () => Math.max(performance.now() - steady, Date.now() - wall, 0);
}
