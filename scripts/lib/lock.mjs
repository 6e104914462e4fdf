import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { SetUpError } from './failure.mjs';
import { say } from './progress.mjs';

/** The holder touches its lock this often, so that a dead one is seen even from another machine. */
const HEARTBEAT_MS = 5_000;
const SILENT_FOR_MS = 60_000;
const POLL_MS = 250;
/** Longer than the longest build that a lock protects. */
const WAIT_LIMIT_MS = 45 * 60 * 1000;
const WAITING_LINE_MS = 15_000;
/** Taking over a dead holder's lock needs a few file operations; a guard older than this was left behind. */
const GUARD_LIMIT_MS = 10_000;

/** @type {Set<string>} */
const held = new Set();
process.on('exit', () => {
  for (const file of held) rmSync(file, { force: true });
});

/**
 * Distinguishes a process from a later one with the same number.
 * @param {number} pid
 * @returns {string|null} its start time in clock ticks since boot; null where the system does not say
 */
function startTimeOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function createExclusively(file, text) {
  try {
    const descriptor = openSync(file, 'wx', 0o644);
    writeSync(descriptor, text);
    closeSync(descriptor);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file) {
  try {
    return { ...JSON.parse(readFileSync(file, 'utf8')), touchedAt: statSync(file).mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    // Created a moment ago and not yet written, or cut off: judged by its age alone.
    const state = statSync(file, { throwIfNoEntry: false });
    return state === undefined ? null : { pid: null, host: null, title: 'another process', touchedAt: state.mtimeMs };
  }
}

function isDead(holder) {
  const silent = Date.now() - holder.touchedAt > SILENT_FOR_MS;
  if (holder.host !== os.hostname() || !Number.isInteger(holder.pid)) return silent;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM means that it lives and belongs to another user.
    return error.code === 'ESRCH';
  }
  return holder.startTime !== null && startTimeOf(holder.pid) !== holder.startTime;
}

/** Removes a dead holder's lock. The guard keeps two waiters from removing the lock that one of them has just made. */
function removeDead(file) {
  const guard = `${file}.takeover`;
  if (!createExclusively(guard, String(process.pid))) {
    const state = statSync(guard, { throwIfNoEntry: false });
    if (state !== undefined && Date.now() - state.mtimeMs > GUARD_LIMIT_MS) rmSync(guard, { force: true });
    return;
  }
  try {
    const holder = readHolder(file);
    if (holder !== null && isDead(holder)) rmSync(file, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

async function acquire(file, text) {
  const startedAt = Date.now();
  let nextLineAt = startedAt;
  while (!createExclusively(file, text)) {
    const holder = readHolder(file);
    if (holder !== null && isDead(holder)) {
      removeDead(file);
    } else if (holder !== null) {
      if (Date.now() - startedAt > WAIT_LIMIT_MS) {
        throw new SetUpError(
          `Gave up waiting for process ${holder.pid} (${holder.title}). If it is stuck, end it and remove ${file}.`,
        );
      }
      if (Date.now() >= nextLineAt) {
        say(`Waiting for process ${holder.pid ?? '?'} on ${holder.host ?? 'this machine'}: ${holder.title}`);
        nextLineAt = Date.now() + WAITING_LINE_MS;
      }
    }
    await delay(POLL_MS);
  }
}

/**
 * Does some work while no other process does the same. A dead holder's lock is taken over.
 * @template T
 * @param {{file: string, title: string}} lock its file, and what the holder does, for those who wait
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} what work returns
 */
export async function withLock({ file, title }, work) {
  const holder = { pid: process.pid, startTime: startTimeOf(process.pid), host: os.hostname(), title };
  await acquire(file, JSON.stringify(holder));
  held.add(file);
  const heartbeat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // Gone because the cache was cleared: the work goes on, and its result is renamed into place.
    }
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    held.delete(file);
    rmSync(file, { force: true });
  }
}
