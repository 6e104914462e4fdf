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

  /** Whoever looks for a running service must not find one that has ended. */
  removeRun(): void {
    rmSync(this.file('run.json'), { force: true });
  }

  /** The key for data at rest: the environment's, else one that is made once and kept here. */
  dataKey(): string {
    const given = process.env['DATA_KEY'];
    if (given !== undefined && given !== '') return given;
    const file = this.file('data-key');
    if (!existsSync(file)) writePrivately(file, `${randomBytes(32).toString('base64')}\n`);
    return readFileSync(file, 'utf8').trim();
  }
}
