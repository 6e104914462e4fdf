import { findAccount } from '../../db/auth/accounts';
import { listAccountKeys, listKeysMadeBy } from '../../db/auth/account-keys';
import { readPaymentRows } from '../../db/payments/instruction/payment-rows';
import { countPaymentDays } from '../../db/payments/review/payment-days';
import { findNotablePayments } from '../../db/payments/review/overview';
import { listEndpointHealth } from '../../db/webhooks/endpoint-health';
import { BUSINESS_WINDOWS } from './business';
import { Overview } from './overview-page';
import type { SideRoute, SideVisit } from '../sides';
import { userOf } from '../user-of';
import type { Answer } from '../visit';
import { addDays, DAY_MS, utcDate } from '../../domain/calendar-dates';

const COUNT_ON_SECONDS = 2;

/** For so long the person is reminded of a live key made in their name. Source: docs/GAPS.md#A13 */
const NEW_KEY_DAYS = 7;

/** The days that the address asks for, the oldest first; 30 by default. */
function daysOfQuery({ context }: SideVisit, now: Date): string[] {
  const asked = new URLSearchParams(context.querystring).get('days');
  const { days } = BUSINESS_WINDOWS.find((one) => String(one.days) === asked) ?? BUSINESS_WINDOWS[0];
  return Array.from({ length: days }, (_, index) => addDays(utcDate(now), index + 1 - days));
}

async function showOverview(visit: SideVisit): Promise<Answer> {
  const { tenant, parts, at } = visit;
  const { database } = parts;
  const now = parts.now();
  const [account, { days, uncounted }, notable, endpoints, keys, made] = await Promise.all([
    findAccount(database, tenant.accountId),
    countPaymentDays(database, tenant, daysOfQuery(visit, now), now),
    findNotablePayments(database, tenant, new Date(now.getTime() - DAY_MS)),
    listEndpointHealth(database, tenant),
    listAccountKeys(database, tenant),
    listKeysMadeBy(database, tenant.accountId, userOf(visit).id),
  ]);
  const named = [...notable.waiting, ...notable.ended, ...notable.differing].map(({ id }) => id);
  const rows = await readPaymentRows(database, parts.vault, named);
  const working = keys.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  );
  const isOpen = tenant.environment === 'test' || (account?.liveOpenedAt ?? null) !== null;
  const { environment } = tenant;
  const noticedSince = new Date(now.getTime() - NEW_KEY_DAYS * DAY_MS);
  const newKeys = made.filter((key) => key.environment === 'live' && key.createdAt > noticedSince);
  const shown = { environment, isOpen, days, uncounted, notable, rows, endpoints, keys: working, newKeys, at };
  const body = <Overview {...shown} />;
  // Each visit counts some days more.
  const headers = uncounted === 0 ? {} : { Refresh: String(COUNT_ON_SECONDS) };
  return { kind: 'page', title: visit.words.layout.places.overview, body, headers };
}

export const OVERVIEW_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '', access: 'account', handle: showOverview },
];
