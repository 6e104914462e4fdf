import { existsSync } from 'node:fs';
import { withCheckoutLock } from './cache.mjs';
import { SetUpError } from './failure.mjs';
import { PROJECT_DIRECTORY, inProject } from './project.mjs';
import { run } from './run.mjs';

const BUILD_LIMIT_MS = 10 * 60 * 1000;

/**
 * Compiles the project into dist/, one build at a time.
 * @throws SetUpError with the compiler's words when it fails
 */
export async function buildProject() {
  const script = inProject('scripts', 'build.mjs');
  if (!existsSync(script)) return;
  await withCheckoutLock('build', 'Compiling the project', async () => {
    try {
      await run(process.execPath, [script], { cwd: PROJECT_DIRECTORY, limitMs: BUILD_LIMIT_MS });
    } catch (error) {
      throw new SetUpError(`The project cannot be compiled.\n${error.message}`, { cause: error });
    }
  });
}
