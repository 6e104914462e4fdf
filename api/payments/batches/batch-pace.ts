import type { ClientPrincipal } from '../../../domain/auth/principal';
import type { Bucket } from '../../../domain/limits/bucket';
import { isIdOf } from '../../../domain/ids';
import { endpointSubjectOf, requestBuckets } from '../../../domain/limits/request-buckets';
import { readPlan } from '../../../db/auth/accounts';
import type { Queryable } from '../../../db/database';
import type { BatchPace } from '../../../db/payments/batches/create-batch';

const OPERATION = 'createInstruction';

/** The caller with the limits that count: of the key or, for a person in the console, of the account's plan. */
async function limitedCaller(principal: ClientPrincipal, database: Queryable): Promise<ClientPrincipal> {
  if (!isIdOf('user', principal.keyId)) return principal;
  return { ...principal, plan: await readPlan(database, principal.tenant.accountId), endpointLimits: true };
}

/**
 * The buckets from which the payments of a batch take tokens: those of the sender's own creations.
 * Source: docs/GAPS.md#P18
 */
export async function paceOfCaller(principal: ClientPrincipal, database: Queryable): Promise<BatchPace> {
  const caller = await limitedCaller(principal, database);
  const { plan, endpoint } = requestBuckets(caller, OPERATION);
  const limitOf = (period: Bucket['period']): number | null =>
    plan.find((bucket) => bucket.period === period)?.limit ?? null;
  return {
    plan: caller.keyId,
    endpoint: endpoint === null ? null : endpointSubjectOf(caller.keyId, OPERATION),
    limits: {
      minute: limitOf('minute'),
      hour: limitOf('hour'),
      day: limitOf('day'),
      endpoint: endpoint?.limit ?? null,
    },
  };
}
