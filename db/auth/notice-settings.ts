import { isLanguage, type Language } from '../../domain/auth/languages';
import type { NoticeFrequency } from '../../domain/auth/notices';
import { operatorRolesIn, type OperatorRole } from '../../domain/auth/operator-roles';
import { ROLES, type Role } from '../../domain/auth/users';
import type { Queryable } from '../database';

/** No person is sent mail more often. */
const PAUSE_MINUTES = 15;
/** Hour of the day, UTC, at which those who want one mail a day are told. */
const DIGEST_HOUR = 7;

const NEXT_DIGEST_SQL = `(date_trunc('day', (clock_timestamp() - interval '${DIGEST_HOUR} hours') at time zone 'UTC')
  + interval '1 day ${DIGEST_HOUR} hours') at time zone 'UTC'`;

/** What a person has chosen. */
export interface NoticeSetting {
  frequency: NoticeFrequency;
  sentAt: Date | null;
  /** Since when the mail server refuses the address for good. */
  refusedAt: Date | null;
}

/** @returns `off` for a person who has chosen nothing */
export async function findNoticeSetting(database: Queryable, userId: string): Promise<NoticeSetting> {
  const [found] = await database.query<NoticeSetting & Record<string, unknown>>(
    `select frequency, sent_at as "sentAt", refused_at as "refusedAt" from notice_settings where user_id = $1`,
    [userId],
  );
  return found ?? { frequency: 'off', sentAt: null, refusedAt: null };
}

/** Stores a choice; a person who turns notices on is told of all that waits. Source: docs/GAPS.md#mail */
export async function setNotices(
  database: Queryable,
  { userId, frequency }: { userId: string; frequency: NoticeFrequency },
): Promise<void> {
  const next = `case $2 when 'daily' then ${NEXT_DIGEST_SQL} else clock_timestamp() end`;
  await database.query(
    `insert into notice_settings as n (user_id, frequency, next_at) values ($1, $2, ${next})
     on conflict (user_id) do update set frequency = excluded.frequency, refused_at = null,
       next_at = greatest(excluded.next_at, n.sent_at + interval '${PAUSE_MINUTES} minutes'),
       told = case when n.frequency = 'off' then '{}' else n.told end`,
    [userId, frequency],
  );
}

/** A person who is to be told of what waits. */
export interface NoticeReader {
  userId: string;
  email: string;
  language: Language | null;
  role: Role;
  operatorRoles: readonly OperatorRole[];
  /** Null for operators. */
  accountId: string | null;
  frequency: NoticeFrequency;
  told: readonly string[];
  /** As Postgres writes it; null before the first mail. */
  sentAt: string | null;
}

interface ReaderRow extends Record<string, unknown> {
  userId: string;
  email: string;
  language: string | null;
  role: string;
  operatorRoles: string[];
  accountId: string | null;
  frequency: NoticeFrequency;
  told: string[];
  sentAt: string | null;
}

/**
 * @param after id of the person after whom the list goes on
 * @returns people who may be sent a mail now, in the order of their ids
 */
export async function listNoticeReaders(
  database: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<NoticeReader[]> {
  const rows = await database.query<ReaderRow>(
    `select user_id as "userId", email, language, role, operator_roles as "operatorRoles", account_id as "accountId",
       frequency, told, sent_at::text as "sentAt"
     from notice_readers where user_id > $1 and next_at <= clock_timestamp() and held_until < clock_timestamp()
     order by user_id limit $2`,
    [after, limit],
  );
  return rows.map((row) => ({
    ...row,
    language: row.language !== null && isLanguage(row.language) ? row.language : null,
    role: ROLES.find((role) => role === row.role) ?? 'viewer',
    operatorRoles: operatorRolesIn(row.operatorRoles),
  }));
}

/** The right of one process to send to one person, until it runs out. */
export interface NoticeLease {
  userId: string;
  /** As Postgres writes it. */
  heldUntil: string;
}

/** @returns null where another process has it, has sent a mail since, or the person has turned notices off */
export async function takeNoticeLease(
  database: Queryable,
  userId: string,
  seconds: number,
): Promise<NoticeLease | null> {
  const [lease] = await database.query<NoticeLease & Record<string, unknown>>(
    `update notice_settings set held_until = clock_timestamp() + make_interval(secs => $2)
     where user_id = $1 and frequency <> 'off' and next_at <= clock_timestamp() and held_until < clock_timestamp()
     returning user_id as "userId", held_until::text as "heldUntil"`,
    [userId, seconds],
  );
  return lease ?? null;
}

/** How the sending of a mail ended: `away` is a server that took no mail at all, the others are about that address. */
export type NoticeOutcome = 'sent' | 'put_off' | 'refused' | 'away';

const AFTER_MAIL_SQL = `case frequency when 'daily' then ${NEXT_DIGEST_SQL}
  else clock_timestamp() + interval '${PAUSE_MINUTES} minutes' end`;

/** What each outcome writes; a lease that has run out writes nothing. */
const OUTCOMES: Readonly<Record<NoticeOutcome, string>> = {
  sent: `told = $3, sent_at = clock_timestamp(), refused_at = null, next_at = ${AFTER_MAIL_SQL}`,
  put_off: `next_at = clock_timestamp() + interval '${PAUSE_MINUTES} minutes'`,
  refused: `refused_at = coalesce(refused_at, clock_timestamp()), next_at = clock_timestamp() + interval '1 day'`,
  away: '',
};

/** Records how it ended and gives the lease back. @param told ids of all that the mail was about */
export async function endNoticeLease(
  database: Queryable,
  { userId, heldUntil }: NoticeLease,
  outcome: NoticeOutcome,
  told: readonly string[],
): Promise<void> {
  const changes = [OUTCOMES[outcome], `held_until = '-infinity'`].filter((change) => change !== '').join(', ');
  await database.query(
    `update notice_settings set ${changes}
     where user_id = $1 and held_until = $2::timestamptz and $3::text[] is not null`,
    [userId, heldUntil, told],
  );
}

/**
 * Records that nothing is to be told now: one who is told once a day is looked at tomorrow. It writes nothing where another
 * process has sent a mail meanwhile.
 * @param told what the person was told of and what still waits
 */
export async function keepTold(database: Queryable, reader: NoticeReader, told: readonly string[]): Promise<void> {
  const { userId, sentAt, frequency } = reader;
  if (frequency !== 'daily' && told.length === reader.told.length) return;
  await database.query(
    `update notice_settings set told = $3, next_at = case frequency when 'daily' then ${NEXT_DIGEST_SQL} else next_at end
     where user_id = $1 and sent_at is not distinct from $2::timestamptz and held_until < clock_timestamp()`,
    [userId, sentAt, told],
  );
}
