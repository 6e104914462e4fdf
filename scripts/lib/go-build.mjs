import { inProject } from './project.mjs';
import { findOnPath, run } from './run.mjs';
import { OLDEST_GO } from './versions.mjs';

const ASK_LIMIT_MS = 60_000;
const BUILD_LIMIT_MS = 40 * 60 * 1000;

function isAtLeast(version, oldest) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/**
 * @returns {Promise<string|null>} the Go command, when one is installed that is new enough
 */
export async function findGo() {
  const command = findOnPath('go');
  if (command === null) return null;
  try {
    // Asked outside the module folders, so that go reports itself and not the toolchain that a go.mod would select.
    const version = await run(command, ['env', 'GOVERSION'], { cwd: inProject('scripts'), limitMs: ASK_LIMIT_MS });
    return isAtLeast(version.trim().replace(/^go/, ''), OLDEST_GO) ? command : null;
  } catch {
    return null;
  }
}

/**
 * Builds programs of other Go modules, at the versions that scripts/go/<module>/go.mod and go.sum pin.
 * @param {{go: string, module: string, programs: {source: string, output: string, linkerFlags?: string}[]}} what
 *   source is a Go package path, output an absolute file name, linkerFlags such as -X name=value
 */
export async function buildWithGo({ go, module, programs }) {
  for (const { source, output, linkerFlags = '' } of programs) {
    // Without cgo the program runs on any system of this kind; without symbols it is a third smaller.
    const args = [
      'build',
      '-mod=readonly',
      '-trimpath',
      '-buildvcs=false',
      `-ldflags=-s -w ${linkerFlags}`,
      '-o',
      output,
      source,
    ];
    await run(go, args, {
      cwd: inProject('scripts', 'go', module),
      env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' },
      limitMs: BUILD_LIMIT_MS,
    });
  }
}
