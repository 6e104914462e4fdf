import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** What a running Corridor tells other programs about itself. Source: docs/GAPS.md#commands */
const RunFile = z.object({
  baseUrl: z.string(),
  temporalUi: z.string().nullable(),
  temporalAddress: z.string(),
  databaseUrl: z.string(),
  apiKey: z.string(),
  partnerKey: z.string(),
  operatorKey: z.string(),
  pids: z.record(z.string(), z.number()),
  /** When each of them began: a number is used again by another process. */
  startTimes: z.record(z.string(), z.string()).default({}),
});

export type RunFile = z.output<typeof RunFile>;

/** Where a local service keeps its data unless `--data-dir` names another folder. */
export const DEFAULT_DATA_DIR = '.corridor';

const DATA_KEY_FILE = 'data-key';

/** What a service and its commands keep there beside the key. */
const ENTRIES = ['postgres', 'temporal.db', 'run.json', 'logs', 'demo-keys.json', 'listen-secret'];
/** What SQLite keeps beside a database while it is open, and after a crash. */
const SQLITE_ENTRIES = ['temporal.db-journal', 'temporal.db-shm', 'temporal.db-wal'];

/** Only the owner may read what lies here: keys and database passwords. */
const OWNER_ONLY = 0o600;

/** Writes a file as a whole or not at all, readable by its owner only. */
export function writePrivately(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: OWNER_ONLY });
  chmodSync(draft, OWNER_ONLY);
  renameSync(draft, file);
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Folder in which a local Corridor keeps its data. */
export class DataDir {
  readonly path: string;

  constructor(folder: string) {
    this.path = path.resolve(folder);
  }

  file(...parts: string[]): string {
    return path.join(this.path, ...parts);
  }

  readRun(): RunFile | null {
    const parsed = RunFile.safeParse(readJson(this.file('run.json')));
    return parsed.success ? parsed.data : null;
  }

  writeRun(run: RunFile): void {
    writePrivately(this.file('run.json'), `${JSON.stringify(run, null, 2)}\n`);
  }

  /** Commands that look for a running service must not find one that has ended. */
  removeRun(): void {
    rmSync(this.file('run.json'), { force: true });
  }

  /**
   * Removes what a service keeps here and nothing else: the folder may hold what is not ours.
   * @param isKeyKept for data that stay elsewhere, which only their key opens
   */
  reset(isKeyKept: boolean): void {
    const entries = [...ENTRIES, ...SQLITE_ENTRIES, ...(isKeyKept ? [] : [DATA_KEY_FILE])];
    for (const entry of entries) rmSync(this.file(entry), { recursive: true, force: true });
  }

  /** The key for data at rest: the environment's, else the one that is kept here; null where there is none. */
  dataKey(): string | null {
    const given = process.env['DATA_KEY'];
    if (given !== undefined && given !== '') return given;
    const file = this.file(DATA_KEY_FILE);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  }

  /** The same for the start of a service, which makes the data key and stores it here. */
  ensureDataKey(): string {
    const known = this.dataKey();
    if (known !== null) return known;
    const made = randomBytes(32).toString('base64');
    writePrivately(this.file(DATA_KEY_FILE), `${made}\n`);
    return made;
  }
}
