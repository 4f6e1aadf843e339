/** @file Who passed at this device: nobody else may notice that, so the table tells it only with what comes next. */

/** @typedef {import('../core/types.js').Play} Play */

const PASSES = /^pass(-until\b.*)?$/;
const AGAIN = 'answer-again';
const ANSWERS = new Set(['answer', 'hand']);

export class Passing {
  version = -1;
  /** @type {Map<number|string, string>} */
  seats = new Map();

  /** @param {number} version of what the table told last @returns {Map<number|string, string>} the lines by which seats passed since then */
  since(version) {
    return this.version === version ? this.seats : new Map();
  }

  /** Keep that *seat* said *line* while the table had told *version*. */
  keep(line, seat, version) {
    const seats = this.since(version);
    if (PASSES.test(line)) seats.set(seat, line);
    else if (line === AGAIN) seats.delete(seat);
    [this.version, this.seats] = [version, seats];
  }

  /**
   * What is left for those who didn't pass yet: who passed answers no more.
   * @param {Play[]} roots
   * @param {number} version
   * @returns {Play[]}
   */
  left(roots, version) {
    const passed = this.since(version);
    return passed.size ? roots.flatMap((play) => (ANSWERS.has(play.role ?? '') ? without(play, passed) : [play])) : roots;
  }
}

function without(play, passed) {
  const then = play.then.flatMap((each) => without(each, passed));
  const seats = play.seats?.filter((seat) => !passed.has(seat)) ?? [];
  return then.length || seats.length ? [{ ...play, seats, then }] : [];
}
