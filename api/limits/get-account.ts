import { z } from 'zod';
import { findAccount } from '../../db/auth/accounts';
import { SCOPES } from '../../domain/auth/principal';
import { ENVIRONMENTS } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import { PLANS } from '../../domain/limits/plans';
import { requestBuckets } from '../../domain/limits/request-buckets';
import { endpoint } from '../endpoint';

/** The account as its key sees it. Source: docs/GAPS.md#A4, docs/GAPS.md#L1 */
const AccountView = z
  .object({
    id: z.string(),
    name: z.string(),
    environment: z.enum(ENVIRONMENTS).meta({ description: 'Side of the key; it sees no other' }),
    live_open: z.boolean().meta({ description: 'Whether live keys can be created' }),
    created_at: z.string(),
    plan: z.enum(PLANS).meta({ description: 'Plan of the key: its own, else that of the account' }),
    limits: z
      .array(z.object({ period: z.enum(['minute', 'hour', 'day']), limit: z.int() }))
      .meta({ description: 'Limits of the key; a change of the plan takes effect within a second' }),
    strict_payments: z
      .boolean()
      .meta({ description: 'Whether payments that violate rules of their corridor are refused' }),
    key: z.object({ id: z.string(), scopes: z.array(z.enum(SCOPES)) }),
  })
  .meta({ id: 'Account' });

/** What the key belongs to and may do. Reading it costs nothing. */
export const getAccount = endpoint({
  operationId: 'getAccount',
  summary: 'The account of the key, its plan, limits and scopes',
  tag: 'Limits',
  method: 'get',
  path: '/v1/account',
  access: { kind: 'client', scope: null },
  limit: null,
  countsAgainstPlan: false,
  envelope: 'bare',
  responses: { 200: { description: 'The account', schema: AccountView } },
  errors: ['NOT_FOUND'],
  async handle({ principal }, { database }) {
    const { tenant, plan, keyId, scopes, isStrict } = principal;
    const account = await findAccount(database, tenant.accountId);
    if (account === null) throw new DomainError('NOT_FOUND', 'There is no such account.');
    const data = {
      id: account.id,
      name: account.name,
      environment: tenant.environment,
      live_open: account.liveOpenedAt !== null,
      created_at: account.createdAt.toISOString(),
      plan,
      limits: requestBuckets(principal, null).plan.map(({ period, limit }) => ({ period, limit })),
      strict_payments: isStrict,
      key: { id: keyId, scopes },
    };
    return { status: 200, data };
  },
});
