import { PRINTABLE_RANGES } from './printable-ranges';

/** Why a text cannot be printed. */
export interface TextFault {
  code: 'invisible' | 'unprintable' | 'control';
  message: string;
}

/** Line breaks and tabs are layout; joiners and direction marks shape the letters beside them. */
const LAYOUT = new Set([0x09, 0x0a, 0x0d]);
const SHAPING = new Set([0x200c, 0x200d, 0x200e, 0x200f, 0x061c, 0xfe0e, 0xfe0f]);
/** Characters that change how others read without being seen: overrides, isolates, zero-width spaces, tags. */
const INVISIBLE = /\p{Cf}|\p{Zl}|\p{Zp}|[\u115f\u1160\u3164\uffa0\u034f\u180b-\u180f\u2800]/u;

let boundaries: Uint32Array | null = null;

/** The code points that the embedded fonts have glyphs for, as a sorted list: start, end (exclusive), start, end … */
function decodeRanges(): Uint32Array {
  const steps = PRINTABLE_RANGES.split(',');
  const list = new Uint32Array(steps.length);
  let position = 0;
  steps.forEach((step, index) => {
    position += Number.parseInt(step, 36);
    list[index] = position;
  });
  return list;
}

/** @returns whether an embedded font has a glyph for the code point */
export function isCovered(codePoint: number): boolean {
  boundaries ??= decodeRanges();
  let low = 0;
  let high = boundaries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((boundaries[middle] ?? 0) <= codePoint) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

const name = (codePoint: number) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

/** Why a character cannot or must not be printed, or null. */
function characterFault(character: string): TextFault | null {
  const codePoint = character.codePointAt(0) ?? 0;
  if (LAYOUT.has(codePoint) || SHAPING.has(codePoint)) return null;
  if (/\p{Cc}/u.test(character)) {
    return { code: 'control', message: `must not contain the control character ${name(codePoint)}` };
  }
  if (INVISIBLE.test(character)) {
    return { code: 'invisible', message: `must not contain the invisible character ${name(codePoint)}` };
  }
  if (isCovered(codePoint)) return null;
  return { code: 'unprintable', message: `contains ${name(codePoint)}, which the documents' fonts cannot print` };
}

/**
 * The fault of the first character that cannot or must not be printed, or null. Overrides and zero-width characters
 * would let a page read otherwise than its text.
 * Source: docs/GAPS.md#D6
 */
export function findTextFault(text: string): TextFault | null {
  for (const character of text) {
    const fault = characterFault(character);
    if (fault !== null) return fault;
  }
  return null;
}
