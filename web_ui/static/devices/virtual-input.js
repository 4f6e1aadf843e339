/** @file Pressing and holding the simulated table's buttons, by pointer, keys 1 to 6, or a screen reader's click. */

/** A button stays down for so long after each word that it is held, */
const HOLD_MS = 400;
/** and the word is repeated so often while a finger is on it. */
const REPEAT_MS = 150;
const TAP_MS = 120;

export class VirtualInput {
  /**
   * @param {(body: {buttons: string[], for_ms: number}|{turn: number}) => Promise<boolean>|void} post resolves to false
   *   where no table answers: one that starts anew must not take a button that is held for another press
   * @param {(button: string, down: boolean) => void} show
   */
  constructor(post, show) {
    this.post = post;
    this.show = show;
    /** @type {Map<string, number>} button to the timer of its repeats */
    this.held = new Map();
  }

  /** @param {string} button */
  down(button) {
    if (this.held.has(button)) return;
    this.show(button, true);
    this.post({ buttons: [button], for_ms: TAP_MS });
    const hold = async () => {
      if ((await this.post({ buttons: [button], for_ms: HOLD_MS })) === false) this.up(button);
    };
    this.held.set(button, setTimeout(() => this.#repeat(button, hold), TAP_MS / 2));
  }

  #repeat(button, hold) {
    hold();
    this.held.set(button, setInterval(hold, REPEAT_MS));
  }

  /** @param {string} button */
  up(button) {
    if (!this.held.has(button)) return;
    clearInterval(this.held.get(button));
    this.held.delete(button);
    this.show(button, false);
  }

  allUp() {
    for (const button of [...this.held.keys()]) this.up(button);
  }

  /** @param {number} steps clockwise is positive */
  turn(steps) {
    this.post({ turn: steps });
  }
}

/**
 * @param {HTMLElement} keys holds the elements with data-button, data-turn and aria-keyshortcuts
 * @param {VirtualInput} input
 */
export function bindInput(keys, input) {
  const shortcuts = new Map();
  for (const cap of keys.querySelectorAll('[data-button]')) {
    shortcuts.set(cap.getAttribute('aria-keyshortcuts'), cap.dataset.button);
    bindCap(cap, input);
  }
  for (const step of keys.querySelectorAll('[data-turn]')) {
    step.addEventListener('click', () => input.turn(Number(step.dataset.turn)));
  }
  keys.querySelector('.knob')?.addEventListener('wheel', (event) => {
    event.preventDefault();
    input.turn(event.deltaY > 0 ? 1 : -1);
  }, { passive: false });
  addEventListener('keydown', (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || !shortcuts.has(event.key)) return;
    input.down(shortcuts.get(event.key));
  });
  addEventListener('keyup', (event) => shortcuts.has(event.key) && input.up(shortcuts.get(event.key)));
  for (const event of ['blur', 'pagehide']) addEventListener(event, () => input.allUp());
}

function bindCap(cap, input) {
  const button = cap.dataset.button;
  cap.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    cap.setPointerCapture(event.pointerId);
    input.down(button);
  });
  for (const event of ['pointerup', 'pointercancel']) cap.addEventListener(event, () => input.up(button));
  cap.addEventListener('contextmenu', (event) => event.preventDefault());
  cap.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (!event.repeat) input.down(button);
  });
  cap.addEventListener('keyup', (event) => (event.key === 'Enter' || event.key === ' ') && input.up(button));
  // A screen reader clicks without pointer or key.
  cap.addEventListener('click', (event) => {
    if (event.detail !== 0 || input.held.has(button)) return;
    input.down(button);
    input.up(button);
  });
}
