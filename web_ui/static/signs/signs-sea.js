/** @file The small pictures of the sea: pawns, wheel and cards. */

import { know } from './signs.js';

const BOAT = 'M3 15h18l-3 5H6zM12 15V3l6 9h-6M10 6l-4 6h4';
const PLANE = 'M12 2c1.2 0 1.6 1.5 1.6 3v4L21 13.5v2l-7.4-2.2V18l2.4 2v1.5L12 20.5 8 21.5V20l2.4-2v-4.7L3 15.5v-2L10.4 9V5c0-1.5.4-3 1.6-3z';
const SHIP = 'M2 14h20l-3 5H5zM5 14v-3h4V6h5v5h5v3M9 8H4M14 8h3';
const STRUCK = 'M3 3l18 18';

know({
  'boat': BOAT,
  'no-boat': BOAT + STRUCK,
  'plane': PLANE,
  'no-plane': PLANE + STRUCK,
  'ship': SHIP,
  'no-ship': SHIP + STRUCK,
  'flag': 'M6 21V3l13 4.5L6 12',
  'cards': 'M8 7h11v14H8zM5 17V4h10M13.5 11.5c2-1 3.5 1 1.5 2.5-1 .7-1.5 1-1.5 2M13.5 18.2v.01',
  'again': 'M20 12a8 8 0 1 1-2.5-5.8M20 3v4.5h-4.5',
  'kraken': 'M8 13c-2-2-2.5-9.5 4-9.5S18 11 16 13M9.8 9v.8M14.2 9v.8M8 13c0 4-4.5 4-5 .5M16 13c0 4 4.5 4 5 .5M10.2 14c0 4-1 6.5-4.2 6.5M13.8 14c0 4 1 6.5 4.2 6.5M12 14v6',
  'boom': 'M12 2l2 6 6-3-3 6 5 2-5 2 3 6-6-3-2 5-2-5-6 3 3-6-5-2 5-2-3-6 6 3z',
  'stream': 'M3 8q4.5-4 9 0t9 0M3 16q4.5-4 9 0t9 0M3 12h16M16 9.5l3 2.5-3 2.5',
  'fog': 'M6 12a4 4 0 0 1 .5-8A5 5 0 0 1 16 5.5a3.5 3.5 0 0 1 2 6.5M3 15h12M18 15h3M5 18.5h3M11 18.5h8',
  'updraft': 'M12 21V4M7 9l5-5 5 5M5 20c0-3 3-3 3-6M19 20c0-3-3-3-3-6',
  'no': 'M12 3a9 9 0 1 0 .01 0zM5.6 5.6l12.8 12.8',
  'plus': 'M12 4v16M4 12h16',
  'hole': 'M12 7c5 0 9 2 9 5s-4 5-9 5-9-2-9-5 4-5 9-5zM7.5 13.5c1-1 2.5-1.5 4.5-1.5s3.5 .5 4.5 1.5',
  'whirl': 'M12 12c0-1 1.5-1 1.5.5S11.5 15 10 14s-1.5-4 1-5 6 .5 6 4.5-4 6-8 5-5.5-5-4-9 6-6 10-5',
});
