import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import { runCommand, sayFault } from './program';

/**
 * Resources that a failed command left open end with it: the supervisor of a process that cannot start waits for its end
 * to start it again.
 */
const END_MS = 1_000;

/** The version of the package that this file is a compiled part of. */
function packageVersion(): string {
  const file = path.join(__dirname, '..', '..', 'package.json');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}

const program = new Command('corridor').version(packageVersion(), '-V, --version', 'print the version');

runCommand(program, process.argv.slice(2)).catch((fault: unknown) => {
  sayFault(fault);
  process.exitCode = 1;
  setTimeout(() => process.exit(), END_MS).unref();
});
