import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from './directory';

/** Says until when the laboratory reads what comes into a directory. */
const MARK = '.corridor-laboratory';
/** The mark of a laboratory that died lasts so long. */
const LEASE_MS = 2 * 60_000;

/**
 * @returns whether the laboratory reads what comes into a directory: then no inbox does
 * Source: docs/GAPS.md#P20
 */
export async function isExamined(directory: string, nowMs: number = Date.now()): Promise<boolean> {
  const until = await readFile(path.join(directory, MARK), 'utf8').catch((fault: unknown) => {
    if (hasCode(fault, 'ENOENT')) return '';
    throw fault;
  });
  return Date.parse(until) > nowMs;
}

/** Keeps the inboxes of all workers away from a directory while the laboratory reads what comes into it. */
export class ExaminedDirectory {
  private untilMs = 0;

  constructor(private readonly directory: string) {}

  /** Marks the directory, or keeps the mark in force; to be called more often than once a minute. */
  async hold(nowMs: number): Promise<void> {
    if (this.untilMs - nowMs > LEASE_MS / 2) return;
    this.untilMs = nowMs + LEASE_MS;
    // A mark that is half written would be none.
    const written = path.join(this.directory, 'preparing', `laboratory.${randomUUID()}`);
    await writeFile(written, new Date(this.untilMs).toISOString());
    await rename(written, path.join(this.directory, MARK));
  }

  /** Lets the inboxes read again. */
  async release(): Promise<void> {
    this.untilMs = 0;
    await rm(path.join(this.directory, MARK), { force: true });
  }
}
