/** @file The other small pictures that a kit may use. */

import { know } from './signs.js';

know({
  'gem': 'M7 4h10l4 6-9 11L3 10zM3 10h18M9 10l3-6 3 6-3 11z',
  'block': 'M4 9l4-4h12v11l-4 4H4zM4 9h12v11M16 9l4-4',
  'spark': 'M13 2L5 13.5h6L10 22l9-12.5h-6.5z',
  'ball': 'M12 4a8.5 8.5 0 1 0 .01 0zM8 10c.5-1.5 1.5-2.3 3-2.5M5 17c5 1.5 11-1 14.5-7',
  'charm': 'M12 9a6 6 0 1 0 .01 0zM9 9L7 3M15 9l2-6M12 12l1 2 2 .3-1.5 1.5.4 2.2-1.9-1-1.9 1 .4-2.2L9 14.3l2-.3z',
  'arrow': 'M4 12h15M13 6l6 6-6 6',
  'person': 'M12 3a4 4 0 1 0 .01 0zM4.5 21c0-5 3-8 7.5-8s7.5 3 7.5 8z',
});
