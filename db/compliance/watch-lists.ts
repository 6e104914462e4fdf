import type { Environment } from '../../domain/auth/tenant';
import type { ListsFault } from '../../domain/payments/review/compliance-hold';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import type { Database, Queryable } from '../database';
import { requestRescreening } from './rescreening';

const SUBJECT_PREFIX = 'watch-list:';
/** Editions of watch lists of any publisher, and those of names that were invented for trying out. */
export const IS_WATCH_LIST = `subject like '${SUBJECT_PREFIX}%' and superseded_at is null`;
export const SYNTHETIC_SUBJECT = `${SUBJECT_PREFIX}synthetic`;

/** A newest list of more days than this is too old for the live side, unless the setting says otherwise. */
export const MAX_AGE_DAYS = 7;
const DAY_SECONDS = 86_400;
/** How stale the answer may be. */
const CHECK_MS = 1_000;

/** A watch list in force. */
export interface ListInForce {
  /** Such as `watch-list:ofac-sdn`. */
  subject: string;
  title: string;
  edition: string;
  /** When its publication was read last, whether or not it had changed. */
  checkedAt: Date;
  /** Since then, by Postgres' clock. */
  ageSeconds: number;
}

/** The watch lists in force, including synthetic ones, by subject. */
export function readWatchLists(database: Queryable): Promise<ListInForce[]> {
  return database.query<ListInForce & Record<string, unknown>>(
    `select subject, title, edition, checked_at as "checkedAt",
       extract(epoch from clock_timestamp() - checked_at)::float8 as "ageSeconds"
     from (select subject, title, edition, coalesce(confirmed_at, imported_at) as checked_at
           from reference_editions where ${IS_WATCH_LIST}) lists order by subject`,
  );
}

/** Whole days since a list was read. */
export function ageInDays({ ageSeconds }: ListInForce): number {
  return Math.max(0, Math.floor(ageSeconds / DAY_SECONDS));
}

/** @returns those that a publisher answers for */
export function officialLists(lists: readonly ListInForce[]): ListInForce[] {
  return lists.filter(({ subject }) => subject !== SYNTHETIC_SUBJECT);
}

/** @returns why these lists cannot be relied on; null where they can */
function listsFaultOf(lists: readonly ListInForce[], maxAgeDays: number): ListsFault | null {
  const ages = officialLists(lists).map(({ ageSeconds }) => ageSeconds);
  if (ages.length === 0) return 'no_watch_list';
  return Math.min(...ages) > maxAgeDays * DAY_SECONDS ? 'watch_list_old' : null;
}

/** @returns whether an operator has the live side go on without lists that can be relied on */
async function areListsAccepted(database: Queryable): Promise<boolean> {
  const [row] = await database.query<{ accepted: boolean }>(
    'select lists_accepted as accepted from compliance_settings',
  );
  return row?.accepted === true;
}

/**
 * Whether live payments may be dispatched, as far as their screening goes; that they may is looked up once a second.
 * Source: docs/GAPS.md#P13
 */
export class WatchLists {
  /** When the lists were last found usable. A fault is not cached: it must not hold a payment that was just released. */
  private rightAt = -Infinity;

  constructor(
    private readonly database: Queryable,
    private readonly maxAgeDays: number = MAX_AGE_DAYS,
  ) {}

  /** @returns why no payment of a side may be dispatched; null where one may, or an operator has accepted it */
  async fault(side: Environment): Promise<ListsFault | null> {
    if (side === 'test') return null;
    return performance.now() - this.rightAt < CHECK_MS ? null : this.refreshed();
  }

  /** @returns why no live payment may be dispatched, read now; null where one may */
  async refreshed(): Promise<ListsFault | null> {
    const at = performance.now();
    const { fault, isAccepted } = await this.state();
    const wrong = isAccepted ? null : fault;
    this.rightAt = wrong === null ? at : -Infinity;
    return wrong;
  }

  /** @returns the lists, what is wrong with them or null, and whether an operator has accepted that */
  async state(): Promise<{ lists: ListInForce[]; fault: ListsFault | null; isAccepted: boolean }> {
    const [lists, isAccepted] = await Promise.all([readWatchLists(this.database), areListsAccepted(this.database)]);
    return { lists, fault: listsFaultOf(lists, this.maxAgeDays), isAccepted };
  }
}

/**
 * Allows or forbids the live side to work without current watch lists, with an audit entry; open payments are screened
 * again.
 * @returns false if that changes nothing
 * Source: docs/GAPS.md#P13
 */
export function setListsAccepted(
  database: Database,
  { isAccepted, reason, actor }: { isAccepted: boolean; reason: string; actor: Actor },
): Promise<boolean> {
  return database.transaction(async (client) => {
    const changed = await client.query(
      `insert into compliance_settings (lists_accepted) values ($1)
       on conflict (is_only) do update set lists_accepted = excluded.lists_accepted, changed_at = now()
         where compliance_settings.lists_accepted <> excluded.lists_accepted returning lists_accepted`,
      [isAccepted],
    );
    if (changed.length === 0) return false;
    const act = isAccepted ? 'watch_lists.accepted' : 'watch_lists.required';
    const detail = { before: { isAccepted: !isAccepted }, after: { isAccepted }, reason };
    await appendAuditEntry(client, { actor, act, subject: 'watch-lists', accountId: null, detail });
    await requestRescreening(client);
    return true;
  });
}

/**
 * Records that official watch lists were read again without a change, and orders a new screening of payments that were
 * held because the lists were old. Other editions are ignored.
 */
export async function confirmWatchLists(
  database: Database,
  editions: readonly { id: string; subject: string }[],
): Promise<void> {
  const official = editions.filter(
    ({ subject }) => subject.startsWith(SUBJECT_PREFIX) && subject !== SYNTHETIC_SUBJECT,
  );
  if (official.length === 0) return;
  await database.transaction(async (client) => {
    const confirmed = await client.query(
      `update reference_editions set confirmed_at = clock_timestamp()
       where id = any($1) and superseded_at is null returning id`,
      [official.map(({ id }) => id)],
    );
    if (confirmed.length > 0) await requestRescreening(client);
  });
}
