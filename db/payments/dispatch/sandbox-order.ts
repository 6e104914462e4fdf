import type { Queryable } from '../../database';

/** What the built-in partner was given of a payment. */
export interface SandboxOrder extends Record<string, unknown> {
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
  /** Null once it was erased. */
  privateSealed: Buffer | null;
  /** Whether its client wants settled money back. */
  isRecalled: boolean;
}

/**
 * The order that the built-in partner has; null for a payment that was never dispatched to it. Source:
 * docs/GAPS.md#P15
 */
export async function readSandboxOrder(database: Queryable, instructionId: string): Promise<SandboxOrder | null> {
  const [row] = await database.query<SandboxOrder>(
    `select i.amount, i.currency, i.private_sealed as "privateSealed",
       coalesce(i.recall ->> 'status' = 'requested', false) as "isRecalled"
     from payment_instructions i
     where i.id = $1 and exists (
       select from dispatches d join partners p on p.id = d.partner_id
       where d.instruction_id = i.id and p.adapter = 'sandbox')`,
    [instructionId],
  );
  return row ?? null;
}
