import type { Command } from 'commander';

/** `corridor demo …`: what takes days, seen in a minute. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('Show what takes long, on a clock that jumps')
    .command('retries')
    .description('The retries of one delivery to a receiver that is down: 32 hours in a minute')
    .action(async () => {
      // Loaded here alone: it loads the SDK's worker, which other commands need not wait for.
      const { demonstrateRetries } = await import('../demo/retries.js');
      await demonstrateRetries((line) => console.log(line));
    });
}
