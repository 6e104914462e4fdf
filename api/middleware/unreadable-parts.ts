import type { ZodType } from 'zod';
import { plainWords } from '../../domain/schema-words';
import { isObject } from '../../domain/unknown-value';
import type { Endpoint } from '../endpoint';
import { faultsOf } from '../field-faults';
import { MAX_FAULTS, type JsonBody } from '../json-body';
import { findOptionalPart, readMembers } from './read-members';

const READING = { isStrict: false, keepsEmpty: false };

/** A copy without the member at the path. */
function omitAt(value: unknown, [name = '', ...below]: readonly string[]): unknown {
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const copy: Record<string, unknown> = { ...value };
  if (below.length === 0) Reflect.deleteProperty(copy, name);
  else copy[name] = omitAt(copy[name], below);
  return copy;
}

function fieldsAtFault(schema: ZodType, value: unknown): string[] {
  const result = schema.safeParse(readMembers(schema, value, READING).value, { error: plainWords });
  return result.success ? [] : faultsOf(result.error).map(({ field }) => field);
}

/**
 * Drops optional parts of a report that cannot be parsed, because a report is never refused for them; the stored bytes
 * keep them. If a required part is invalid too nothing is dropped, so that the refusal names every fault.
 * @returns the body without those parts, and their paths
 * Source: docs/GAPS.md#P4
 */
export function dropUnreadable(
  sent: JsonBody,
  { body: schema, reportKey }: Pick<Endpoint, 'body' | 'reportKey'>,
): { body: JsonBody; dropped: string[] } {
  const asSent = { body: sent, dropped: [] };
  if (schema === undefined || reportKey !== true) return asSent;
  const dropped = new Set<string>();
  let { value } = sent;
  let fields = [...sent.faults.map(({ field }) => field), ...fieldsAtFault(schema, value)];
  while (fields.length > 0) {
    const parts = fields.map((field) => findOptionalPart(schema, value, field.split('.')));
    if (parts.includes(null) || dropped.size > MAX_FAULTS) return asSent;
    for (const part of parts) {
      value = omitAt(value, part ?? []);
      dropped.add((part ?? []).join('.'));
    }
    fields = fieldsAtFault(schema, value);
  }
  return { body: { ...sent, value, faults: [] }, dropped: [...dropped] };
}
