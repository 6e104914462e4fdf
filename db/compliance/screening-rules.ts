import { setImmediate as nextTurn } from 'node:timers/promises';
import { NameIndex, type IndexedEntry } from '../../domain/compliance/name-index';
import type { ScreeningRules } from '../../domain/compliance/screen';
import type { Database, Queryable } from '../database';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import { CHANNELS, type Listener } from '../listener';
import { RecentNames } from './recent-names';
import { requestRescreening, type InForce } from './rescreening';
import { IS_WATCH_LIST, SYNTHETIC_SUBJECT } from './watch-lists';

/** Lists and countries change rarely; this is how stale they may be if a notification is missed. */
const CHECK_MS = 1_000;
/** Entries that are indexed before requests are served again. */
const ENTRIES_AT_A_TIME = 250;

/** The lists and blocked countries in force, both sorted. */
export async function readInForce(database: Queryable): Promise<InForce & Pick<ScreeningRules, 'hasOfficialList'>> {
  const [row] = await database.query<InForce & { hasOfficialList: boolean }>(
    `select array(select id from reference_editions where ${IS_WATCH_LIST} order by id) as editions,
            exists (select from reference_editions where ${IS_WATCH_LIST} and subject <> $1) as "hasOfficialList",
            array(select country from blocked_countries order by country) as countries`,
    [SYNTHETIC_SUBJECT],
  );
  return row ?? { editions: [], countries: [], hasOfficialList: false };
}

/** Whether an official list is among these editions, in force or not. */
export async function haveOfficialList(database: Queryable, editions: readonly string[]): Promise<boolean> {
  const found = await database.query('select from reference_editions where id = any($1) and subject <> $2 limit 1', [
    editions,
    SYNTHETIC_SUBJECT,
  ]);
  return found.length > 0;
}

/** Indexes the names of these editions, in force or not. */
export async function indexEditions(database: Queryable, editions: readonly string[]): Promise<NameIndex> {
  const index = new NameIndex();
  const rows = await database.query<IndexedEntry & { edition: string }>(
    `select edition_id as edition, entry_id as "entryId", kind, names, countries, birth_dates as "birthDates", identifiers
     from watch_list_entries where edition_id = any($1)
     order by edition_id, entry_id`,
    [editions],
  );
  for (const [at, { edition, ...entry }] of rows.entries()) {
    index.add(edition, entry);
    if (at % ENTRIES_AT_A_TIME === 0) await nextTurn();
  }
  return index;
}

/**
 * The watch lists and blocked countries of this process, read again when they change. While new lists are indexed the
 * former ones answer.
 * Source: docs/GAPS.md#P13
 */
export class ScreeningRulesCache {
  private known: ScreeningRules | null = null;
  private checkedAt = -Infinity;
  private checking: Promise<ScreeningRules> | null = null;

  constructor(
    private readonly database: Queryable,
    listener: Listener | null,
  ) {
    listener?.on(CHANNELS.referenceData, () => {
      this.checkedAt = -Infinity;
    });
  }

  /** @throws DomainError UNAVAILABLE when nothing is known yet and the database is away: nothing passes unscreened */
  async current(): Promise<ScreeningRules> {
    if (this.known !== null && performance.now() - this.checkedAt < CHECK_MS) return this.known;
    this.checking ??= this.readAgain().finally(() => {
      this.checking = null;
    });
    return this.checking;
  }

  /** @returns the rules as they are now, whatever was read a moment ago */
  async refreshed(): Promise<ScreeningRules> {
    await this.checking;
    this.checkedAt = -Infinity;
    return this.current();
  }

  private async readAgain(): Promise<ScreeningRules> {
    const startedAt = performance.now();
    const { editions, countries, hasOfficialList } = await readInForce(this.database);
    const { known } = this;
    const isSame = known !== null && known.editions.join() === editions.join();
    const index = isSame ? known.index : new RecentNames(await indexEditions(this.database, editions));
    this.known = { editions, hasOfficialList, index, blockedCountries: new Set(countries) };
    this.checkedAt = startedAt;
    return this.known;
  }
}

/**
 * Blocks a country or unblocks it, with an audit entry; notifies every process and orders a new screening of open
 * payments.
 * @returns false if that changes nothing
 */
export function changeBlockedCountry(
  database: Database,
  country: string,
  { isBlocked, reason, actor }: { isBlocked: boolean; reason: string; actor: Actor },
): Promise<boolean> {
  return database.transaction(async (client) => {
    const changed = await client.query(
      isBlocked
        ? 'insert into blocked_countries (country) values ($1) on conflict do nothing returning country'
        : 'delete from blocked_countries where country = $1 returning country',
      [country],
    );
    if (changed.length === 0) return false;
    const act = isBlocked ? 'country.blocked' : 'country.unblocked';
    const detail = { before: { isBlocked: !isBlocked }, after: { isBlocked }, reason };
    await appendAuditEntry(client, { actor, act, subject: country, accountId: null, detail });
    await client.query('select pg_notify($1, $2)', [CHANNELS.referenceData, 'blocked-countries']);
    await requestRescreening(client);
    return true;
  });
}

/** @returns ISO 3166-1 alpha-2 codes in order */
export async function listBlockedCountries(database: Queryable): Promise<readonly string[]> {
  return (await readInForce(database)).countries;
}
