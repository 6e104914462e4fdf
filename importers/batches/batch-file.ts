import { isUtf8 } from 'node:buffer';
import { invalidField, type DomainError } from '../../domain/errors';
import { MAX_FILE_ROWS } from '../../domain/payments/batches/status';

/** @returns the refusal of a file as a whole */
export function unreadable(code: string, message: string): DomainError {
  return invalidField('file', code, message);
}

export function tooManyRows(): DomainError {
  return unreadable('too_big', `must have at most ${MAX_FILE_ROWS} rows`);
}

/** @throws DomainError INVALID_REQUEST for bytes that are no text that can be stored */
export function checkText(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw unreadable('encoding', 'must be UTF-8');
  if (bytes.includes(0)) throw unreadable('nul', 'must not contain the NUL character');
}

const SLICE_BYTES = 32 * 1024;

/** A file in slices that are read in some milliseconds each, so that others are answered between them. */
export async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    yield bytes.subarray(from, from + SLICE_BYTES);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
