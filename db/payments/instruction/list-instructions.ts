import type { Tenant } from '../../../domain/auth/tenant';
import { firstIdAt } from '../../../domain/ids';
import type { PaymentStatus } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';
import { DAY_MS, startOfUtcDay } from '../../../domain/calendar-dates';
import { hasStatusSql, periodSql, stageOf } from '../../status-sql';
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
  'privateSealed',
] as const satisfies readonly (keyof InstructionValues)[];

/** What a list shows of an instruction. */
export type InstructionSummary = Pick<InstructionValues, (typeof LISTED_COLUMNS)[number]> & {
  /** With a reference of the client, the other payments that have it, the newest first. */
  others?: string[];
  /** With `changedSince`, where it stands in the order of changes. */
  place?: string;
};

export interface InstructionFilter {
  tenant: Tenant;
  ids?: string[] | undefined;
  status?: PaymentStatus | undefined;
  /** Any of them, in place of the one. */
  statuses?: readonly PaymentStatus[] | undefined;
  /** Calendar dates in UTC; both ends belong to the range. */
  fromDate?: string | undefined;
  toDate?: string | undefined;
  /** The newest payment that has it. */
  clientReference?: string | undefined;
  /** Decimals in the currency's major unit; both belong to the range. */
  minAmount?: number | undefined;
  maxAmount?: number | undefined;
  /** Hashes that the payee's name may have. */
  payeeNames?: readonly string[] | undefined;
  beneficiaryId?: string | undefined;
  /** Those that changed then or later, in the order of their changes; `after` is a place then. */
  changedSince?: string | undefined;
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
const summarySql = (further: string): string => `
  select ${selectColumns(LISTED_COLUMNS)}${further} from payment_instructions i
  where account_id = $1 and environment = $2`;
export const SUMMARY_SQL = summarySql('');

/** @returns the id below which all instructions were submitted before the day `days` after a date, if any */
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

/** The bounds of a page as ids: an id begins with the moment of submission, so days are ranges of ids. */
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

/** Conditions of a status beside the range that a page reads: an equality of the range's own column would undo it. */
function statusConditions(column: 'stage' | 'currency', status: PaymentStatus): string[] {
  if (column === 'currency') return [hasStatusSql('i', status)];
  return stageOf(status) === status ? [] : [`status = '${status}'`];
}

/**
 * The conditions and the order that let Postgres read a page from one index. A currency or stage is compared as a
 * pair with the id: with an equality alone, `order by id` fits the index of all payments too, and Postgres may read
 * that and discard the rest. A stage is a literal, so that Postgres knows how rare it is; only within payments that their
 * partner has are those of one status picked out.
 */
function indexRange(filter: InstructionFilter, place: Place): { conditions: string[]; order: string } {
  const { from, below } = boundsOf(filter, place);
  const { currency, status } = filter;
  const direction = filter.order === 'oldest' ? 'asc' : 'desc';
  const isFrom = from?.isExcluded === true ? '>' : '>=';
  const column = currency === undefined ? 'stage' : 'currency';
  const value = currency === undefined ? status && `'${stageOf(status)}'` : place(currency);
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
    ...(status === undefined ? [] : statusConditions(column, status)),
  ];
  return { conditions, order: `${column} ${direction}, id ${direction}` };
}

const REFERENCES = ['id', 'client_reference', 'partner_reference', 'bank_reference'];

/** Conditions of the filters that no index orders by. */
function otherConditions(filter: InstructionFilter, place: Place): string[] {
  const { ids, clientReference, reference, minAmount, maxAmount, payeeNames, beneficiaryId } = filter;
  const asked = (value: unknown, sql: (place: string) => string): string[] =>
    value === undefined ? [] : [sql(place(value))];
  return [
    ...asked(ids, (list) => `id = any(${list})`),
    ...asked(
      clientReference,
      (text) => `client_reference = ${text} and not exists (select from payment_instructions n
      where n.resubmission_of = i.id and n.client_reference = i.client_reference)`,
    ),
    ...asked(minAmount, (amount) => `amount >= ${amount}::numeric`),
    ...asked(maxAmount, (amount) => `amount <= ${amount}::numeric`),
    ...asked(payeeNames, (hashes) => `payee_name_hash = any(${hashes})`),
    ...asked(beneficiaryId, (id) => `beneficiary_id = ${id}`),
    ...asked(reference, (text) => `(${REFERENCES.map((column) => `${column} = ${text}`).join(' or ')})`),
  ];
}

const OTHERS = `, array(select o.id from payment_instructions o where o.account_id = i.account_id
    and o.environment = i.environment and o.client_reference = i.client_reference and o.id <> i.id order by o.id desc) as others`;

