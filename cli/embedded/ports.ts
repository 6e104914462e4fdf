import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';

const ASK_LIMIT_MS = 3_000;
/** The state "listen" in /proc/net/tcp. */
const LISTEN = '0A';
/** Tries before giving up on a range; more than a handful of misses means that the range is full. */
const RANGE_TRIES = 100;

export interface PortRange {
  /** Lowest port, included. */
  readonly from: number;
  /** Highest port, included. */
  readonly to: number;
}

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux, from 49152 elsewhere): none of those
 * takes a port between the look at it and its use.
 */
const QUIET_PORTS: PortRange = { from: 10_000, to: 32_767 };

/** Another program has the port that a server wants. */
export class PortTaken extends Error {}

/** Whether no process listens on the port of 127.0.0.1. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      if ('code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) resolve(false);
      else reject(error);
    });
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => resolve(true));
    });
  });
}

/**
 * A free TCP port of 127.0.0.1, drawn at random.
 * @throws Error when there is none
 */
export async function findFreePort(range: PortRange = QUIET_PORTS): Promise<number> {
  for (let attempt = 0; attempt < RANGE_TRIES; attempt += 1) {
    const port = range.from + Math.floor(Math.random() * (range.to - range.from + 1));
    if (await isFree(port)) return port;
  }
  throw new Error('No free TCP port was found.');
}

/**
 * Starts a server on a free port, and once more on another if a program takes that port first.
 * @param start throws PortTaken in that case
 * @param preferred used if it is free
 */
export async function startOnFreePort<Server>(
  start: (port: number) => Promise<Server>,
  preferred: number | null = null,
): Promise<Server> {
  const isPreferred = preferred !== null && whoListens(preferred) === null;
  try {
    return await start(isPreferred ? preferred : await findFreePort());
  } catch (fault) {
    if (!(fault instanceof PortTaken)) throw fault;
    return start(await findFreePort());
  }
}

/** The socket inodes that listen on a port, by /proc. */
function listeningInodes(port: number): Set<string> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const inodes = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readText(table).split('\n')) {
      const fields = line.trim().split(/\s+/);
      const inode = fields[9];
      if (fields[1]?.endsWith(wanted) === true && fields[3] === LISTEN && inode !== undefined) inodes.add(inode);
    }
  }
  return inodes;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function readLink(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    // Ended in between, or another user's process.
    return [];
  }
}

/** The program's file name: newer Node calls its main thread "MainThread", so the thread's name is second choice. */
function programName(pid: string): string {
  const program = path.basename(readLink(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
  return program === '' ? readText(`/proc/${pid}/comm`).trim() : program;
}

function whoListensOnLinux(port: number): string | null {
  const inodes = listeningInodes(port);
  if (inodes.size === 0) return null;
  const wanted = new Set([...inodes].map((inode) => `socket:[${inode}]`));
  for (const pid of namesIn('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const holds = namesIn(`/proc/${pid}/fd`).some((descriptor) =>
      wanted.has(readLink(`/proc/${pid}/fd/${descriptor}`)),
    );
    if (holds) return `${programName(pid)} (pid ${pid})`;
  }
  return 'a program of another user';
}

function whoListensByLsof(port: number): string | null {
  try {
    const answer = execFileSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], {
      timeout: ASK_LIMIT_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString();
    const pid = /^p(\d+)$/m.exec(answer)?.[1];
    const name = /^c(.+)$/m.exec(answer)?.[1];
    return pid === undefined || name === undefined ? null : `${name} (pid ${pid})`;
  } catch {
    return null;
  }
}

/**
 * @returns the program that listens on a TCP port of this machine, such as "node (pid 123)"; null when there is none, or
 *   the system does not tell
 */
export function whoListens(port: number): string | null {
  return process.platform === 'linux' ? whoListensOnLinux(port) : whoListensByLsof(port);
}

/**
 * @param name of the server that wants the port
 * @throws PortTaken that names the program in its way
 */
export function refuseTakenPort(port: number, name: string): void {
  const holder = whoListens(port);
  if (holder !== null) throw new PortTaken(`${name} cannot use port ${port}: it is in use by ${holder}.`);
}

/** Resolves when something accepts a TCP connection on the port of 127.0.0.1, and rejects otherwise. */
export function acceptsConnection(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: ASK_LIMIT_MS });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('timeout', () => socket.destroy(new Error(`Port ${port} does not answer.`)));
    socket.once('error', reject);
  });
}
