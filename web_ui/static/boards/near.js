/** @file A board whose cells may be smaller than a finger: they can be brought nearer. */

import { el } from '../core/dom.js';
import { BoardView } from './board.js';
import { sign } from '../signs/signs.js';

export class NearBoard extends BoardView {
  /** The side of a cell in the drawing, and on the screen, in px, where a finger can't tell smaller ones apart. */
  static pitch = 60;
  static small = 44;
  static names = { ...BoardView.names, frame: 'frame' };

  /** @param {{near: string, whole: string}} [phrases] what the lens is called, where there is one */
  constructor(reach, phrases) {
    super(reach);
    this.phrases = phrases;
    this.element = el('div', { class: this.constructor.names.frame }, this.svg);
    this.lens = el('button', { class: 'lens', type: 'button' });
    this.lens.addEventListener('click', () => this.zoom(!this.near));
    this.near = false;
  }

  show(board, people) {
    super.show(board, people);
    const { width, height } = this.frameOf(board);
    this.element.style.aspectRatio = `${width} / ${height}`;
    if (this.phrases) this.tellLens();
  }

  /** Bring cells nearer from *at* on, in parts of the drawing's width and height; or show all of it. */
  async zoom(near, at) {
    (await import('./zoom.js')).zoom(this, near, at);
  }

  /** On a small drawing a tap means what lies below the finger, which may be several cells. */
  async tapped(event) {
    if (event.detail && this.svg.clientWidth / this.across < this.constructor.small) {
      event.stopPropagation();
      (await import('./zoom.js')).tapSmall(this, event);
    } else super.tapped(event);
  }

  /** How many cells would stand side by side. */
  get across() {
    return this.board.columns || this.board.width / this.constructor.pitch;
  }

  tellLens() {
    this.lens.setAttribute('aria-label', this.phrases[this.near ? 'whole' : 'near']);
    this.lens.replaceChildren(...sign(this.near ? 'farther' : 'nearer'));
  }
}
