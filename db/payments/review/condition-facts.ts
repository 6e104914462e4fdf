import type { Tenant } from '../../../domain/auth/tenant';
import type { ConditionFact, Conditions } from '../../../domain/payments/review/conditions';
import type { Queryable } from '../../database';

/** SQL of a fact of `condition_facts`, as `ConditionFact` has it. */
export const CONDITION_FACTS_SQL = `json_build_object('since', (extract(epoch from f.since) * 1000)::bigint, 'found', f.found)`;

/** What is known of the conditions of a payment before it is made, in their order. */
export async function readConditionFacts(
  database: Queryable,
  { accountId, environment }: Tenant,
  conditions: Conditions,
): Promise<ConditionFact[]> {
  const rows = await database.query<{ fact: ConditionFact }>(
    `select ${CONDITION_FACTS_SQL} as fact from condition_facts($1::jsonb, $2, $3) f order by f.place`,
    [JSON.stringify(conditions), accountId, environment],
  );
  return rows.map(({ fact }) => fact);
}
