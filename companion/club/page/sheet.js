/** @file The sheet of QR codes: on paper by the browser's own dialog. */

import { byId } from '../core/dom.js';

byId('print').addEventListener('click', () => print());
