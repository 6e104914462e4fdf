/**
 * `npm run check`: the checks that need nothing to run beside them, two at a time, the longest first. Prints what each
 * has to say when it has ended; fails when one did, after all have ended.
 */
import { messageOf } from './lib/failure.mjs';
import { PROJECT_DIRECTORY } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { runOnSupportedNode } from './lib/runtime.mjs';

/** Scripts `check:…` of package.json, the longest first, so that the short ones fill the gaps. */
const STEPS = ['lint', 'types', 'imports', 'openapi', 'unused', 'format', 'dependencies'];
const AT_A_TIME = 2;
/** A step takes a minute or two; on a crowded machine many times that. */
const STEP_LIMIT_MS = 20 * 60 * 1000;

/** @returns {Promise<boolean>} whether the step found nothing */
async function passes(step) {
  const startedAt = Date.now();
  const say = (word, said) => {
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    process.stdout.write(`check:${step} ${word} after ${seconds} s\n${said === '' ? '' : `${said}\n`}`);
  };
  let output = '';
  const onOutput = (text) => {
    output += text;
  };
  try {
    const options = { cwd: PROJECT_DIRECTORY, limitMs: STEP_LIMIT_MS, onOutput };
    await run('npm', ['run', '--silent', `check:${step}`], options);
    say('passed', output.trim());
    return true;
  } catch (error) {
    say('FAILED', output.trim() || messageOf(error));
    return false;
  }
}

await runOnSupportedNode(async () => {
  const waiting = [...STEPS];
  const failed = [];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (!(await passes(step))) failed.push(step);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  if (failed.length > 0) process.stdout.write(`Failed: ${failed.map((step) => `check:${step}`).join(', ')}\n`);
  return failed.length === 0 ? 0 : 1;
});
