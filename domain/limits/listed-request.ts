import { z } from 'zod';
import { isIdOf, type IdKind } from '../ids';

/** Days for which single requests are listed. Source: docs/GAPS.md#request-log */
export const LISTED_DAYS = 7;

/** First digits of the statuses by which requests are filtered. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** What a request can have made, or can be about. */
const SUBJECTS: readonly IdKind[] = [
  'instruction',
  'document',
  'shipment',
  'beneficiary',
  'batch',
  'webhook',
  'delivery',
  'event',
];

/** @returns whether a text has the form of an id of what a request can be about */
export function isSubject(text: string): boolean {
  return SUBJECTS.some((kind) => isIdOf(kind, text));
}

/**
 * What a request made, else what its path names, else null. Only ids of ours: whatever else a client wrote stays out.
 * @param location header of the answer; of what was made
 * @param named parameters of the path
 */
export function subjectOf(location: string | undefined, named: readonly string[]): string | null {
  const made = location?.split('/').findLast(isSubject);
  return made ?? named.find(isSubject) ?? null;
}

/**
 * A field as the request log names it: names that the operation does not know are a client's own words, such as keys of
 * metadata.
 * @param names members and parameters that the operation knows
 */
export function knownField(field: string, names: ReadonlySet<string>): string {
  const words = field.split('.').map((word) => (names.has(word) || /^\d{1,5}$/.test(word) ? word : '*'));
  return words.join('.');
}

/** A request as the API lists it. Source: docs/GAPS.md#request-log */
export const ListedRequest = z
  .object({
    id: z.string().meta({ description: 'Id of the request, as its answer had it in `Request-Id`' }),
    at: z.string().meta({ description: 'When it arrived', format: 'date-time' }),
    method: z.string(),
    operation: z.string().meta({ description: 'Operation id of this document' }),
    status: z.int().meta({ description: 'HTTP status of the answer' }),
    duration_ms: z.int().meta({ description: 'Milliseconds from its arrival to its answer' }),
    error: z
      .object({
        code: z.string(),
        field: z.string().nullable().meta({ description: 'First field at fault; `*` stands for a name of your own' }),
        fault: z.string().nullable().meta({ description: 'Code of the fault of that field' }),
      })
      .nullable()
      .meta({ description: 'Null: it was not refused' }),
    subject: z.string().nullable().meta({ description: 'Id of what it made, or of what its path names' }),
  })
  .meta({ id: 'ListedRequest' });
