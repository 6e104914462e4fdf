import { ENDPOINT_LIMITS } from '../domain/limits/plans';
import type { Access } from './access';
import type { Endpoint } from './endpoint';

const CALLERS: Record<Access['kind'], string> = {
  public: 'Needs no key.',
  client: 'For keys of an account.',
  partner: 'For keys of a settlement partner.',
  operator: 'For keys of an operator.',
};

/** Sentences for callers on who may run an operation, how often, and at what price. */
export function descriptionOf(record: Endpoint): string {
  const parts = [
    CALLERS[record.access.kind],
    record.limit === null ? null : `At most ${ENDPOINT_LIMITS[record.limit]} requests a minute.`,
    record.countsAgainstPlan === false ? 'Costs no token of the plan.' : null,
    record.access.kind === 'client' && record.access.scope !== null ? `Scope \`${record.access.scope}\`.` : null,
    record.access.kind === 'operator' ? `Role ${record.access.roles.map((role) => `\`${role}\``).join(' or ')}.` : null,
  ].filter((part) => part !== null);
  return parts.join(' ');
}
