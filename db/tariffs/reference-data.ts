import type { Database } from '../database';
import { CHANNELS, type Listener } from '../listener';

/** How long cached rows are trusted without asking whether an import took place, should a notification be missed. */
const RECHECK_MS = 5_000;

/** More than all codes and countries need in a day; beyond it reading starts again. */
const MAX_VALUES = 30_000;

interface Entry {
  read: () => Promise<unknown>;
  value: Promise<unknown>;
  isSnapshot: boolean;
}

/** What one process has read, all of one state of the database. */
interface Shelf {
  entries: Map<string, Entry>;
  version: string | null;
  checkedAt: number;
  /** The renewal under way; another one has its own. */
  renewal: symbol | null;
  /** Whether something was imported after the renewal began. */
  isRenewalDue: boolean;
}

const shelves = new WeakMap<Database['pool'], Shelf>();

function shelfOf(database: Database): Shelf {
  const known = shelves.get(database.pool);
  if (known !== undefined) return known;
  const shelf: Shelf = { entries: new Map(), version: null, checkedAt: 0, renewal: null, isRenewalDue: false };
  shelves.set(database.pool, shelf);
  return shelf;
}

/** A version of the reference data; every import and every rebuild of the search index changes it. */
async function readVersion(database: Database): Promise<string> {
  const [row] = await database.query<{ version: string }>(
    `select concat_ws(' ', max(id), count(*), max(superseded_at), (select max(built_at) from search_state)) as version
     from reference_editions`,
  );
  return row?.version ?? '';
}

/** Caches a value; it is removed again if its reading fails. */
function putEntry(entries: Map<string, Entry>, key: string, entry: Entry): Promise<unknown> {
  entries.set(key, entry);
  entry.value.catch(() => {
    if (entries.get(key) === entry) entries.delete(key);
  });
  return entry.value;
}

/**
 * Reads the snapshots again, one after the other, while requests are answered from the former ones; then replaces all
 * at once.
 */
async function renewSnapshots(database: Database, shelf: Shelf, renewal: symbol): Promise<void> {
  const version = await readVersion(database);
  if (version === shelf.version) return;
  const entries = new Map<string, Entry>();
  for (const [key, { read, isSnapshot }] of shelf.entries) {
    if (isSnapshot) await putEntry(entries, key, { read, value: read(), isSnapshot });
  }
  if (shelf.renewal !== renewal) return;
  Object.assign(shelf, { entries, version, checkedAt: performance.now() });
}

/**
 * Renews the snapshots until no further renewal is due. On a fault the cache is dropped, so that the next request
 * reads by itself and reports the fault.
 */
async function renewAll(database: Database, shelf: Shelf): Promise<void> {
  const renewal = Symbol('renewal');
  shelf.renewal = renewal;
  try {
    do {
      shelf.isRenewalDue = false;
      await renewSnapshots(database, shelf, renewal);
    } while (shelf.isRenewalDue && shelf.renewal === renewal);
  } catch {
    if (shelf.renewal === renewal) forgetReferenceData(database);
  } finally {
    if (shelf.renewal === renewal) shelf.renewal = null;
  }
}

function beginRenewal(database: Database, shelf: Shelf): void {
  shelf.isRenewalDue = true;
  if (shelf.renewal === null) void renewAll(database, shelf);
}

async function recheckVersion(database: Database, shelf: Shelf): Promise<void> {
  shelf.checkedAt = performance.now();
  const version = await readVersion(database);
  if (shelf.version === null) shelf.version = version;
  else if (shelf.version !== version) beginRenewal(database, shelf);
}

/** The cached value of a key, read once; begins a renewal in the background when the data have changed. */
async function findValue(database: Database, key: string, read: Entry['read'], isSnapshot: boolean): Promise<unknown> {
  const shelf = shelfOf(database);
  if (shelf.version === null || performance.now() - shelf.checkedAt > RECHECK_MS) await recheckVersion(database, shelf);
  const known = shelf.entries.get(key);
  if (known !== undefined) return known.value;
  if (shelf.entries.size >= MAX_VALUES) shelf.entries.clear();
  return putEntry(shelf.entries, key, { read, value: read(), isSnapshot });
}

/**
 * Reference rows change with imports only: each process caches what it has read until the next import.
 * @param key identifies the read; equal keys share one read
 */
export async function readCached<Value>(database: Database, key: string, read: () => Promise<Value>): Promise<Value> {
  // The map holds under each key only what `read` of that key returned.
  return (await findValue(database, key, read, false)) as Value;
}

/**
 * The same for what takes long to read: after an import by another process, requests are answered from the former
 * snapshot until the new one has been read. All snapshots change at the same moment.
 */
export async function cachedSnapshot<Value>(
  database: Database,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  return (await findValue(database, key, read, true)) as Value;
}

/** Drops what this process has read; the next request reads again. */
export function forgetReferenceData(database: Database): void {
  Object.assign(shelfOf(database), { entries: new Map(), version: null, renewal: null, isRenewalDue: false });
}

/** Renews what this process has read whenever any process imports. @returns a function that ends it */
export function watchReferenceData(listener: Listener, database: Database): () => void {
  return listener.on(CHANNELS.referenceData, () => beginRenewal(database, shelfOf(database)));
}
