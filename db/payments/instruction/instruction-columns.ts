import type { Environment } from '../../../domain/auth/tenant';
import type { ChargeBearer } from '../../../domain/payments/instruction/charge-bearer';
import type { Approval } from '../../../domain/payments/review/approval';
import type { Conditions } from '../../../domain/payments/review/conditions';
import type { Contradiction } from '../../../domain/payments/review/contradiction';
import type { ComplianceHold } from '../../../domain/payments/review/compliance-hold';
import type { DateStep } from '../../../domain/payments/routing/dates';
import type { InformationRequest } from '../../../domain/payments/review/information';
import type { PayeeCheck } from '../../../domain/payments/review/payee-check';
import type { KeptDecision } from '../../../domain/payments/review/operator-decision';
import type { Booking, Proof } from '../../../domain/payments/settlement/booking';
import type { Recall } from '../../../domain/payments/settlement/recall';
import type { FormerDate } from '../../../domain/payments/routing/redating';
import type { ReturnedMoney } from '../../../domain/payments/settlement/returned-money';
import type { RouteReason } from '../../../domain/payments/routing/routing';
import type { Cancellation } from '../../../domain/payments/instruction/state';
import type { PaymentStatus, Timeline } from '../../../domain/payments/instruction/status';
import { columnOf, columnsAs } from '../../columns';

/** A column of `payment_instructions`: its type in SQL, and that of its values in TypeScript. */
interface Column<Value> {
  type: 'bytea' | 'date' | 'integer' | 'jsonb' | 'numeric' | 'text' | 'timestamptz';
  /** Never set: it carries the type of the values. */
  value?: Value;
}

const text = <Value extends string | null = string>(): Column<Value> => ({ type: 'text' });
const json = <Value>(): Column<Value> => ({ type: 'jsonb' });
const integer = <Value extends number | null = number>(): Column<Value> => ({ type: 'integer' });
const moment = <Value extends Date | null = Date>(): Column<Value> => ({ type: 'timestamptz' });
const bytes = (): Column<Buffer | null> => ({ type: 'bytea' });
/** Calendar date. */
const date = <Value extends string | null = string>(): Column<Value> => ({ type: 'date' });
/** Decimal text. */
const numeric = (): Column<string> => ({ type: 'numeric' });

/** Optional members of a creation that are stored and answered as the client gave them, or null. */
const CLIENT_COLUMNS = {
  clientReference: text<string | null>(),
  valueDate: date<string | null>(),
  /** The saved beneficiary that it was made from, and the version of its bank details. */
  beneficiaryId: text<string | null>(),
  beneficiaryVersion: integer<number | null>(),
};

/** Supplied by a creation. Amounts are in the currency's major unit. */
const CREATED_COLUMNS = {
  id: text(),
  accountId: text(),
  environment: text<Environment>(),
  requestId: text(),
  ...CLIENT_COLUMNS,
  amount: numeric(),
  currency: text(),
  beneficiaryCountry: text(),
  purposeCode: text(),
  /** Null for a payment from before it was kept. */
  chargeBearer: text<ChargeBearer | null>(),
  /** Null once the payment was erased. */
  privateSealed: bytes(),
  /** Keyed hash of the reference for the payee; null without one, and once the payment was erased. */
  payeeReferenceHash: text<string | null>(),
  /** Keyed hash of the payee's name; null once the payment was erased. */
  payeeNameHash: text<string | null>(),
  /** How many payments of its chain had its reference before. */
  referenceUse: integer(),
  requestedRoute: json<object>(),
  /** What it waits for, or null. */
  conditions: json<Conditions | null>(),
  /** The quote whose terms it has, or null. */
  quoteId: text<string | null>(),
  /** The payment that it instructs again, or null. */
  resubmissionOf: text<string | null>(),
  /** The batch that it is made from, or null. */
  batchId: text<string | null>(),
  /** Unique end-to-end transaction reference. */
  uetr: text(),
  partnerId: text(),
  partnerName: text(),
  routeId: text(),
  channel: text(),
  timeline: text<Timeline>(),
  routeReasons: json<RouteReason[]>(),
  feeEstimated: numeric(),
  feeBreakdown: json<{ type: string; amount: number }[]>(),
  expectedDate: date(),
  dateExplanation: json<DateStep[]>(),
  /** Not to be dispatched before this moment, or null. */
  releaseAt: moment<Date | null>(),
  submittedAt: moment(),
};

/** Derived by the insert. */
const DERIVED_COLUMNS = {
  lastUpdatedAt: moment(),
  complianceHold: json<ComplianceHold | null>(),
  idempotencyKey: text<string | null>(),
  idempotencyHash: bytes(),
};

