import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const versions = readFileSync(path.join(__dirname, '..', '..', 'scripts', 'lib', 'versions.mjs'), 'utf8');
const TEMPORAL_CLI_VERSION = /TEMPORAL_CLI_VERSION = '([^']+)'/.exec(versions)?.[1] ?? '';

const LIBRARY = path.join(__dirname, '..', '..', 'scripts', 'lib');
const addressOf = (file: string): string => JSON.stringify(pathToFileURL(path.join(LIBRARY, file)).href);

/** Runs an expression over the modules in a process of its own: it is no part of what jest compiles. */
async function evaluate(expression: string, environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const script = `import * as download from ${addressOf('download.mjs')};
    import * as progress from ${addressOf('progress.mjs')};
    try { console.log(String(${expression})); } catch (fault) { console.log(fault.message); }`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...environment },
  });
  return stdout.trim();
}

describe('a downloaded program', () => {
  it.each([
    ['https://temporal.download/a.tar.gz', 'https://temporal.download/a.tar.gz'],
    ['http://temporal.download/a.tar.gz', 'http://temporal.download is not where this program comes from'],
    ['https://elsewhere.example/a', 'https://elsewhere.example is not where this program comes from'],
  ])('comes over TLS from where it is made: %s', async (address, answer) => {
    expect(await evaluate(`download.trustedAddress(${JSON.stringify(address)})`)).toBe(answer);
  });

  it('is the one that was looked at, where its hash is known', async () => {
    const check = (found: string) => `download.checkArchive({ name: 'cli', found: '${found}', known: { cli: 'aa' } })`;
    expect(await evaluate(check('aa'))).toBe('true');
    expect(await evaluate(check('bb'))).toBe('cli is not the archive that was looked at (SHA-256 bb)');
  });

  it('is refused where only checked ones may be run', async () => {
    const expression = "download.checkArchive({ name: 'cli', found: 'bb', known: {} })";
    const answerUnder = (CORRIDOR_VERIFIED_ONLY: string, CI: string) =>
      evaluate(expression, { CORRIDOR_VERIFIED_ONLY, CI });
    const refusal = 'the hash of cli is not known, so it is not run';
    expect([await answerUnder('', ''), await answerUnder('0', 'true')]).toEqual(['false', 'false']);
    expect([await answerUnder('1', ''), await answerUnder('', 'true')]).toEqual([refusal, refusal]);
  });

  it('is known by its hash in the version that the set-up fetches', async () => {
    for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']) {
      const name = `cli-v${TEMPORAL_CLI_VERSION}-${platform}`;
      expect(await evaluate(`download.checkArchive({ name: '${name}', found: 'bb' })`)).toContain('is not the archive');
    }
  });
});

describe('a step of the set-up', () => {
  it('ceases to promise its usual time when it takes far longer', async () => {
    const at = (expectation: string, seconds: number) =>
      `progress.describeTask({ title: 'Fetching', expectation: '${expectation}', percent: null }, ${seconds})`;
    const words = [at('about 2 minutes, once', 240), at('about 2 minutes, once', 241), at('once', 999)];
    expect(await evaluate(`[${words.join(', ')}].join('|')`)).toBe(
      'Fetching … 240 s (about 2 minutes, once)|' +
        'Fetching … 241 s (longer than usual; the network or this machine is slow)|Fetching … 999 s (once)',
    );
  });
});
