import type { Environment } from '../../../domain/auth/tenant';
import { currencyDigits } from '../../../domain/money';
import { adapterOf } from '../../../domain/payments/dispatch/adapters';
import { decideFailover, type FailoverOutcome } from '../../../domain/payments/decisions/failover';
import type { FailoverFacts, RouteTerms } from '../../../domain/payments/routing/failover';
import { TIMELINES } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';
import { changePayment, type Changed } from '../instruction/change-payment';

interface Row {
  environment: Environment;
  amount: string;
  currency: string;
  country: string;
  requested: {
    routeId?: string;
    partnerPreference?: string;
    channelPreference?: string;
    settlementTimeline?: string;
    lacksBankCode?: boolean;
  };
  value_date: string | null;
  partner_id: string;
  partner_name: string;
  now: Date;
  adapter: string;
  tried: { partnerId: string; isRejected: boolean }[];
}

/**
 * Reads what the rerouting of an undispatched payment depends on, with Postgres' clock. The client's preferences and
 * ended attempts never change, so the time of the read does not matter.
 * @throws Error when there is no such instruction
 */
export async function readFailoverFacts(
  database: Queryable,
  instructionId: string,
): Promise<{ facts: FailoverFacts; now: Date }> {
  const [row] = await database.query<Row>(
    `select i.environment, i.amount::text, i.currency, i.beneficiary_country as country, i.requested_route as requested,
       i.value_date::text, i.partner_id, i.partner_name, clock_timestamp() as now, p.adapter,
       coalesce((select json_agg(json_build_object('partnerId', d.partner_id, 'isRejected', d.state = 'rejected'))
         from dispatches d where d.instruction_id = i.id), '[]') as tried
     from payment_instructions i join partners p on p.id = i.partner_id where i.id = $1`,
    [instructionId],
  );
  if (row === undefined) throw new Error(`instruction ${instructionId} is not in the database`);
  const { requested } = row;
  const request = {
    environment: row.environment,
    amount: Number(row.amount),
    currency: row.currency,
    digits: currencyDigits(row.currency) ?? 2,
    beneficiaryCountry: row.country,
    lacksBankCode: requested.lacksBankCode === true,
    routeId: requested.routeId,
    partnerPreference: requested.partnerPreference,
    channelPreference: requested.channelPreference,
    timeline: TIMELINES.find((timeline) => timeline === requested.settlementTimeline),
  };
  const partner = { id: row.partner_id, name: row.partner_name, isSimulated: adapterOf(row)?.isSimulated === true };
  return { facts: { request, valueDate: row.value_date, partner, tried: row.tried }, now: row.now };
}

/**
 * Takes a payment away from a partner that is away and has nothing of it.
 * @param from the partner that the next route was chosen in the place of
 * Source: docs/GAPS.md#P10
 */
export function recordFailover(
  database: Queryable,
  instructionId: string,
  from: string,
  next: RouteTerms,
): Promise<Changed<FailoverOutcome>> {
  return changePayment(database, { instructionId }, (state, at) => decideFailover(state, from, next, at));
}
