import { z } from 'zod';
import { CURRENCY_MESSAGE, currencyDigits } from './money';
import { withdrawnMessage } from './withdrawn-currencies';
import { isBankingCountry, isCountry } from './countries';
import { absentId, ID_PREFIXES, isIdOf, type IdKind } from './ids';
import { startOfUtcDay } from './calendar-dates';
import { alsoTaken } from './other-forms';

/** Schema of an optional member: `null` counts as absent. Source: docs/GAPS.md#G4 */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .transform((value) => (value === null ? undefined : value))
    .optional()
    .meta({ 'x-null-is-absent': true });
}

/** An optional member as a change names it: absent stays `undefined`, and `null`, which clears it, stays `null`. */
export function clearable<Schema extends z.ZodType>(member: ReturnType<typeof optional<Schema>>) {
  return member.unwrap().in;
}

/**
 * Schema that turns an invalid member into null, so that checks between members can still judge the others. Source:
 * docs/GAPS.md#G2
 */
export function sound<Schema extends z.ZodType>(schema: Schema) {
  return z
    .unknown()
    .optional()
    .transform((value): z.output<Schema> | null => {
      const parsed = schema.safeParse(value);
      return parsed.success ? parsed.data : null;
    });
}

/** Schema of one line of text without control characters, in any script. */
export function printable(max: number): z.ZodString {
  return z
    .string()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}+$/u, 'must not contain control characters');
}

/** Schema of a country code that `isKnown` accepts. */
function countryCodeAmong(isKnown: (code: string) => boolean) {
  return z.string().refine(isKnown, {
    error: (issue) =>
      issue.input === 'UK'
        ? 'must be an ISO 3166 alpha-2 code; the United Kingdom is GB'
        : 'must be an ISO 3166 alpha-2 code in capital letters, such as DE',
    params: { code: 'country' },
  });
}

/** A two-letter country code of ISO 3166. */
export const Country = countryCodeAmong(isCountry).meta({
  description: 'ISO 3166-1 alpha-2 code',
  examples: ['DE'],
  pattern: '^[A-Z]{2}$',
  ...alsoTaken('country'),
});

/** A country of a bank account, of who holds it, or of a consignment. Sources: docs/GAPS.md#P2, #H4 */
export const BankingCountry = countryCodeAmong(isBankingCountry).meta({
  description: 'ISO 3166-1 alpha-2 code, or XK',
  examples: ['DE'],
  pattern: '^[A-Z]{2}$',
  ...alsoTaken('country'),
});

/** A currency of ISO 4217 that one can pay with. */
export const Currency = z
  .string()
  .refine((code) => currencyDigits(code) !== null, {
    error: ({ input }) => withdrawnMessage(String(input), null) ?? CURRENCY_MESSAGE,
    params: { code: 'currency' },
  })
  .meta({ description: 'ISO 4217 code', examples: ['EUR'], pattern: '^[A-Z]{3}$', ...alsoTaken('currency') });

/**
 * An id as a path parameter. A text that cannot be an id of this kind reaches no statement: it is read as the id that is
 * never given out, so that it is answered exactly as any id that nothing has. Source: docs/GAPS.md#G5
 */
export function pathId(kind: IdKind) {
  return z
    .string()
    .transform((text) => (isIdOf(kind, text) ? text : absentId(kind)))
    .meta({ description: `Id of the form \`${ID_PREFIXES[kind]}...\``, override: { type: 'string' } });
}

const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** The year 0 exists in ISO 8601 and not in Postgres. */
const FIRST_DATE = '0001-01-01';

