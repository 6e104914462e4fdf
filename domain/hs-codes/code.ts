const MAX_CODE_DIGITS = 10;
const MIN_CODE_DIGITS = 4;

/**
 * An HS or national tariff code as digits: `8517.13` and `851713` are the same.
 * @returns 4 to 10 digits, or null for anything else
 * Source: docs/GAPS.md#H1
 */
export function normalizeCode(text: string): string | null {
  const digits = text.trim().replaceAll('.', '');
  const fits = digits.length >= MIN_CODE_DIGITS && digits.length <= MAX_CODE_DIGITS;
  return fits && /^[0-9]+$/.test(digits) ? digits : null;
}

/** The code itself and its parents of even length, longest first: 8517130 gives 8517130, 851713, 8517, 85. */
export function codeAndParents(code: string): string[] {
  const chain = [code];
  for (let length = code.length - 1; length >= 2; length -= 1) {
    if (length % 2 === 0) chain.push(code.slice(0, length));
  }
  return chain;
}

/** `8517.13.00` for 85171300: how people write codes. */
export function dottedCode(code: string): string {
  if (code.length <= 4) return code;
  const parts = [code.slice(0, 4)];
  for (let at = 4; at < code.length; at += 2) parts.push(code.slice(at, at + 2));
  return parts.join('.');
}

/** A code as asked for, and the codes of other editions of the nomenclature that stand for it. */
export interface AskedCode {
  /** Digits as asked for. */
  code: string;
  /** The longest known parent in the nomenclature; the code itself where there is none. */
  known: string;
  /** Codes of the older edition that this code replaced. */
  predecessors: readonly string[];
  /** Codes that replaced it, where it is of the older edition itself. */
  successors: readonly string[];
}