/** Digits of the microseconds since 1970 in a place, before the id. */
export const CHANGE_PLACE = /^([0-9]{16}):(instr_[0-9a-z]{26})$/;
const MICROS = '(extract(epoch from changed_at) * 1000000)::bigint';

/**
 * Changes before that moment are all visible: a transaction that is still open has written none that is older. It is read before
 * the list, so that what ends in between is seen by it.
 * Source: docs/decisions/0013-order-of-the-event-log.md
 */
async function readSettledMoment(database: Queryable): Promise<string> {
  const [row] = await database.query<{ moment: string }>(
    `select (clock_timestamp() - make_interval(secs => coalesce((select age_seconds from oldest_writer()), 0)))::text as moment`,
  );
  return row?.moment ?? '-infinity';
}

/** SQL of having changed then or later; its first condition is for the index, as that of the next. */
function changedSinceSql(moment: string): string {
  return `changed_period >= ${periodSql(moment)} and changed_at >= ${moment}`;
}

function changedBeforeSql(moment: string): string {
  return `changed_period <= ${periodSql(moment)} and changed_at < ${moment}`;
}

/** SQL of being after a place in the order of changes. */
function afterPlace(micros: string, id: string): string {
  return `${changedSinceSql(`('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond')`)}
    and (${MICROS}, id) > (${micros}::bigint, ${id})`;
}

/**
 * One page of instructions of a tenant in the order of their last changes. A reader who continues at the last place
 * misses no change.
 */
async function listChanged(database: Queryable, filter: InstructionFilter): Promise<InstructionSummary[]> {
  const { tenant, changedSince, statuses = filter.status === undefined ? undefined : [filter.status], after } = filter;
  const values: unknown[] = [tenant.accountId, tenant.environment, filter.limit];
  const place: Place = (value) => `$${values.push(value)}`;
  const [, micros, id] = CHANGE_PLACE.exec(after ?? '') ?? [];
  const before = await readSettledMoment(database);
  const conditions = [
    changedSinceSql(`${place(changedSince)}::timestamptz`),
    changedBeforeSql(`${place(before)}::timestamptz`),
    ...(micros === undefined ? [] : [afterPlace(place(micros), place(id))]),
    ...(statuses === undefined ? [] : [`status = any(${place(statuses)})`]),
    ...(filter.currency === undefined ? [] : [`currency = ${place(filter.currency)}`]),
    ...Object.values(boundsOf({ ...filter, after: undefined, order: 'newest' }, place)).map((bound) =>
      typeof bound === 'string' ? `id < ${bound}` : `id >= ${bound.id}`,
    ),
    ...otherConditions(filter, place),
  ];
  const columns = `${selectColumns(LISTED_COLUMNS)}, ${MICROS} || ':' || id as place`;
  return database.query<InstructionSummary>(
    `select ${columns}${filter.clientReference === undefined ? '' : OTHERS} from payment_instructions i
     where account_id = $1 and environment = $2 and ${conditions.join(' and ')} order by changed_period, changed_at, id limit $3`,
    values,
    'for_values',
  );
}

/**
 * One page of instructions of a tenant by the moment of submission, or by change. Each set of filters is a statement
 * with a plan of its own: one plan for all would read every payment to find the few of long ago or of a rare currency.
 */
export async function listInstructions(database: Queryable, filter: InstructionFilter): Promise<InstructionSummary[]> {
  if (filter.changedSince !== undefined) return listChanged(database, filter);
  const { accountId, environment } = filter.tenant;
  const values: unknown[] = [accountId, environment, filter.limit];
  const place: Place = (value) => `$${values.push(value)}`;
  const pageSql = (one: InstructionFilter): string => {
    const { conditions, order } = indexRange(one, place);
    const where = [...conditions, ...otherConditions(one, place)].map((condition) => ` and ${condition}`).join('');
    const summary = filter.clientReference === undefined ? SUMMARY_SQL : summarySql(OTHERS);
    return `${summary}${where} order by ${order} limit $3`;
  };
  const { statuses = [filter.status] } = filter;
  const pages = statuses.map((status) => pageSql({ ...filter, status }));
  // Each status has a range of its own, so a page of several is the first of their pages.
  const direction = filter.order === 'oldest' ? 'asc' : 'desc';
  const several = `${pages.map((page) => `(${page})`).join(' union all ')} order by id ${direction} limit $3`;
  return database.query<InstructionSummary>(pages.length === 1 ? (pages[0] ?? '') : several, values, 'for_values');
}
