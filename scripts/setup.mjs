/**
 * Finds or makes everything that Corridor needs on this machine besides Node and npm.
 * `node scripts/setup.mjs [--for start|test|test-deep|bench|chaos|check] [--env]`; with --env it prints shell lines that name the tools.
 */
import { pathToFileURL } from 'node:url';
import { buildProject } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureCompose, ensurePhp, ensureSftpServer } from './lib/debian-tool.mjs';
import { SetUpError, runMain } from './lib/failure.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { findPostgres } from './lib/postgres.mjs';
import { ensureTemporalCli } from './lib/temporal-cli.mjs';
import { ensureTemporalServer } from './lib/temporal-server.mjs';
import { ensureTestServer } from './lib/test-server.mjs';

/**
 * @typedef {'packages'|'postgres'|'temporal'|'test-server'|'chromium'|'compose'|'php'|'sftp'|'temporal-server'|'build'} Need
 * @typedef {{
 *   postgresBinDir: string|null,
 *   temporalCli: string|null,
 *   testServer: string|null,
 *   chromium: string|null,
 *   compose: string|null,
 *   temporalServer: {server: string, sqlTool: string}|null,
 * }} Tools paths of programs; null when not needed or, with a sentence on standard error, not to be had
 */

/** @type {Record<string, Need[]>} */
const NEEDS = {
  start: ['packages', 'postgres', 'temporal', 'chromium', 'build'],
  test: ['packages', 'postgres', 'temporal', 'test-server', 'chromium', 'compose', 'sftp', 'build'],
  'test-deep': ['packages', 'postgres', 'temporal', 'test-server', 'chromium', 'compose', 'php', 'sftp', 'build'],
  bench: ['packages', 'postgres', 'temporal', 'temporal-server', 'chromium', 'build'],
  chaos: ['packages', 'postgres', 'temporal', 'build'],
  check: ['packages'],
};

/**
 * @param {'start'|'test'|'test-deep'|'bench'|'chaos'|'check'} purpose
 * @returns {Set<Need>} what that purpose needs; nothing is set up in place of a service that the environment names
 */
export function needsOf(purpose) {
  const needs = new Set(NEEDS[purpose]);
  if (purpose === 'start' && process.env.DATABASE_URL) needs.delete('postgres');
  if (purpose === 'start' && process.env.TEMPORAL_ADDRESS) needs.delete('temporal');
  return needs;
}

/**
 * Sets up what is needed. The packages come first; all the rest goes on at the same time.
 * @param {{need: Set<Need>}} what
 * @returns {Promise<Tools>}
 * @throws SetUpError when something indispensable cannot be had: packages, Postgres, the Temporal CLI, the build
 */
export async function setUp({ need }) {
  const when = (name, step) => (need.has(name) ? step() : Promise.resolve(null));
  await when('packages', ensurePackages);
  // Both Go programs keep every core busy, so the second waits for the first, which more people need.
  const temporal = when('temporal', ensureTemporalCli);
  const temporalServer = temporal.then(() => when('temporal-server', ensureTemporalServer));
  const chromiumFirst = when('chromium', ensureChromium);
  // All three may install packages of the system, which one at a time can do.
  const composeThen = chromiumFirst.then(() => when('compose', ensureCompose));
  const [postgresBinDir, temporalCli, testServer, chromium, compose, server] = await Promise.all([
    when('postgres', findPostgres),
    temporal,
    when('test-server', ensureTestServer),
    chromiumFirst,
    composeThen,
    temporalServer,
    composeThen.then(() => when('php', ensurePhp)).then(() => when('sftp', ensureSftpServer)),
    when('build', buildProject),
  ]);
  return { postgresBinDir, temporalCli, testServer, chromium, compose, temporalServer: server };
}

/**
 * @param {Tools} tools
 * @returns {Record<string, string>} the environment variables through which the programs find their tools
 */
export function toolEnvironment(tools) {
  const variables = {
    CORRIDOR_POSTGRES_BIN: tools.postgresBinDir,
    CORRIDOR_TEMPORAL_CLI: tools.temporalCli,
    CORRIDOR_TEST_SERVER: tools.testServer,
    PUPPETEER_EXECUTABLE_PATH: tools.chromium,
    CORRIDOR_COMPOSE: tools.compose,
    CORRIDOR_TEMPORAL_SERVER: tools.temporalServer?.server ?? null,
    CORRIDOR_TEMPORAL_SQL_TOOL: tools.temporalServer?.sqlTool ?? null,
  };
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== null));
}

function readArguments(args) {
  let purpose = 'start';
  let printsEnvironment = false;
  for (let index = 0; index < args.length; index += 1) {
    if (args[index] === '--env') printsEnvironment = true;
    else if (args[index] === '--for' && Object.hasOwn(NEEDS, args[index + 1] ?? '')) purpose = args[(index += 1)];
    else throw new SetUpError('Usage: node scripts/setup.mjs [--for start|test|test-deep|bench|chaos|check] [--env]');
  }
  return { purpose, printsEnvironment };
}

function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

async function main() {
  const { purpose, printsEnvironment } = readArguments(process.argv.slice(2));
  const environment = toolEnvironment(await setUp({ need: needsOf(purpose) }));
  for (const [name, value] of Object.entries(environment)) {
    process.stdout.write(printsEnvironment ? `export ${name}=${quote(value)}\n` : `${name} ${value}\n`);
  }
  return 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await runMain(main);
