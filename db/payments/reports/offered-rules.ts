import type { AdapterConfig } from '../../../domain/payments/dispatch/adapters';
import { offeredRule, type OfferedRule } from '../../../domain/payments/iso20022/offered-rule';
import type { Vault } from '../../../lib/vault';
import type { Queryable } from '../../database';
import { selectColumns, type InstructionValues } from '../instruction/instruction-columns';
import { openPrivateData } from '../instruction/private-data';

const ORDERED = [
  'amount',
  'currency',
  'timeline',
  'valueDate',
  'uetr',
  'chargeBearer',
  'privateSealed',
] as const satisfies readonly (keyof InstructionValues)[];

/** A payment that its bank has rejected, with what it was ordered from. */
interface RefusedOrder extends Pick<InstructionValues, (typeof ORDERED)[number]> {
  instructionId: string;
  code: string;
  message: string | null;
  refusedAt: Date;
}

/** A rule that a bank's refusal suggests, with the newest payment that it would have held. */
export interface OfferedByRefusal extends OfferedRule, Pick<RefusedOrder, 'instructionId' | 'code' | 'refusedAt'> {}

/** Rejections that one look reads. */
const NEWEST = 50;

const REFUSED_SQL = `
  with newest as materialized (
    select * from partner_reports
    where partner_id = $1 and status = 'failed' and reason_code is not null order by id desc limit ${NEWEST}
  )
  select i.id as "instructionId", r.reason_code as code, r.message, r.recorded_at as "refusedAt", ${selectColumns(ORDERED)}
  from newest r join payment_instructions i on i.id = r.instruction_id
  where i.status = 'failed' and i.partner_id = r.partner_id and i.private_sealed is not null
  order by r.id desc`;

/**
 * Rules that the newest 50 rejections by a bank suggest, the newest first, each once.
 * @param bank settings of the partner; rules that they have already are left out
 * Source: docs/GAPS.md#P23
 */
export async function listOfferedRules(
  database: Queryable,
  vault: Vault,
  { partnerId, bank, at }: { partnerId: string; bank: AdapterConfig<'iso20022'>; at: Date },
): Promise<OfferedByRefusal[]> {
  const refused = await database.query<RefusedOrder & Record<string, unknown>>(REFUSED_SQL, [partnerId]);
  const offered = new Map<string, OfferedByRefusal>();
  for (const { instructionId, code, message, refusedAt, privateSealed, amount, ...terms } of refused) {
    const privateData = openPrivateData(vault, instructionId, privateSealed);
    const order = { ...terms, ...privateData, instructionId, amount: Number(amount), attempt: 1, createdAt: at };
    const found = offeredRule(bank, { code, message }, order);
    if (found !== null && !offered.has(found.member))
      offered.set(found.member, { ...found, instructionId, code, refusedAt });
  }
  return [...offered.values()];
}
