/** @file The things inside a thing that do something of their own: cards of a deck, segments of a wheel. */

import { el } from '../core/dom.js';
import { button, keepFocus } from './fields/controls.js';
import { weightsIn } from './fields/lists.js';
import { asName, freeName } from './names.js';

export class InnerThings {
  /**
   * @param {import('./form.js').Form} form
   * @param {{inner: string, words: string, number: string}} kind what is inside, the field whose words it is made of, and their number
   */
  constructor(form, kind) {
    this.form = form;
    this.kind = kind;
    this.path = form.path;
    this.shape = form.maker.tables[`${form.path[0]}.${kind.inner}`];
    this.list = el('ul', { class: 'things' });
    this.element = el('div', { 'class': 'field-row', 'data-field': kind.inner });
    this.drawn = '';
  }

  show(value) {
    if (!this.shape) return;
    this.value = value;
    const names = Object.keys(value?.[this.kind.inner] ?? {});
    const labels = names.map((name) => this.form.label(name));
    const now = JSON.stringify([names, labels, Boolean(value?.[this.kind.words]), this.form.path]);
    if (now === this.drawn) return;
    this.drawn = now;
    const { words } = this.form.maker;
    const rows = names.map((name, i) => el('li', {}, button('', 'thing', () => this.form.maker.open([...this.form.path, this.kind.inner, name]), labels[i])));
    const add = button('', 'small', () => this.#add(names), names.length ? words('maker-page.add') : words('maker-page.each-does', { things: this.shape.title }));
    keepFocus(this.element, () => this.element.replaceChildren(...(names.length ? [el('p', { class: 'field-name' }, this.shape.title)] : []), this.list, add));
    this.list.replaceChildren(...rows);
  }

  /** One more; the words that there are become things of their own first. */
  #add(names) {
    const { draft } = this.form;
    const { value } = this;
    const { path, kind: { inner, words, number } } = { path: this.form.path, kind: this.kind };
    const table = `${path[0]}.${inner}`;
    const given = names.length ? [] : weightsIn(value?.[words]);
    const made = given.flatMap(([word, count]) => {
      const name = asName(word) || inner;
      return [{ do: 'add', table, of: path[1], name }, ...(count > 1 ? [{ do: 'set', path: [...path, inner, name, number], value: count }] : [])];
    });
    const name = freeName([...names, ...given.map(([word]) => asName(word))], inner);
    const more = names.length || !given.length ? [{ do: 'add', table, of: path[1], name }] : [];
    draft.edit(...(value?.[words] === undefined ? [] : [{ do: 'set', path: [...path, words], value: null }]), ...made, ...more);
    if (more.length) this.form.maker.open([...path, inner, name]);
  }
}
