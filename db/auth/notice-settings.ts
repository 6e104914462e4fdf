import type { NoticeFrequency } from '../../domain/auth/notices';
import type { User } from '../../domain/auth/users';
import type { Queryable } from '../database';
import { rolesAndLanguageOf, type UserRow } from './users';

/** No person is sent mail more often. */
const PAUSE_MINUTES = 15;
/** Hour of the day, UTC, of the daily mail. */
const DIGEST_HOUR = 7;

const NEXT_DIGEST_SQL = `(date_trunc('day', (clock_timestamp() - interval '${DIGEST_HOUR} hours') at time zone 'UTC')
  + interval '1 day ${DIGEST_HOUR} hours') at time zone 'UTC'`;

/** What a person has chosen. */
export interface NoticeSetting {
  frequency: NoticeFrequency;
  sentAt: Date | null;
  /** Since when the mail server refuses the address for good. */
  refusedAt: Date | null;
  /** Since when notices are off by the link of a mail; only that link turns them on again. */
  endedByLinkAt: Date | null;
}

/** @returns `off` for a person who has chosen nothing */
export async function findNoticeSetting(database: Queryable, userId: string): Promise<NoticeSetting> {
  const [found] = await database.query<NoticeSetting & Record<string, unknown>>(
    `select frequency, sent_at as "sentAt", refused_at as "refusedAt", ended_by_link_at as "endedByLinkAt"
     from notice_settings where user_id = $1`,
    [userId],
  );
  return found ?? { frequency: 'off', sentAt: null, refusedAt: null, endedByLinkAt: null };
}

/**
 * Stores a choice. The first mail after notices are turned on lists all open items. Notices that a mail's link turned off
 * stay off unless the choice is made by that link.
 * Source: docs/GAPS.md#mail
 */
export async function setNotices(
  database: Queryable,
  { userId, frequency, isByLink = false }: { userId: string; frequency: NoticeFrequency; isByLink?: boolean },
): Promise<void> {
  const next = `case $2 when 'daily' then ${NEXT_DIGEST_SQL} else clock_timestamp() end`;
  await database.query(
    `insert into notice_settings as n (user_id, frequency, next_at) values ($1, $2, ${next})
     on conflict (user_id) do update set frequency = excluded.frequency, refused_at = null,
       next_at = greatest(excluded.next_at, n.sent_at + interval '${PAUSE_MINUTES} minutes'),
       told = case when n.frequency = 'off' then '{}' else n.told end,
       ended_by_link_at = case when $3 and $2 = 'off' then clock_timestamp() end
     where $3 or n.ended_by_link_at is null`,
    [userId, frequency, isByLink],
  );
}

interface Lease {
  userId: string;
  /** As Postgres writes it. */
  heldUntil: string;
  email: string;
  /** Null for operators. */
  accountId: string | null;
  /** Ids of the open items that were in a mail. */
  told: readonly string[];
  /** As Postgres writes it; null before the first mail. */
  sentAt: string | null;
}

/** The right of one process to send to one person, until it runs out, with what the mail depends on. */
export type NoticeLease = Lease & Pick<User, 'role' | 'operatorRoles' | 'language'>;

/** @returns ids of people who may be sent a mail now, who has waited longest first */
export async function listNoticeReaders(database: Queryable, limit: number): Promise<string[]> {
  const rows = await database.query<{ userId: string }>(
    `select user_id as "userId" from notice_readers
     where next_at <= clock_timestamp() and held_until < clock_timestamp() order by next_at, user_id limit $1`,
    [limit],
  );
  return rows.map(({ userId }) => userId);
}

/** @returns null where another process has it or has looked since, or the person is sent no mail any more */
export async function takeNoticeLease(
  database: Queryable,
  userId: string,
  seconds: number,
): Promise<NoticeLease | null> {
  const [row] = await database.query<Lease & Pick<UserRow, 'role' | 'operator_roles' | 'language'>>(
    `update notice_settings n set held_until = clock_timestamp() + make_interval(secs => $2)
     from notice_readers r
     where n.user_id = $1 and r.user_id = n.user_id
       and n.frequency <> 'off' and n.next_at <= clock_timestamp() and n.held_until < clock_timestamp()
     returning n.user_id as "userId", n.held_until::text as "heldUntil", r.email, r.language, r.role,
       r.operator_roles, r.account_id as "accountId", n.told, n.sent_at::text as "sentAt"`,
    [userId, seconds],
  );
  return row === undefined ? null : { ...row, ...rolesAndLanguageOf(row) };
}

/**
 * How a look at one person ended: without news, with a mail, with an address that is refused for good, or otherwise without
 * a mail that the server is known to have.
 */
export type NoticeOutcome = 'no_news' | 'sent' | 'refused' | 'put_off';

const afterSql = (pause: string): string => `case frequency when 'daily' then ${NEXT_DIGEST_SQL}
  else clock_timestamp() + interval '${pause}' end`;
const PAUSE = `${PAUSE_MINUTES} minutes`;
/** Less than the time between two looks of a process; others of the same minute leave the person out. */
const LOOKED_AT = '50 seconds';

/** What each outcome writes. If the person has turned notices on meanwhile, the recorded items stay as that left them. */
const OUTCOMES: Readonly<Record<NoticeOutcome, string>> = {
  no_news: `told = case when told = $4 then $3 else told end, next_at = ${afterSql(LOOKED_AT)}`,
  sent: `told = case when told = $4 then $3 else told end, sent_at = clock_timestamp(), refused_at = null,
    next_at = ${afterSql(PAUSE)}`,
  put_off: `next_at = clock_timestamp() + interval '${PAUSE}'`,
  refused: `refused_at = coalesce(refused_at, clock_timestamp()), next_at = clock_timestamp() + interval '1 day'`,
};

/**
 * Records how a look at a person ended and gives the lease back; does nothing if another process has taken it since.
 * @param told ids of the open items that are recorded as sent
 */
export async function endNoticeLease(
  database: Queryable,
  { userId, heldUntil, told: read }: NoticeLease,
  outcome: NoticeOutcome,
  told: readonly string[],
): Promise<void> {
  await database.query(
    `update notice_settings set ${OUTCOMES[outcome]}, held_until = '-infinity'
     where user_id = $1 and held_until = $2::timestamptz and $3::text[] is not null and $4::text[] is not null`,
    [userId, heldUntil, told, read],
  );
}