/** @returns whether the text is a day of the calendar, such as 2026-02-28 */
export function isCalendarDate(text: string): boolean {
  if (!DATE_PATTERN.test(text) || text < FIRST_DATE) return false;
  const parsed = startOfUtcDay(text);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

/** A calendar date of ISO 8601. */
export const CalendarDate = z
  .string()
  .refine((text) => isCalendarDate(text), {
    error: 'must be an ISO 8601 calendar date, such as 2026-01-31',
    params: { code: 'date' },
  })
  .meta({ description: 'ISO 8601 calendar date', examples: ['2026-01-31'], format: 'date', ...alsoTaken('day') });

const TIMESTAMP_PATTERN =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;

/** No payment, confirmation or report is older, and what is much later is a slip of a digit. */
const FIRST_MOMENT_MS = Date.UTC(2000, 0, 1);
const END_MOMENT_MS = Date.UTC(2200, 0, 1);

function isTimestamp(text: string): boolean {
  const match = TIMESTAMP_PATTERN.exec(text);
  return match?.[1] !== undefined && isCalendarDate(match[1]) && !Number.isNaN(Date.parse(text));
}

/** Whether the moment lies in the years that are stored; a zone can move it over the edge of one. */
function isInRange(text: string): boolean {
  const moment = Date.parse(text);
  return moment >= FIRST_MOMENT_MS && moment < END_MOMENT_MS;
}

/**
 * An ISO 8601 timestamp with a zone, of the years 2000 to 2199 in UTC, turned into UTC: equal moments are equal texts.
 * Source: docs/GAPS.md#G9
 */
export const Timestamp = z
  .string()
  .refine(isTimestamp, {
    error: 'must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T12:00:00Z',
    params: { code: 'timestamp' },
    abort: true,
  })
  .refine(isInRange, { error: 'must be within the years 2000 to 2199', params: { code: 'range' }, abort: true })
  .transform((text) => new Date(text).toISOString())
  // Its type is said here too: what a transformation gives has none by itself.
  .meta({
    type: 'string',
    description: 'ISO 8601 timestamp',
    examples: ['2026-01-31T12:00:00Z'],
    format: 'date-time',
    ...alsoTaken('moment'),
  });

const DEFAULT_LIST_LIMIT = 20;
const MAX_LIST_LIMIT = 100;

/** `limit` of a list, as a query parameter. Source: docs/GAPS.md#G8 */
export const ListLimit = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return DEFAULT_LIST_LIMIT;
    const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    if (limit >= 1 && limit <= MAX_LIST_LIMIT) return limit;
    context.addIssue({
      code: 'custom',
      message: `must be a whole number from 1 to ${MAX_LIST_LIMIT}`,
      params: { code: 'range' },
    });
    return z.NEVER;
  })
  .meta({
    description: 'Items per page',
    override: { type: 'integer', minimum: 1, maximum: MAX_LIST_LIMIT, default: DEFAULT_LIST_LIMIT },
    ...alsoTaken('queryLimit'),
  });

/**
 * Schema of the cursor of a list, opaque to clients; its value is the id after which the list continues.
 * @param pattern of the ids by which the list is ordered
 */
export function cursorSchema(pattern: RegExp) {
  return z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return undefined;
      const id = idOfCursor(text, pattern);
      if (id !== undefined) return id;
      context.addIssue({
        code: 'custom',
        message: 'must be a cursor of an earlier answer',
        params: { code: 'cursor' },
      });
      return z.NEVER;
    })
    .meta({ description: 'Where an earlier page ended', override: { type: 'string', minLength: 1 } });
}

/** `cursor` of a list that is ordered by ids of ours. */
export const Cursor = cursorSchema(/^[a-z]+_[0-9a-z]{26}$/);

/** One page of a list and where the next one begins. */
export interface Page<Item> {
  items: Item[];
  /** Cursor of the next page, or null after the last. */
  nextCursor: string | null;
}

/**
 * @param form kind of the ids that the list is ordered by, or the pattern of its places where they are no ids
 * @returns the id in a cursor of `pageOf`, or undefined where the text is none
 */
export function idOfCursor(text: string | null | undefined, form: IdKind | RegExp): string | undefined {
  const id = Buffer.from(text ?? '', 'base64url').toString('latin1');
  const fits = typeof form === 'string' ? isIdOf(form, id) : form.test(id);
  return fits ? id : undefined;
}

/** @param rows one more than `limit` was asked for: whether it is there tells whether there is another page */
export function pageOf<Row extends { id: string }>(rows: readonly Row[], limit: number): Page<Row> {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last === undefined ? null : Buffer.from(last.id, 'latin1').toString('base64url') };
}

const paths = (description: string) => z.array(z.string()).optional().meta({ description });

/** Members of an answer that name what of its request was not read as it was sent. Source: docs/GAPS.md#G10 */
export const NotesShape = {
  normalised: paths('Members of the request that were taken in another form, by path; absent where there are none'),
  assumed: paths('Absent members of the request that another one tells, by path; absent where there are none'),
  ignored: paths('Members of the request that are not known or not readable, by path; absent where there are none'),
};
