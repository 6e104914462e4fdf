import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '../../cli/embedded/postgres';
import { startTemporalDev } from '../../cli/embedded/temporal';
import { findFreePort, startOnFreePort } from '../../cli/embedded/ports';
import { createTemplate } from './database';
import globalTeardown from './global-teardown';

type Stop = () => Promise<void>;

function tool(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set: run the tests with "npm test".`);
  return value;
}

function quiet(): void {
  // The servers' own logs would bury the test report; a failing start throws with their last lines.
}

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A run that is broken off leaves no server behind either: jest itself ends without its teardown then. */
function stopOnSignals(): void {
  let stopped: Promise<void> | null = null;
  for (const signal of ENDING_SIGNALS) {
    // The same signal comes twice, from the terminal and from the script that runs jest.
    process.on(signal, () => {
      stopped ??= globalTeardown().finally(() => process.exit(128 + constants.signals[signal]));
    });
  }
}

/** Starts one Postgres and one Temporal for the whole run; each test file takes a database and a queue of its own. */
export default async function globalSetup(): Promise<void> {
  const stops: Stop[] = [];
  Reflect.set(globalThis, '__corridorStops', stops);
  stopOnSignals();
  // Whatever a test starts, it fetches nothing of the world outside.
  process.env['DATA_PULL_DAYS'] ??= '0';
  process.env['WATCH_LIST_PULL_DAYS'] ??= '0';
  if (process.env['CORRIDOR_TEST_DATABASE_URL'] === undefined) {
    const directory = mkdtempSync(path.join(tmpdir(), 'corridor-test-'));
    stops.push(() => rm(directory, { recursive: true, force: true }));
    const options = {
      binDir: tool('CORRIDOR_POSTGRES_BIN'),
      dataDir: path.join(directory, 'postgres'),
      log: quiet,
      durable: false,
      removeOnStop: true,
    };
    const postgres = await startOnFreePort((port) => startPostgres({ ...options, port }));
    stops.push(() => postgres.stop());
    process.env['CORRIDOR_TEST_DATABASE_URL'] = postgres.databaseUrl;
  }
  await createTemplate();
  if (process.env['CORRIDOR_TEST_TEMPORAL_ADDRESS'] === undefined) {
    const options = {
      cli: tool('CORRIDOR_TEMPORAL_CLI'),
      dataFile: null,
      uiPort: null,
      metricsPort: await findFreePort(),
      log: quiet,
      namespace: 'default',
      hasFurtherNamespaces: true,
    };
    const temporal = await startOnFreePort((port) => startTemporalDev({ ...options, port }));
    stops.push(() => temporal.stop());
    process.env['CORRIDOR_TEST_TEMPORAL_ADDRESS'] = temporal.address;
    process.env['CORRIDOR_TEST_TEMPORAL_METRICS'] = `http://127.0.0.1:${options.metricsPort}/metrics`;
  }
}
