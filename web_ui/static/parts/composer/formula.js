/** @file Formulas as they are tapped together: one more die, or another number at the end. Pure; no element in here. */

/** The largest number that taps lead to. */
const MOST = 999;

/**
 * @param {string} formula
 * @param {string} kind `d6`, `d%` ...
 * @returns {string} *formula* with one more such die: of the plain term that has them, else as a term of its own
 */
export function addDie(formula, kind) {
  const bare = formula.replace(/\s+/g, '');
  if (!bare) return `1${kind}`;
  const term = new RegExp(`(^|[+-])(\\d*)${kind}(?![0-9a-z%!<>=(])`, 'i');
  const found = term.exec(bare);
  if (found && found[1] !== '-') {
    const [all, sign, count] = found;
    return `${bare.slice(0, found.index)}${sign}${Number(count || 1) + 1}${kind}${bare.slice(found.index + all.length)}`;
  }
  const number = /([+-]\d+)$/.exec(bare);
  return number ? `${bare.slice(0, number.index)}+1${kind}${number[0]}` : `${bare}+1${kind}`;
}

/**
 * @param {string} formula
 * @param {number} by
 * @returns {string} *formula* with *by* more in all
 */
export function addNumber(formula, by) {
  const bare = formula.replace(/\s+/g, '');
  const found = /([+-])(\d+)$/.exec(bare);
  const before = found ? Number(`${found[1]}${found[2]}`) : 0;
  const now = Math.max(-MOST, Math.min(MOST, before + by));
  const rest = found ? bare.slice(0, found.index) : bare;
  if (!rest) return now > 0 ? String(now) : '';
  return now ? `${rest}${now > 0 ? '+' : '-'}${Math.abs(now)}` : rest;
}
