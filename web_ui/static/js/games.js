/** @file Which module draws which kind of state; each game adds its own line. */

import { Kit } from './kit.js';

export const GAMES = { kit: Kit };
