/** @file Much to draw is drawn in pieces, each in a task of its own: a tap between them is heard at once. */

/** Let the browser hear and show what has come meanwhile. */
export const pause = () => globalThis.scheduler?.yield?.() ?? new Promise((go) => setTimeout(go));

/** So long a frame is waited for: a page that nobody sees has none. */
const FRAME_MS = 60;

/** Let the browser draw what is there: how it looks and lies is worked out for that alone, not for all at once. */
const seen = () => new Promise((go) => {
  const timer = setTimeout(go, FRAME_MS);
  requestAnimationFrame(() => {
    clearTimeout(timer);
    setTimeout(go);
  });
});

/** Draws by *steps*: the first time each in a frame by itself, then, as little of it changes, all at once. */
export class Pieces {
  /** @param {(() => void)[]} steps each draws what is true when it is called */
  constructor(steps) {
    this.steps = steps;
    this.drawn = false;
    this.drawing = false;
    this.again = false;
  }

  /** @param {boolean} anew whether so much has changed that it is like the first time */
  draw(anew = false) {
    if (this.drawing) this.again = true;
    else if (this.drawn && !anew) for (const step of this.steps) step();
    else this.#first();
  }

  async #first() {
    this.drawing = this.drawn = true;
    do {
      this.again = false;
      for (const step of this.steps) {
        step();
        await seen();
      }
    } while (this.again);
    this.drawing = false;
  }
}
