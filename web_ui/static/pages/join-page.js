/** @file The page for who isn't in where only those who are may watch: joining, and then the table. */

import { readStart, settleLanguage } from '../core/dom.js';
import { Join, scanned } from '../join/join.js';

if (settleLanguage()) {
  const start = readStart();
  new Join(start.words, start.chosen, () => location.replace(`/${location.search}`), async () => start.words, scanned()).show(start.table);
}
