/** Part of a file: first and last byte, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Reads a `Range` header of one range.
 * @returns the range, `whole` where the header is absent or not ours to honour, `unsatisfiable` beyond the end
 * Source: RFC 9110, 14.2
 */
export function parseByteRange(header: string, sizeBytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (match === null) return 'whole';
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const count = Math.min(Number(to), sizeBytes);
    return count === 0 ? 'unsatisfiable' : { first: sizeBytes - count, last: sizeBytes - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return 'whole';
  if (first >= sizeBytes) return 'unsatisfiable';
  return { first, last: to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1) };
}

/** Whether one of the tags of an `If-None-Match` header is this one. */
export function matchesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
