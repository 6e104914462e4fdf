import type { FieldFault } from '../../domain/errors';
import type { Endpoint } from '../endpoint';

const MAX_LENGTH = 255;

const FIELD = 'Idempotency-Key';

/**
 * The `Idempotency-Key` of a request, or null where none was sent or the operation takes none. Faults are noted for an
 * empty or too long key, and for one that is sent twice: Node would join both into a third key, which no repeat has.
 * Source: docs/GAPS.md#P6
 */
export function readIdempotencyKey(keys: readonly string[], record: Endpoint, faults: FieldFault[]): string | null {
  const [key] = keys;
  if (key === undefined || (record.idempotent !== true && record.reportKey !== true)) return null;
  if (keys.length > 1) faults.push({ field: FIELD, code: 'duplicate_key', message: 'is given more than once' });
  else if (key.length >= 1 && key.length <= MAX_LENGTH) return key;
  else faults.push({ field: FIELD, code: 'length', message: `must have 1 to ${MAX_LENGTH} characters` });
  return null;
}
