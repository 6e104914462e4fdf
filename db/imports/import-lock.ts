import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from '../database';

/** Held for the whole of an import: two at once would supersede each other's editions. */
const IMPORT_LOCK = 724_003;
/** Asked so often, a lock is had soon after it is free, and no statement waits longer than statements may. */
const POLL_MS = 500;
/** A year of world trade takes minutes; what takes longer than these is to be looked at by a person. */
const MAX_WAIT_MS = 15 * 60_000;
/** What a session of an import calls itself, in at most 63 bytes, beyond which Postgres cuts names off. */
const SESSION_NAME = 'corridor import: ';

/** Another import did not end in time; nothing was changed. */
export class ImportBusy extends Error {
  constructor(running: string) {
    super(`${running} Nothing was imported: try again when it has ended.`);
    this.name = 'ImportBusy';
  }
}

/** A sentence that names the running import, as far as Postgres knows it. */
async function runningImport(client: Queryable): Promise<string> {
  const [row] = await client.query<{ name: string | null; since: string | null; pid: number }>(
    `select a.application_name as name, l.pid, to_char(a.xact_start at time zone 'UTC', 'HH24:MI:SS') as since
     from pg_locks l left join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1 and l.objsubid = 1 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
    [IMPORT_LOCK],
  );
  if (row === undefined) return 'Another import has just ended.';
  const { name, since, pid } = row;
  const what = name?.startsWith(SESSION_NAME) === true ? name.slice(SESSION_NAME.length) : 'another program';
  return `An import runs already: ${what}, since ${since ?? 'an unknown time'} UTC (process ${pid} of Postgres).`;
}

async function tryLock(client: Queryable): Promise<boolean> {
  const [row] = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [IMPORT_LOCK]);
  return row?.taken === true;
}

/** How an import waits for another one. */
export interface ImportTurn {
  /** What is imported, shown to commands that wait for it. */
  name: string;
  /** Told once, before the wait, which import runs. */
  onWait: (running: string) => void;
  maxWaitMs?: number;
}

/**
 * Takes the lock of imports until the transaction ends; waits for a running import.
 * @throws ImportBusy when that does not end in time
 */
export async function takeImportLock(client: Queryable, turn: ImportTurn): Promise<void> {
  const { name, onWait, maxWaitMs = MAX_WAIT_MS } = turn;
  await client.query(`select set_config('application_name', $1, true)`, [`${SESSION_NAME}${name}`]);
  if (await tryLock(client)) return;
  onWait(`${await runningImport(client)} Waiting for its end …`);
  const deadline = performance.now() + maxWaitMs;
  while (performance.now() < deadline) {
    await delay(Math.min(POLL_MS, maxWaitMs));
    if (await tryLock(client)) return;
  }
  throw new ImportBusy(await runningImport(client));
}
