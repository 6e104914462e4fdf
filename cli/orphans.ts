import { setTimeout as delay } from 'node:timers/promises';
import { identify, isRunning, type Identity } from './embedded/processes';
import type { RunFile } from './place';

const POLL_MS = 50;
/** Longer than the processes' own limits for ending cleanly. */
const ASK_MS = 20_000;
const INSIST_MS = 5_000;

/** The supervisor itself, as it stands in run.json. */
export const SUPERVISOR = 'corridor';

/** Those that lean on others end first; Postgres ends quickly and in order by the signal that it knows for that. */
const ENDING: readonly { name: string; signal: NodeJS.Signals }[] = [
  { name: 'api', signal: 'SIGTERM' },
  { name: 'worker', signal: 'SIGTERM' },
  { name: 'temporal', signal: 'SIGTERM' },
  { name: 'postgres', signal: 'SIGINT' },
];

/** A process recorded in run.json, if it still runs: numbers are reused, so its start time must be the same. */
function stillRunning({ pids, startTimes }: RunFile, name: string): Identity | null {
  const pid = pids[name];
  const startedAt = startTimes[name];
  if (pid === undefined || startedAt === undefined) return null;
  const identity = { pid, startedAt };
  return isRunning(identity) ? identity : null;
}

/** @returns the supervisor that runs on these data, or null when there is none */
export function runningSupervisor(run: RunFile): number | null {
  return stillRunning(run, SUPERVISOR)?.pid ?? null;
}

/** When each process began, as the system counts it; with its number it names a process for good. */
export function startTimesOf(pids: Record<string, number>): Record<string, string> {
  const known = Object.entries(pids).map(([name, pid]) => [name, identify(pid)?.startedAt] as const);
  return Object.fromEntries(known.flatMap(([name, startedAt]) => (startedAt === undefined ? [] : [[name, startedAt]])));
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in between.
  }
}

/** Polls until a process has ended, up to a limit. */
async function hasEnded(identity: Identity, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (isRunning(identity)) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

/**
 * Ends processes that a killed supervisor has left: they would hold the ports, and work beside the new ones.
 * @param run what the killed supervisor recorded; it must be gone
 */
export async function endOrphans(run: RunFile, print: (line: string) => void): Promise<void> {
  for (const { name, signal } of ENDING) {
    const orphan = stillRunning(run, name);
    if (orphan === null) continue;
    print(`Ending the ${name} (pid ${orphan.pid}) that a start before this one left behind …`);
    sendSignal(orphan.pid, signal);
    if (await hasEnded(orphan, ASK_MS)) continue;
    sendSignal(orphan.pid, 'SIGKILL');
    await hasEnded(orphan, INSIST_MS);
  }
}
