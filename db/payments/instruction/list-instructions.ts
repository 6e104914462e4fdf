import type { Tenant } from '../../../domain/auth/tenant';
import { firstIdAt } from '../../../domain/ids';
import type { PaymentStatus } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';
import { DAY_MS, startOfUtcDay } from '../../../domain/calendar-dates';
import { selectColumns, type InstructionValues } from './instruction-columns';

const LISTED_COLUMNS = [
  'id',
  'status',
  'clientReference',
  'amount',
  'currency',
  'timeline',
  'expectedDate',
  'partnerName',
  'partnerReference',
  'channel',
  'submittedAt',
  'settledAt',
  'lastUpdatedAt',
] as const satisfies readonly (keyof InstructionValues)[];

/** What a list shows of an instruction. */
export type InstructionSummary = Pick<InstructionValues, (typeof LISTED_COLUMNS)[number]>;

export interface InstructionFilter {
  tenant: Tenant;
  ids?: string[] | undefined;
  status?: PaymentStatus | undefined;
  /** Calendar dates in UTC; both ends belong to the range. */
  fromDate?: string | undefined;
  toDate?: string | undefined;
  clientReference?: string | undefined;
  currency?: string | undefined;
  /** Any of its references: its id, the client's, the partner's, the bank's. */
  reference?: string | undefined;
  /** By the moment of submission; the newest first where it is absent. */
  order?: 'newest' | 'oldest' | undefined;
  /** Id after which the list goes on. */
  after?: string | undefined;
  limit: number;
}

/** The instructions of a tenant, `$1` and `$2`, to which conditions are added. */
export const SUMMARY_SQL = `
  select ${selectColumns(LISTED_COLUMNS)} from payment_instructions i
  where account_id = $1 and environment = $2`;

/** @returns the id below which all instructions were submitted before the day that lies `days` after a date */
function idOfDay(date: string | undefined, days: number): string | undefined {
  if (date === undefined) return undefined;
  return firstIdAt('instruction', startOfUtcDay(date).getTime() + days * DAY_MS);
}

/** Adds a value and tells its place, such as `$4`. */
type Place = (value: unknown) => string;

/** A bound of ids in SQL; `isExcluded`: the id itself is no part of the page. */
interface Bound {
  id: string;
  isExcluded: boolean;
}

/** @returns the ids of a page, as bounds: an id begins with the moment of submission, so days are ranges of ids */
function boundsOf(
  { fromDate, toDate, after, order }: InstructionFilter,
  place: Place,
): { from?: Bound; below?: string } {
  const [from, dayAfter] = [idOfDay(fromDate, 0), idOfDay(toDate, 1)];
  const isUp = order === 'oldest';
  const begin = isUp ? (after ?? from) : from;
  const ends = [dayAfter, isUp ? undefined : after].filter((end) => end !== undefined);
  return {
    ...(begin === undefined ? {} : { from: { id: place(begin), isExcluded: isUp && after !== undefined } }),
    ...(ends.length === 0 ? {} : { below: `least(${ends.map((end) => `${place(end)}::text`).join(', ')})` }),
  };
}

/**
 * The range of an index, and its order. That of a currency or of a status is one of pairs: by an equality alone, which
 * `order by id` goes with as well, Postgres may read the index of all and leave out whatever is of another one. A status
 * stands in the text, so that Postgres knows how rare it is.
 */
function rangeOf(filter: InstructionFilter, place: Place): { conditions: string[]; order: string } {
  const { from, below } = boundsOf(filter, place);
  const { currency, status } = filter;
  const direction = filter.order === 'oldest' ? 'asc' : 'desc';
  const isFrom = from?.isExcluded === true ? '>' : '>=';
  const column = currency === undefined ? 'status' : 'currency';
  const value = currency === undefined ? status && `'${status}'` : place(currency);
  if (value === undefined) {
    const conditions = [
      from === undefined ? [] : `id ${isFrom} ${from.id}`,
      below === undefined ? [] : `id < ${below}`,
    ];
    return { conditions: conditions.flat(), order: `id ${direction}` };
  }
  const conditions = [
    from === undefined ? `${column} >= ${value}` : `(${column}, id) ${isFrom} (${value}, ${from.id})`,
    below === undefined ? `${column} <= ${value}` : `(${column}, id) < (${value}, ${below})`,
    ...(column === 'currency' && status !== undefined ? [`status = '${status}'`] : []),
  ];
  return { conditions, order: `${column} ${direction}, id ${direction}` };
}

const REFERENCES = ['id', 'client_reference', 'partner_reference', 'bank_reference'];

/** What else is asked for. */
function conditionsOf({ ids, clientReference, reference }: InstructionFilter, place: Place): string[] {
  const asked = (value: unknown, sql: (place: string) => string): string[] =>
    value === undefined ? [] : [sql(place(value))];
  return [
    ...asked(ids, (list) => `id = any(${list})`),
    ...asked(clientReference, (text) => `client_reference = ${text}`),
    ...asked(reference, (text) => `(${REFERENCES.map((column) => `${column} = ${text}`).join(' or ')})`),
  ];
}

/**
 * Instructions of a tenant, by the moment of submission. Each set of filters is a statement with a plan of its own: one for all would
 * be planned for none, and read every payment to find the few of long ago, or of a rare currency.
 */
export async function listInstructions(database: Queryable, filter: InstructionFilter): Promise<InstructionSummary[]> {
  const { accountId, environment } = filter.tenant;
  const values: unknown[] = [accountId, environment, filter.limit];
  const place: Place = (value) => `$${values.push(value)}`;
  const { conditions, order } = rangeOf(filter, place);
  const where = [...conditions, ...conditionsOf(filter, place)].map((condition) => ` and ${condition}`).join('');
  return database.query<InstructionSummary>(`${SUMMARY_SQL}${where} order by ${order} limit $3`, values, 'for_values');
}
