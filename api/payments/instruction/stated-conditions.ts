import { z } from 'zod';
import { readConditionFacts } from '../../../db/payments/review/condition-facts';
import type { FieldFault } from '../../../domain/errors';
import { conditionFaults } from '../../../domain/payments/review/condition-faults';
import { StatedConditions } from '../../../domain/payments/review/condition-schema';
import {
  judgeConditions,
  keepConditions,
  latestExpiry,
  toKept,
  type Conditions,
} from '../../../domain/payments/review/conditions';
import type { CreateInstructionBody } from '../../../domain/payments/instruction/instruction-schema';
import { optional, sound, Timestamp } from '../../../domain/schema-tools';
import type { Services } from '../../services';
import type { NetworkCall } from '../routing/read-network';

type ConditionsOfBody = Pick<CreateInstructionBody, 'conditions' | 'conditionsExpireAt'>;
type ConditionsCall = Pick<NetworkCall, 'receivedAt'> & {
  principal: Pick<NetworkCall['principal'], 'tenant' | 'scopes'>;
};

/**
 * The conditions that a new payment states, with what is known of each; null where it states none.
 * @returns also the faults of conditions that can never be met, or that its key may not read
 * Source: docs/GAPS.md#P27
 */
export async function statedConditions(
  { conditions: stated, conditionsExpireAt }: ConditionsOfBody,
  { principal, receivedAt }: ConditionsCall,
  { database }: Pick<Services, 'database'>,
): Promise<{ conditions: Conditions | null; faults: FieldFault[] }> {
  const end = conditionsExpireAt === undefined ? latestExpiry(receivedAt) : new Date(conditionsExpireAt);
  const kept = stated === undefined ? null : keepConditions(stated, end);
  const facts = kept === null ? [] : await readConditionFacts(database, principal.tenant, kept);
  const { scopes } = principal;
  const toJudge = { items: kept?.items ?? null, expiresAt: conditionsExpireAt, scopes };
  const faults = conditionFaults(toJudge, facts, receivedAt);
  return { conditions: kept === null ? null : toKept(judgeConditions(kept, facts)), faults };
}

const SentConditions = z.object({
  conditions: sound(optional(StatedConditions)),
  conditionsExpireAt: sound(optional(Timestamp)),
});

/** Which conditions of a body that has other faults can never be met. Source: docs/GAPS.md#G2 */
export async function conditionsFaults(
  body: unknown,
  call: ConditionsCall,
  services: Pick<Services, 'database'>,
): Promise<FieldFault[]> {
  const { conditions, conditionsExpireAt } = SentConditions.safeParse(body).data ?? {};
  // Conditions that are not valid have the faults of the schema.
  if (conditions === null || conditionsExpireAt === null) return [];
  return (await statedConditions({ conditions, conditionsExpireAt }, call, services)).faults;
}
