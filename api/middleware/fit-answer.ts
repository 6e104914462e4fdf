import { z, type ZodType } from 'zod';

/** Logged as an error, with the operation and the misfits. */
export const MISFIT_MESSAGE = 'an answer does not fit its schema';

/** Where a value does not fit, never what it is: values may be personal data. */
export interface Misfit {
  field: string;
  code: string;
}

export interface Fitted {
  data: unknown;
  /** Empty for an answer that fits. */
  misfits: readonly Misfit[];
}

function hasMember(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

function pruneObject(schema: z.ZodObject, value: object): Record<string, unknown> {
  const names = Object.keys(schema.shape).filter((name) => hasMember(value, name));
  return Object.fromEntries(names.map((name) => [name, prune(schema.shape[name], Reflect.get(value, name))]));
}

/**
 * Removes from a value what does not fit the schema: objects keep fitting members, lists fitting items, and anything
 * else becomes null.
 */
function prune(schema: unknown, value: unknown): unknown {
  if (!(schema instanceof z.ZodType)) return null;
  const whole = schema.safeParse(value);
  if (whole.success) return whole.data;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return prune(schema.unwrap(), value);
  }
  if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null) return pruneObject(schema, value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => prune(schema.element, item));
  return null;
}

/**
 * Fits an answer to its schema. A stored value can be older than the schema, or not fit it; the answer then has
 * every member that fits, and null for the others, instead of status 500 each time. Members that the
 * schema does not name are left out in either case.
 * Source: docs/GAPS.md#G2
 */
export function fitAnswer(schema: ZodType, data: unknown): Fitted {
  const result = schema.safeParse(data);
  if (result.success) return { data: result.data, misfits: [] };
  const misfits = result.error.issues.map(({ path, code }) => ({ field: path.map(String).join('.'), code }));
  return { data: prune(schema, data), misfits };
}
