import type { Tenant } from '../../domain/auth/tenant';
import { decideResubmitted } from '../../domain/payments/decisions/resubmission';
import type { PaymentStatus } from '../../domain/payments/status';
import type { Queryable } from '../database';
import { changePayment } from './change-payment';

/** A payment as it was instructed. */
export interface InstructedPayment {
  status: PaymentStatus;
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
  requestedRoute: object;
  valueDate: string | null;
  /** Null once it was erased. */
  privateSealed: Buffer | null;
}

/** @returns null when the tenant has no such payment */
export async function readInstructed(
  database: Queryable,
  instructionId: string,
  { accountId, environment }: Tenant,
): Promise<InstructedPayment | null> {
  const [row] = await database.query<InstructedPayment & Record<string, unknown>>(
    `select status, amount, currency, requested_route as "requestedRoute", value_date::text as "valueDate",
            private_sealed as "privateSealed"
     from payment_instructions where id = $1 and account_id = $2 and environment = $3`,
    [instructionId, accountId, environment],
  );
  return row ?? null;
}

/**
 * Keeps with a payment the one by which it was instructed again; a repeat changes nothing.
 * Source: docs/GAPS.md#resubmission
 */
export async function recordResubmitted(database: Queryable, instructionId: string, as: string): Promise<void> {
  const at = new Date();
  await changePayment(database, { instructionId }, (state) => decideResubmitted(state, as, at));
}
