import type { Queryable } from '../../database';
import { anyOf } from '../../parameters';

export interface PaymentFacts {
  instructionId: string;
  accountId: string;
  currency: string;
  partnerName: string;
  releaseAt: Date | null;
}

/** Reads the inputs of payment workflows that the relay starts. */
export async function readPaymentFacts(database: Queryable, ids: string[]): Promise<Map<string, PaymentFacts>> {
  const rows = await database.query<PaymentFacts>(
    `select id as "instructionId", account_id as "accountId", currency, partner_name as "partnerName",
            release_at as "releaseAt"
     from payment_instructions where id = ${anyOf('text')}`,
    [ids],
  );
  return new Map(rows.map((row) => [row.instructionId, row]));
}
