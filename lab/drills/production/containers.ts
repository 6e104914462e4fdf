import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Stops } from '../drill';

/** The checkout: this file is compiled to dist/lab/drills/production. */
export const ROOT = path.join(__dirname, '..', '..', '..', '..');

/** Programs that people would have to install first. */
export interface Containers {
  /** The program that reads compose files. */
  compose: string;
  /** Value for DOCKER_HOST. */
  host: string;
}

/**
 * Makes what is missing and serves the engine until the drill ends.
 * @throws Error when it cannot be had; what is missing is on standard error
 */
export async function startContainers(stops: Stops): Promise<Containers> {
  const script = path.join(ROOT, 'scripts', 'containers.mjs');
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  stops.push(() => new Promise((resolve) => child.once('exit', resolve).stdin.end()));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    const [compose, host] = lines;
    if (compose !== undefined && host !== undefined) return { compose, host };
  }
  throw new Error('there is no container engine');
}
