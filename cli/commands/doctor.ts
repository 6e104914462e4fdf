import type { Command } from 'commander';
import { DataDir } from '../place';
import { printLines } from './values';

/** Runs `corridor doctor`; exits with 1 if anything is faulty. */
async function runDoctor(_options: unknown, command: Command): Promise<void> {
  const global: Record<string, unknown> = command.optsWithGlobals();
  // Loaded here alone: it brings the driver of the browser, which is large.
  const { examine } = await import('../doctor/examine.js');
  const findings = await examine(new DataDir(String(global['dataDir'])));
  const healthy = findings.every(({ status }) => status !== 'fault');
  printLines(command, { healthy, findings }, [
    ...findings.flatMap(({ name, status, found, todo }) => [
      `${status.padEnd(8)} ${name.padEnd(9)} ${found}`,
      ...(todo === null ? [] : [`${' '.repeat(19)}-> ${todo}`]),
    ]),
  ]);
  if (!healthy) process.exitCode = 1;
}

/** `corridor doctor`: exits with 1 when something keeps the service from working. Source: docs/GAPS.md#commands */
export function addDoctorCommand(program: Command): void {
  program.command('doctor').option('--json', 'print one JSON object').action(runDoctor);
}
