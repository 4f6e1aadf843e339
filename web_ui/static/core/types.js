/** @file Shapes of what the server sends, for the other modules' comments; never loaded by a page.
 *
 * @typedef {{rule: string|null, reason: string, remedy?: string, short?: string, where?: string[]}} Why
 * @typedef {{name: string, label: string, kind: 'number'|'choice'|'text', min?: number, max?: number,
 *            choices?: {word: string, label: string}[], word?: string}} Field
 * A play as the page has it; what is sent leaves out all but `word` and `label` where it says nothing. An empty form is
 * asked for when it is opened.
 * @typedef {{word: string, label: string, role?: 'first'|'end'|'aside'|'board'|'hand'|'answer', do: string|null, seats?: (number|string)[],
 *            hint?: string, why: Why|null, form: Field[]|null, named?: boolean, done?: string, then: Play[],
 *            board?: {things: Thing[], spots: Spot[][]}|null}} Play
 * Something on the board that two taps set right, and where it may be put: a cell, or a button without one.
 * @typedef {{name: string, mark: string, label: string, spots: number[], also?: string[]}} Thing
 * @typedef {{label: string, words: string[], at?: string}} Spot
 * @typedef {{number: number, seat: number|'table', purpose: string, label: string, count: number}} Reveal
 * @typedef {{seat: number|'table', text: string, own: string}} Due
 * @typedef {{kind: string, title: string, detail?: string, sign?: string, seats?: number[], at?: number, of?: number,
 *            track?: string[], marked?: string[], note?: string, people?: {seat: number, label: string, look?: string, sign?: string}[]}} Moment
 * @typedef {{n: number, seat: number|'table', who: string, text: string, undone: boolean, moment?: Moment}} Entry
 * @typedef {{name: string, label: string, simulated: boolean, working: boolean, text: string}} Device
 * @typedef {{seat: number|'table', since: number, verbs: string[]}} Ask
 * @typedef {{button: string, do: string, label: string, hint: string}} Button
 * @typedef {{name: string, label: string, kind: 'number'|'verdict', count: number, values: (number|string)[]|null,
 *            labels?: string[]|null, faces?: (number|string)[], hint?: string, total: number|null, roll: number|null, look: string}} Dice
 * @typedef {{kind: string, dice?: Dice[], wheels?: import('../parts/wheels.js').Wheel[], decks?: import('../cards/decks.js').Deck[],
 *            counters?: import('../parts/counters.js').Counter[], groups?: import('../parts/groups.js').Group[],
 *            badges?: import('../cards/hand.js').Badge[],
 *            clocks?: import('../parts/clocks.js').Clock[], buttons?: Button[]}} State
 * @typedef {{why: string|null, two: boolean, redo: boolean, set_right: {who: string, text: string, undo: string}|null,
 *            }} Undo
 * @typedef {{kind: 'undo'|'new'|'resume'|'finish'|'delete'|'keep', seat: number|'table', who: string, title: string, what: string, why: string,
 *            asked: number[], agreed: number[], declined: number[], lasts_s: number}} Consent
 * @typedef {{seat: number|'table', title: string, what: string}} Lapsed
 * @typedef {{seat: number, name: string, presence: 'here'|'asleep'|'gone'}} Person
 * @typedef {{version: number, page: string, game: string|null, number: number, title: string|null, lang: string, seats: (number|'table')[],
 *            joined: boolean, arrived?: string[], may_join: boolean, choosing?: string|null, shared?: string, held_seats: number[], looks: number|null,
 *            state: State|null, clocks?: import('../parts/clocks.js').Left[], plays: Play[], asks: Ask[], reveal: Reveal|null, due?: Due|null, log: Entry[], devices: Device[],
 *            lamps: string[], people: Person[], trouble: string|null, network: number,
 *            keeper?: {number: string, says: string, told: string, do: string, label: string}|null,
 *            menu: {title: string, plays: Play[], shelf?: import('../shelf/shelf.js').ShelfData}|null, consent?: Consent|null, lapsed?: Lapsed|null,
 *            table_menu?: Play[], compare?: string[], put_aside?: string|null, commitment?: string|null, seed?: string|null,
 *            undo?: Undo, put_back?: string[],
 *            over?: {again: string, name: string, check: {which: string, label: string}|null}|null, looks?: number|null}} Table
 *
 * A board of the picture, as companion/engine/values/picture.py tells it.
 * @typedef {{id: string, label: string, place: number[], covers?: number[][], shape?: string, look?: string, sign?: string,
 *            notes?: string[], owner?: number, to?: string[]}} Cell
 * @typedef {{id: string, cell: string, label: string, look?: string, sign?: string, owner?: number, count?: number,
 *            selected?: boolean, notes?: string[]}} Piece
 * @typedef {{name: string, layout: 'grid'|'tiles'|'graph', label: string, cells: Cell[], pieces?: Piece[], columns?: number,
 *            rows?: number, width?: number, height?: number, plain?: string}} Board
 * What choosing a cell does, "" where that is nothing; whether it only says why not; what a tap on any other leads to;
 * where the focus goes when nothing can be chosen any more.
 * @typedef {{offers: (id: string) => string, barred: (id: string) => boolean, pick: (id: string, from: Element) => void,
 *            refuse: (id: string) => void, leave: () => void}} Reach
 */
export {};
