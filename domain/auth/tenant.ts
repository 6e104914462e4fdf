/** Test and live are two worlds that share nothing but the account. Source: docs/GAPS.md#A4 */
export const ENVIRONMENTS = ['test', 'live'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/**
 * One side of an account: what a row of a client belongs to, and all that one of its keys can see. Queries take this and
 * never the account alone.
 * Source: docs/GAPS.md#A4, docs/GAPS.md#G7
 */
export interface Tenant {
  accountId: string;
  environment: Environment;
}

/** Name of a tenant where one text has to say it, such as the scope of an idempotency key. */
export function tenantName({ accountId, environment }: Tenant): string {
  return `${accountId}/${environment}`;
}

/** @returns whether both are the same side of the same account */
export function isSameTenant(left: Tenant, right: Tenant): boolean {
  return left.accountId === right.accountId && left.environment === right.environment;
}
