import type { Tenant } from '../../../domain/auth/tenant';
import { decideResubmitted, type OpenCase, type Resubmittable } from '../../../domain/payments/decisions/resubmission';
import { isWithPayee, type BookedPayment } from '../../../domain/payments/settlement/bookings';
import { UNPAID_OUTCOMES, type PaymentStatus } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';
import { changePayment } from './change-payment';
import { CLIENT_NAMES, selectColumns, type InstructionValues } from './instruction-columns';
import { isOneOfSql } from '../../status-sql';

const INSTRUCTED_COLUMNS = [
  'amount',
  'currency',
  'requestedRoute',
  'privateSealed',
  'chargeBearer',
  'referenceUse',
  ...CLIENT_NAMES,
] as const satisfies readonly (keyof InstructionValues)[];

/** A payment as it was instructed. */
export type InstructedPayment = Pick<InstructionValues, (typeof INSTRUCTED_COLUMNS)[number]>;

/** A payment as it was instructed; null when the tenant has no such payment. */
export async function readInstructed(
  database: Queryable,
  instructionId: string,
  { accountId, environment }: Tenant,
): Promise<InstructedPayment | null> {
  const [row] = await database.query<InstructedPayment & Record<string, unknown>>(
    `select ${selectColumns(INSTRUCTED_COLUMNS)} from payment_instructions i
     where i.id = $1 and i.account_id = $2 and i.environment = $3`,
    [instructionId, accountId, environment],
  );
  return row ?? null;
}

/** A payment and those that it instructs again itself, each at the version at which its open cases were read. */
export interface PaymentLine extends Resubmittable {
  versions: readonly { id: string; version: number }[];
}

/** A partner that refused a payment and reports so too opens a case, and has not paid it. */
const SAYS_IT_LET_GO = `(c.kind = 'earlier_partner' and c.count <= 2
  and ${isOneOfSql("coalesce(c.detail ->> 'reported', '')", UNPAID_OUTCOMES)}
  and ${isOneOfSql("coalesce(c.last_detail, c.detail) ->> 'reported'", UNPAID_OUTCOMES)})`;

/**
 * The payment with the earlier ones that it instructs again, and their open cases.
 * @throws Error where there is no such payment
 */
export async function readResubmissionLine(database: Queryable, instructionId: string): Promise<PaymentLine> {
  const rows = await database.query<
    BookedPayment & {
      id: string;
      version: number;
      status: PaymentStatus;
      isInstructedAgain: boolean;
      cases: OpenCase[];
    } & Record<string, unknown>
  >(
    `with recursive line as (
       select id, resubmission_of, version, status, bookings, partner_id, amount, currency, 1 as position
       from payment_instructions where id = $1
       union all
       select i.id, i.resubmission_of, i.version, i.status, i.bookings, i.partner_id, i.amount, i.currency, l.position + 1
       from line l join payment_instructions i on i.id = l.resubmission_of)
     select l.id, l.version, l.status, coalesce(l.bookings, '[]') as bookings, l.partner_id as "partnerId",
       l.amount::text as amount, l.currency,
       exists (select from payment_instructions r where r.resubmission_of = l.id) as "isInstructedAgain",
       coalesce((select json_agg(json_build_object('id', c.id, 'kind', c.kind, 'instructionId', l.id) order by c.id)
         from reconciliation_cases c where c.instruction_id = l.id and c.state = 'open' and not ${SAYS_IT_LET_GO}), '[]')
         as cases
     from line l order by l.position`,
    [instructionId],
  );
  const [payment] = rows;
  if (payment === undefined) throw new Error(`instruction ${instructionId} is not in the database`);
  const { status, isInstructedAgain } = payment;
  const versions = rows.map(({ id, version }) => ({ id, version }));
  const cases = rows.flatMap((row) => row.cases);
  const isPaid = rows.some((row) => row.status === 'returned' && isWithPayee(row));
  return { status, isInstructedAgain, cases, versions, isWithPayee: isPaid };
}

/**
 * Records on a payment that it was instructed again by another one. Nothing changes for a repeat, or if the other one
 * is no such payment.
 * Source: docs/GAPS.md#resubmission
 */
export async function recordResubmitted(
  database: Queryable,
  instructionId: string,
  successorId: string,
): Promise<void> {
  const again = await database.query('select from payment_instructions where id = $1 and resubmission_of = $2', [
    successorId,
    instructionId,
  ]);
  if (again.length === 0) return;
  await changePayment(database, { instructionId }, (state, at) => decideResubmitted(state, successorId, at));
}
