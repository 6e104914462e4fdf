import type { Context } from 'koa';
import type { FieldFault } from '../../domain/errors';
import type { Endpoint } from '../endpoint';

const MAX_LENGTH = 255;

/**
 * The `Idempotency-Key` of a request, or null where none was sent or the operation takes none.
 * An empty or overlong key is a fault. Source: docs/GAPS.md#P6
 */
export function readIdempotencyKey(context: Context, record: Endpoint, faults: FieldFault[]): string | null {
  const value = context.request.headers['idempotency-key'];
  if (value === undefined || (record.idempotent !== true && record.reportKey !== true)) return null;
  const key = Array.isArray(value) ? value.join(',') : value;
  if (key.length >= 1 && key.length <= MAX_LENGTH) return key;
  faults.push({ field: 'Idempotency-Key', code: 'length', message: `must have 1 to ${MAX_LENGTH} characters` });
  return null;
}
