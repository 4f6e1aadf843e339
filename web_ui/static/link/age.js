/** @file How old is what the page shows: top right always, and in a sentence when it is too old to act on. */

import { byId, el } from '../core/dom.js';

export class Age {
  /**
   * @param {(key: string, values?: Object<string, string|number>) => string} words
   * @param {string} sentence the key of what is said while the page is out of touch
   */
  constructor(words, sentence = 'page.out_of_touch_for') {
    this.words = words;
    this.sentence = sentence;
    this.link = byId('link');
    this.link.hidden = false; // without this module nobody keeps the page true, and it doesn't say so
    this.seconds = this.link.querySelector('time');
    /** Whether a dot says enough while all is well. */
    this.isDot = this.seconds.classList.contains('unseen');
    this.short = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    this.count = el('span', { 'aria-hidden': 'true' });
    this.notice = null;
    this.live = true;
  }

  /**
   * @param {number} ageMs
   * @param {boolean} live
   * @param {boolean} off whether it isn't live because the table was switched off
   */
  show(ageMs, live, off = false) {
    const whole = Math.round(ageMs / 1000);
    const age = live ? this.short.format(ageMs / 1000) : String(whole);
    this.seconds.textContent = this.words('page.seconds', { age });
    this.seconds.setAttribute('datetime', `PT${live ? (ageMs / 1000).toFixed(1) : whole}S`);
    if (!live) this.count.textContent = off ? this.words('page.switched_off_for') : this.words(this.sentence, { age: whole });
    // The board looks old at once; an alert is for what lasts, not for the moment in which a page wakes.
    if (!live && !this.live) this.#note(off);
    if (live === this.live) return;
    this.live = live;
    this.link.classList.toggle('lost', !live);
    this.link.querySelector('span').textContent = this.words(live ? 'page.live' : off ? 'page.switched_off' : 'page.out_of_touch');
    if (this.isDot) for (const each of this.link.children) each.classList.toggle('unseen', live);
    document.body.classList.toggle('stale', !live);
    if (!live) return;
    this.notice?.remove();
    this.notice = null;
  }

  #note(off) {
    if (this.notice) return;
    // The title is announced once; the counting seconds are not.
    const title = el('b', {}, this.words(off ? 'page.switched_off_title' : 'page.out_of_touch_title'));
    this.notice = el('div', { class: 'notice', role: 'alert' }, title, this.count);
    byId('notices').prepend(this.notice);
  }
}
