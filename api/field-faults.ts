import type { ZodError, ZodType, output } from 'zod';
import { invalidRequest, type FieldFault } from '../domain/errors';
import { plainWords } from '../domain/schema-words';
import { fieldPath, MAX_FAULTS } from './json-body';

export const NO_FIELDS: ReadonlySet<string> = new Set();

/** Of a number that would lose digits. */
export const IMPRECISE = { code: 'precision', message: 'has more digits than a number can hold' };

/**
 * The faults of a schema error, the first of each field: of an empty text, that it is too short, and not that no
 * pattern fits it.
 */
export function faultsOf(error: ZodError, imprecise: ReadonlySet<string> = NO_FIELDS): FieldFault[] {
  const named = new Set<string>();
  const first = error.issues.filter(({ path }) => {
    const field = fieldPath(path);
    return !named.has(field) && named.add(field);
  });
  return first.slice(0, MAX_FAULTS).map((issue) => {
    const field = fieldPath(issue.path);
    if (imprecise.has(field)) return { field, ...IMPRECISE };
    const params = issue.code === 'custom' ? issue.params : undefined;
    const code = typeof params?.['code'] === 'string' ? params['code'] : issue.code;
    return { field, code, message: issue.message };
  });
}

/**
 * Parses what a handler has put together of a request and of what is stored.
 * @throws DomainError INVALID_REQUEST naming every fault, as for a body that was sent whole
 */
export function parseWhole<Schema extends ZodType>(schema: Schema, value: unknown): output<Schema> {
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  throw invalidRequest(faultsOf(result.error));
}
