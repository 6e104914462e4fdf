import type { Seconds } from './timed';

type Task = (...args: [string, string, string]) => Promise<Seconds>;

/** Each loads what it needs alone, since its memory is measured. */
const TASKS: Readonly<Record<string, () => Promise<Task>>> = {
  write: async () => (await import('./write-orders.js')).writeOrders,
  parse: async () => (await import('./parse-file.js')).parseFile,
  match: async () => (await import('./match-statement.js')).matchStatement,
};

async function main(): Promise<void> {
  const [name = '', first = '', second = '', third = ''] = process.argv.slice(2);
  const task = await TASKS[name]?.();
  if (task === undefined) throw new Error(`there is no task ${name}`);
  const seconds = await task(first, second, third);
  process.send?.({ seconds, peakBytes: process.resourceUsage().maxRSS * 1024 });
}

void main().catch((fault: unknown) => {
  console.error(fault);
  process.exitCode = 1;
});
