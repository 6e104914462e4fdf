import type { SiteTools } from './site';

/** Something that whoever typed the command can put right. */
export class UsageError extends Error {}

function tool(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new UsageError(`${name} is not set: use "npm run chaos" or "npm run drills".`);
  }
  return value;
}

/** @returns the programs that scripts/chaos.mjs and scripts/drills.mjs have found */
export function programs(): Pick<SiteTools, 'postgresBinDir' | 'temporalCli'> {
  return { postgresBinDir: tool('CORRIDOR_POSTGRES_BIN'), temporalCli: tool('CORRIDOR_TEMPORAL_CLI') };
}

/** Ends the process with the code of its work, or with 1 and what went wrong. */
export function runCommand(work: () => Promise<number>): void {
  work().then(
    (code) => process.exit(code),
    (fault: unknown) => {
      console.error(fault instanceof UsageError ? fault.message : fault);
      process.exit(1);
    },
  );
}
