import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** As of nice(1): on a busy core, processes that answer clients get about nine tenths. */
const BACKGROUND = 10;

function tryQuietly(work: () => void): void {
  try {
    work();
  } catch {
    // A machine that does not know of it, or does not allow it, does without.
  }
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

/**
 * Lowers the priority of a process on a busy machine: requests are answered first, and Temporal, which stores all its
 * work, catches up. On an idle machine it is as fast as before.
 * Source: docs/internal/decisions/0009-answers-before-background.md
 */
export function lowerPriority(pid: number): void {
  // Linux counts per thread, and gives each session a group of its own whose weight is told apart.
  for (const thread of threadsOf(pid)) tryQuietly(() => setPriority(thread, BACKGROUND));
  if (process.platform === 'linux') tryQuietly(() => writeFileSync(`/proc/${pid}/autogroup`, String(BACKGROUND)));
}
