/** @file Much to draw is drawn in pieces, each in a task of its own: a tap between them is heard at once. */

/** Let the browser hear and show what has come meanwhile. */
export const pause = () => globalThis.scheduler?.yield?.() ?? new Promise((go) => setTimeout(go));

/** Draws by *steps*: the first time each by itself, then, as little of it changes, all at once. */
export class Pieces {
  /** @param {(() => void)[]} steps each draws what is true when it is called */
  constructor(steps) {
    this.steps = steps;
    this.drawn = false;
    this.drawing = false;
    this.again = false;
  }

  draw() {
    if (this.drawing) this.again = true;
    else if (this.drawn) for (const step of this.steps) step();
    else this.#first();
  }

  async #first() {
    this.drawing = this.drawn = true;
    do {
      this.again = false;
      for (const step of this.steps) {
        step();
        await pause();
      }
    } while (this.again);
    this.drawing = false;
  }
}
