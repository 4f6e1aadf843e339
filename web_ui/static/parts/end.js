/** @file How a game ended, and who won. */

import { endingOf } from '../ending/ending.js';

export const sheets = ['../css/picture.css'];

/** @returns {import('../pages/picture.js').Part} */
export const partOf = () => endingOf();
