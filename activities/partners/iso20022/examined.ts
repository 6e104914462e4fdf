import { randomUUID } from 'node:crypto';
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DomainError } from '../../../domain/errors';
import { hasCode } from './directory';

/** Says until when the laboratory reads what comes into a directory, and which run of it. */
const MARK = '.corridor-laboratory';
/** The mark of a laboratory that died lasts so long. */
const LEASE_MS = 2 * 60_000;
/** Workers may be other users than the laboratory. */
const READABLE = 0o644;

/** The run of a laboratory that reads a directory, by its lease; null where none does. */
async function readExaminationRun(directory: string, nowMs: number): Promise<string | null> {
  const text = await readFile(path.join(directory, MARK), 'utf8').catch((fault: unknown) => {
    if (hasCode(fault, 'ENOENT')) return '';
    throw fault;
  });
  const [until = '', run = ''] = text.split(' ');
  const leftMs = Date.parse(until) - nowMs;
  // A longer lease is of no laboratory, or of one whose clock is wrong: it must not keep the inboxes away.
  return leftMs > 0 && leftMs <= LEASE_MS ? run : null;
}

/**
 * @returns whether the laboratory reads what comes into a directory: then no inbox does
 * Source: docs/GAPS.md#P20
 */
export async function isExamined(directory: string, nowMs: number = Date.now()): Promise<boolean> {
  return (await readExaminationRun(directory, nowMs)) !== null;
}

/** Keeps the inboxes of all workers away from a directory while one run of the laboratory reads what comes into it. */
export class ExaminedDirectory {
  private readonly run = randomUUID();
  private untilMs = 0;

  constructor(private readonly directory: string) {}

  /**
   * Marks the directory, or keeps the mark in force; to be called more often than once a minute.
   * @throws DomainError IN_PROGRESS while another run has it
   */
  async hold(nowMs: number): Promise<void> {
    if (this.untilMs - nowMs > LEASE_MS / 2) return;
    const other = await readExaminationRun(this.directory, nowMs);
    if (other !== null && other !== this.run) {
      const words =
        'Another run of the laboratory reads this directory; wait until it ends, or two minutes if it was killed.';
      throw new DomainError('IN_PROGRESS', words);
    }
    this.untilMs = nowMs + LEASE_MS;
    // A mark that is half written would be none.
    const written = path.join(this.directory, 'preparing', `laboratory.${this.run}`);
    await writeFile(written, `${new Date(this.untilMs).toISOString()} ${this.run}`);
    await chmod(written, READABLE);
    await rename(written, path.join(this.directory, MARK));
  }

  /** Lets the inboxes read again. */
  async release(): Promise<void> {
    this.untilMs = 0;
    if ((await readExaminationRun(this.directory, Date.now())) === this.run)
      await rm(path.join(this.directory, MARK), { force: true });
  }
}
