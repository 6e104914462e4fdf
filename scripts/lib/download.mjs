import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { say } from './progress.mjs';
import { run } from './run.mjs';

/** Where the Temporal SDK fetches its own development servers from. */
const SOURCE = 'https://temporal.download';
/** Until the first byte, and between two: a slow line is fine, a dead one is not. */
const SILENCE_LIMIT_MS = 20_000;
const EXTRACT_LIMIT_MS = 60_000;
const PLATFORMS = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

async function describeArchive({ artifact, version, sdkVersion }) {
  const address = new URL(`${SOURCE}/${artifact}/${version}`);
  const platform = PLATFORMS[process.platform];
  const architecture = ARCHITECTURES[process.arch];
  if (!platform || !architecture) throw new Error(`there is no ${artifact} for ${process.platform} on ${process.arch}`);
  address.searchParams.set('arch', architecture);
  address.searchParams.set('platform', platform);
  address.searchParams.set('format', 'tar.gz');
  if (version === 'default') {
    address.searchParams.set('sdk-name', 'sdk-typescript');
    address.searchParams.set('sdk-version', sdkVersion);
  }
  const response = await fetch(address, { signal: AbortSignal.timeout(SILENCE_LIMIT_MS) });
  if (!response.ok) throw new Error(`${address.host} answered ${response.status} for ${artifact} ${version}`);
  const { archiveUrl, fileToExtract } = await response.json();
  if (typeof archiveUrl !== 'string' || typeof fileToExtract !== 'string')
    throw new Error(`${address.host} gave no archive`);
  return { archiveUrl: trustedAddress(archiveUrl), fileToExtract };
}

/**
 * Archives come from the project's releases: whatever the place above answers, nothing is run that came from elsewhere.
 */
const TRUSTED_HOSTS = new Set([
  'temporal.download',
  'github.com',
  'objects.githubusercontent.com',
  'release-assets.githubusercontent.com',
]);

/** @returns {URL} @throws Error for an address elsewhere, or in clear text */
export function trustedAddress(text) {
  const address = new URL(text);
  if (address.protocol !== 'https:' || !TRUSTED_HOSTS.has(address.hostname))
    throw new Error(`${address.origin} is not where this program comes from`);
  return address;
}

/**
 * SHA-256 of archives, by `<program>-<version>-<platform>-<architecture>`, as two public lists of packages have them that
 * agree with each other. Where none is known, the archive is taken from the project's own site over TLS, and its hash is
 * said; CORRIDOR_VERIFIED_ONLY=1, which CI is unless it says 0, refuses it, and the program is built from sources that Go
 * or Maven verify.
 */
const KNOWN_ARCHIVES = {
  'cli-v1.5.1-linux-x64': 'ddc95e08b0b076efd4ea9733a3f488eb7d2be875f8834e616cd2a37358b4852d',
  'cli-v1.5.1-linux-arm64': 'bd1b0db9f18b051026de8bf6cc1505f2510f14bbb7a8b9a4a91fff46c77454f5',
  'cli-v1.5.1-darwin-x64': 'bbb73e2a31135abe50a1f1cdb35030c42961df618e8ce9c60ae89f201540c5d9',
  'cli-v1.5.1-darwin-arm64': 'cca01b7ea35ad56e2a328d9ae596bf716bd22313ef63c7a761c88354457c2415',
};

/** Whether only archives may be run whose hash is known. */
function isVerifiedOnly({ CORRIDOR_VERIFIED_ONLY: wish, CI }) {
  return wish === '1' || (wish !== '0' && CI === 'true');
}

/**
 * @param {{name: string, found: string, known?: Record<string, string>, isStrict?: boolean}} archive
 * @returns {boolean} whether the archive is one that was looked at
 * @throws Error for another one, and for an unchecked one where only checked ones may be run
 */
export function checkArchive({ name, found, known = KNOWN_ARCHIVES, isStrict = isVerifiedOnly(process.env) }) {
  const expected = known[name];
  if (expected !== undefined && expected !== found)
    throw new Error(`${name} is not the archive that was looked at (SHA-256 ${found})`);
  if (expected === undefined && isStrict) throw new Error(`the hash of ${name} is not known, so it is not run`);
  return expected !== undefined;
}

/** @returns {string} SHA-256 in hexadecimal digits */
async function hashOf(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function fetchTo({ archiveUrl, file, report }) {
  const abort = new AbortController();
  const giveUp = () => abort.abort(new Error(`the download was silent for ${SILENCE_LIMIT_MS / 1000} s`));
  let silence = setTimeout(giveUp, SILENCE_LIMIT_MS);
  try {
    const response = await fetch(archiveUrl, { signal: abort.signal });
    if (!response.ok || response.body === null) throw new Error(`${archiveUrl.host} answered ${response.status}`);
    trustedAddress(response.url);
    const total = Number(response.headers.get('content-length') ?? 0);
    let received = 0;
    const watch = new Transform({
      transform(chunk, encoding, done) {
        clearTimeout(silence);
        silence = setTimeout(giveUp, SILENCE_LIMIT_MS);
        received += chunk.length;
        if (total > 0) report((received / total) * 100);
        done(null, chunk);
      },
    });
    await pipeline(Readable.fromWeb(response.body), watch, createWriteStream(file));
  } finally {
    clearTimeout(silence);
  }
}

/**
 * Downloads one program from the place where the Temporal SDK gets it.
 * @param {{artifact: 'cli'|'temporal-test-server', version: string, sdkVersion: string, into: string, name: string, report: (percent: number) => void}} what
 *   version 'default' means the one that goes with the SDK; into is an existing folder; name is the program's name there
 * @throws Error when the place does not answer in 20 seconds or has no such program
 */
export async function downloadFromTemporal({ artifact, version, sdkVersion, into, name, report }) {
  const { archiveUrl, fileToExtract } = await describeArchive({ artifact, version, sdkVersion });
  const archive = path.join(into, 'archive');
  const unpacked = path.join(into, 'unpacked');
  await fetchTo({ archiveUrl, file: archive, report });
  const found = await hashOf(archive);
  const isKnown = checkArchive({ name: `${artifact}-${version}-${process.platform}-${process.arch}`, found });
  if (!isKnown) say(`${archiveUrl.host} gave ${artifact} ${version}, which is unchecked (SHA-256 ${found}).`);
  await mkdir(unpacked);
  // Every supported system has a tar that unpacks this by its content.
  await run('tar', ['-xf', archive, '-C', unpacked], { limitMs: EXTRACT_LIMIT_MS });
  await copyFile(path.join(unpacked, fileToExtract), path.join(into, name));
  await chmod(path.join(into, name), 0o755);
  await rm(archive);
  await rm(unpacked, { recursive: true });
}

/**
 * @param {unknown} error of a fetch
 * @returns {string} its innermost reason, such as "getaddrinfo ENOTFOUND example.org"
 */
export function reasonOf(error) {
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause);
  return error instanceof Error ? error.message : String(error);
}
