import { findAccount } from '../../db/auth/accounts';
import { listAccountKeys } from '../../db/auth/account-keys';
import { countByStatus, findNotablePayments } from '../../db/payments/review/overview';
import { listEndpointHealth } from '../../db/webhooks/endpoint-health';
import { Overview } from './overview-page';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { DAY_MS, startOfUtcDay, utcDate } from '../../domain/calendar-dates';

async function overview(visit: SideVisit): Promise<Answer> {
  const { tenant, parts, at } = visit;
  const { database } = parts;
  const now = parts.now();
  const [account, today, notable, endpoints, keys] = await Promise.all([
    findAccount(database, tenant.accountId),
    countByStatus(database, tenant, startOfUtcDay(utcDate(now))),
    findNotablePayments(database, tenant, new Date(now.getTime() - DAY_MS)),
    listEndpointHealth(database, tenant),
    listAccountKeys(database, tenant),
  ]);
  const working = keys.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  );
  const isOpen = tenant.environment === 'test' || (account?.liveOpenedAt ?? null) !== null;
  const { environment } = tenant;
  const body = <Overview {...{ environment, isOpen, today, notable, endpoints, keys: working, at }} />;
  return { kind: 'page', title: 'Overview', body };
}

export const OVERVIEW_ROUTES: readonly SideRoute[] = [{ method: 'get', path: '', access: 'account', handle: overview }];
