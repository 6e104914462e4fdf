import type { Queryable } from '../../database';
import { anyOf } from '../../parameters';
import { selectColumns } from '../instruction/instruction-columns';

export interface PaymentFacts {
  instructionId: string;
  accountId: string;
  currency: string;
  partnerName: string;
  releaseAt: Date | null;
  environment: string;
  idempotencyKey: string | null;
  clientReference: string | null;
}

/** SQL of the facts of instruction `i`, for a `select`. */
export const FACTS_SQL = `i.id as "instructionId", ${selectColumns([
  'accountId',
  'currency',
  'partnerName',
  'releaseAt',
  'environment',
  'idempotencyKey',
  'clientReference',
])}`;

/** Reads the inputs of payment workflows that the relay starts. */
export async function readPaymentFacts(database: Queryable, ids: string[]): Promise<Map<string, PaymentFacts>> {
  const rows = await database.query<PaymentFacts>(
    `select ${FACTS_SQL} from payment_instructions i where i.id = ${anyOf('text')}`,
    [ids],
  );
  return new Map(rows.map((row) => [row.instructionId, row]));
}
