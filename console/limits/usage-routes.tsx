import { listAccountKeys } from '../../db/auth/account-keys';
import { listUsage } from '../../db/limits/request-counts';
import { Usage, USAGE_DAYS } from './usage-page';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { addDays, utcDate } from '../../domain/calendar-dates';

/** Calendar dates, UTC, up to today, the oldest first. */
function lastDays(now: Date): string[] {
  const today = utcDate(now);
  return Array.from({ length: USAGE_DAYS }, (_, index) => addDays(today, index + 1 - USAGE_DAYS));
}

async function showUsage({ parts, tenant, words }: SideVisit): Promise<Answer> {
  const now = parts.now();
  const days = lastDays(now);
  const [counted, keys] = await Promise.all([
    listUsage(parts.database, tenant, days[0] ?? ''),
    listAccountKeys(parts.database, tenant),
  ]);
  const working = keys.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  );
  const body = <Usage environment={tenant.environment} usage={counted} days={days} keys={working} />;
  return { kind: 'page', title: words.layout.places.usage, body };
}

/** Source: docs/GAPS.md#L4 */
export const USAGE_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/usage', access: 'account', handle: showUsage },
];