/** Not in an insert: they have a default, or are empty until a change. */
const CHANGED_COLUMNS = {
  /** Counts the changes; everything else is the same while the version is. */
  version: integer(),
  eventSequence: integer(),
  status: text<PaymentStatus>(),
  /** Promised before, the oldest first. */
  dateHistory: json<FormerDate[]>(),
  waitingReason: text<string | null>(),
  contradiction: json<Contradiction | null>(),
  approval: json<Approval | null>(),
  information: json<InformationRequest[] | null>(),
  cancellation: json<Cancellation | null>(),
  /** What was asked back after settlement. */
  recall: json<Recall | null>(),
  /** How much came back, where that was said. */
  returned: json<ReturnedMoney | null>(),
  /** What banks have booked about it, each once. */
  bookings: json<Booking[] | null>(),
  /** What the payee's bank says of the name. */
  payeeCheck: json<PayeeCheck | null>(),
  /** What these say beside its partner's word. */
  proof: json<Proof | null>(),
  operatorDecision: json<KeptDecision | null>(),
  /** The payment by which it was instructed again, or null. */
  resubmittedAs: text<string | null>(),
  partnerReference: text<string | null>(),
  bankReference: text<string | null>(),
  settledAt: moment<Date | null>(),
  erasedAt: moment<Date | null>(),
};

const INSERTED_COLUMNS = { ...CREATED_COLUMNS, ...DERIVED_COLUMNS };
const COLUMNS = { ...INSERTED_COLUMNS, ...CHANGED_COLUMNS };

type ValuesOf<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

type ColumnName = keyof typeof COLUMNS;
/** The values of every column by the name that they have in TypeScript. */
export type InstructionValues = ValuesOf<typeof COLUMNS>;
/** What a creation supplies. */
export type CreatedValues = ValuesOf<typeof CREATED_COLUMNS>;
type InsertedValues = ValuesOf<typeof INSERTED_COLUMNS>;
type ClientValues = ValuesOf<typeof CLIENT_COLUMNS>;

/** Read by decisions or searched by, and shown to no client. */
const INTERNAL = [
  'requestId',
  'beneficiaryCountry',
  'payeeReferenceHash',
  'payeeNameHash',
  'referenceUse',
  'requestedRoute',
  'quoteId',
  'batchId',
  'releaseAt',
  'complianceHold',
  'contradiction',
  'idempotencyKey',
  'idempotencyHash',
  'eventSequence',
  'information',
  'operatorDecision',
  'bookings',
] as const;

/** The values from which the answer to the client is made. */
export type AnsweredValues = Omit<InstructionValues, (typeof INTERNAL)[number]>;

function namesOf<Columns extends object>(columns: Columns): (keyof Columns)[] {
  return Object.keys(columns) as (keyof Columns)[];
}

/** Names of the columns that hold what the client gave. */
export const CLIENT_NAMES = namesOf(CLIENT_COLUMNS);
const INSERTED = namesOf(INSERTED_COLUMNS);
const MOMENTS = namesOf(COLUMNS).filter((name) => COLUMNS[name].type === 'timestamptz');
/** Bytes are no JSON: they are selected beside it. */
const ANSWERED = namesOf(COLUMNS).filter(
  (name) => !INTERNAL.some((one) => one === name) && COLUMNS[name].type !== 'bytea',
);

/** SQL of a moment in Unix milliseconds, since JSON has no moments. */
export const unixMs = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

function jsonSql(name: ColumnName): string {
  const column = `i.${columnOf(name)}`;
  const { type } = COLUMNS[name];
  if (type === 'timestamptz') return unixMs(column);
  return type === 'numeric' ? `${column}::text` : column;
}

/** SQL of the columns of instruction `i` under their names in TypeScript, for a `select`. */
export function selectColumns(names: readonly ColumnName[]): string {
  return columnsAs('i', names);
}

/** SQL of the columns of instruction `i` that a client is answered from, as members of JSON; `withMoments` reads it. */
export const ANSWERED_SQL = ANSWERED.map((name) => `${jsonSql(name)} as "${name}"`).join(', ');

/** Replaces the Unix milliseconds in a JSON object of `ANSWERED_SQL` by dates, in place. */
export function withMoments<Found extends object>(found: Found): Found {
  for (const name of MOMENTS) {
    const value: unknown = Reflect.get(found, name);
    if (typeof value === 'number') Reflect.set(found, name, new Date(value));
  }
  return found;
}

/** Names and types of the inserted columns, for `jsonb_to_recordset` over rows of `insertedRow`. */
export const RECORDSET_SQL = INSERTED.map((name) => {
  const { type } = COLUMNS[name];
  return `${columnOf(name)} ${type === 'bytea' ? 'text' : type}`;
}).join(', ');

/** Names of the inserted columns. */
export const INSERTED_SQL = INSERTED.map(columnOf).join(', ');

/** The inserted columns of a row of `RECORDSET_SQL`, in the order of `INSERTED_SQL`. */
export const INSERTED_VALUES_SQL = INSERTED.map((name) =>
  COLUMNS[name].type === 'bytea' ? `decode(${columnOf(name)}, 'base64')` : columnOf(name),
).join(', ');

/** An instruction as a row of `RECORDSET_SQL`, for JSON. */
export function insertedRow(values: InsertedValues): Record<string, unknown> {
  const written = (value: unknown): unknown => (Buffer.isBuffer(value) ? value.toString('base64') : value);
  return Object.fromEntries(INSERTED.map((name) => [columnOf(name), written(values[name])]));
}

/** The members of `CLIENT_COLUMNS` of a creation or of a stored instruction; null where absent. */
export function clientValues(given: { [Name in keyof ClientValues]?: ClientValues[Name] | undefined }): ClientValues {
  const members = CLIENT_NAMES.map((name) => [name, given[name] ?? null]);
  return Object.fromEntries(members) as ClientValues;
}
