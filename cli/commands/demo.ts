import type { Command } from 'commander';
import { UsageError } from '../context';
import { DataDir } from '../place';

async function showRetries(): Promise<void> {
  // Loaded here alone: it loads the SDK's worker, which other commands need not wait for.
  const { demonstrateRetries } = await import('../demo/retries.js');
  await demonstrateRetries((line) => console.log(line));
}

/** Runs `corridor demo endings` against the service of the data directory. */
async function showEndings(_options: object, command: Command): Promise<void> {
  const { dataDir } = command.optsWithGlobals<{ dataDir: string }>();
  const run = new DataDir(dataDir).readRun();
  if (run === null) {
    throw new UsageError(
      `No running Corridor was found in ${dataDir}. Start one with "npm start", or name its --data-dir.`,
    );
  }
  const { playEveryEnding } = await import('../demo/endings.js');
  await playEveryEnding({ ...run, print: (line) => console.log(line) });
}

/** Adds `corridor demo …`: what takes days, or rarely happens, in a minute. */
export function addDemoCommand(program: Command): void {
  const demo = program.command('demo');
  demo
    .command('retries')
    .description('The retries of one delivery to a receiver that is down, on a clock that jumps: 32 hours in a minute')
    .action(showRetries);
  demo
    .command('endings')
    .description('Every outcome of a payment, a hold, a resubmission and a bank statement, on the running service')
    .action(showEndings);
}
