import type { Database } from '../database';
import { CHANNELS, type Listener } from '../listener';

/** How long cached rows are trusted without asking whether an import took place, for processes that do not listen. */
const RECHECK_MS = 5_000;

/** More than all codes and countries need in a day; beyond it reading starts anew. */
const MAX_VALUES = 30_000;

interface Shelf {
  values: Map<string, Promise<unknown>>;
  version: string | null;
  checkedAt: number;
}

const shelves = new WeakMap<Database['pool'], Shelf>();

function shelfOf(database: Database): Shelf {
  const known = shelves.get(database.pool);
  if (known !== undefined) return known;
  const shelf: Shelf = { values: new Map(), version: null, checkedAt: 0 };
  shelves.set(database.pool, shelf);
  return shelf;
}

async function recheck(database: Database, shelf: Shelf): Promise<void> {
  shelf.checkedAt = performance.now();
  const rows = await database.query<{ version: string | null }>(
    'select max(id) || count(*)::text || coalesce(max(superseded_at)::text, $1) as version from reference_editions',
    [''],
  );
  const version = rows[0]?.version ?? '';
  if (shelf.version !== version) shelf.values.clear();
  shelf.version = version;
}

/**
 * Reference rows change with imports only: each process keeps what it has read until one takes place.
 * @param key names what is read; equal keys share one read
 */
export async function cached<Value>(database: Database, key: string, read: () => Promise<Value>): Promise<Value> {
  const shelf = shelfOf(database);
  if (shelf.version === null || performance.now() - shelf.checkedAt > RECHECK_MS) await recheck(database, shelf);
  const known = shelf.values.get(key);
  // The map holds under each key only what `read` of that key returned.
  if (known !== undefined) return known as Promise<Value>;
  if (shelf.values.size >= MAX_VALUES) shelf.values.clear();
  const value = read();
  shelf.values.set(key, value);
  value.catch(() => shelf.values.delete(key));
  return value;
}

/** Drops what this process has read; the next request reads anew. */
export function forgetReferenceData(database: Database): void {
  const shelf = shelfOf(database);
  shelf.values.clear();
  shelf.version = null;
}

/** Drops what this process has read whenever any process imports. @returns a function that ends it */
export function watchReferenceData(listener: Listener, database: Database): () => void {
  return listener.on(CHANNELS.referenceData, () => forgetReferenceData(database));
}
