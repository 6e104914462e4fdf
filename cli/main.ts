import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import { readSecretFiles } from '../process/environment';
import { addActAs } from './act-as';
import { UsageError } from './context';
import { nameEveryFault } from './option-faults';

/**
 * What a command that failed has left open ends with it: whoever supervises a process that cannot start waits for its end,
 * to start it again.
 */
const END_MS = 1_000;

type AddCommands = (program: Command) => void;

/** What adds each command, by its first word and in the order of the help. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommands>>> = {
  up: async () => (await import('./up.js')).addUpCommand,
  serve: async () => (await import('./serve.js')).addServeCommand,
  migrate: async () => (await import('./migrate.js')).addMigrateCommand,
  keys: async () => (await import('./commands/keys.js')).addKeyCommands,
  partners: async () => (await import('./commands/partners.js')).addPartnerCommands,
  routes: async () => (await import('./commands/routes.js')).addRouteCommands,
  calendars: async () => (await import('./commands/calendars.js')).addCalendarCommands,
  countries: async () => (await import('./commands/countries.js')).addCountryCommands,
  statements: async () => (await import('./commands/statements.js')).addStatementCommands,
  accounts: async () => (await import('./commands/accounts.js')).addAccountCommands,
  approvals: async () => (await import('./commands/approvals.js')).addApprovalCommands,
  users: async () => (await import('./commands/users.js')).addUserCommands,
  'lock-outs': async () => (await import('./commands/lock-outs.js')).addLockOutCommands,
  payments: async () => (await import('./commands/payments.js')).addPaymentCommands,
  flags: async () => (await import('./commands/flags.js')).addFlagCommands,
  audit: async () => (await import('./commands/audit.js')).addAuditCommands,
  cases: async () => (await import('./commands/cases.js')).addCaseCommands,
  erasure: async () => (await import('./commands/erasure.js')).addErasureCommands,
  events: async () => (await import('./commands/events.js')).addEventCommands,
  trigger: async () => (await import('./commands/events.js')).addTriggerCommand,
  listen: async () => (await import('./commands/listen.js')).addListenCommand,
  webhooks: async () => (await import('./commands/webhooks.js')).addWebhookCommands,
  import: async () => (await import('./import.js')).addImportCommand,
  data: async () => (await import('./data.js')).addDataCommands,
  doctor: async () => (await import('./commands/doctor.js')).addDoctorCommand,
  demo: async () => (await import('./commands/demo.js')).addDemoCommand,
  completion: async () => (await import('./commands/completion.js')).addCompletionCommand,
};

/** The commands that are asked for, since loading one is quick and loading all is not; all where all are to be told of. */
function namesIn(words: readonly string[]): readonly string[] {
  const asked = words.filter((word) => Object.hasOwn(COMMANDS, word));
  return asked.length === 0 || asked.includes('completion') ? Object.keys(COMMANDS) : asked;
}

/** The version of the package that this file is a compiled part of. */
function packageVersion(): string {
  const file = path.join(__dirname, '..', '..', 'package.json');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}

async function main(): Promise<void> {
  const program = new Command('corridor')
    .description('Cross-border payments, HS codes, tariffs and trade documents on durable workflows')
    .version(packageVersion(), '-V, --version', 'print the version')
    .option('--data-dir <dir>', 'data of the local service, to find it by', '.corridor');
  for (const name of new Set(namesIn(process.argv.slice(2)))) (await COMMANDS[name]?.())?.(program);
  addActAs(program);
  nameEveryFault(program);
  readSecretFiles(process.env);
  await program.parseAsync();
}

main().catch((fault: unknown) => {
  const message = fault instanceof Error ? fault.message : String(fault);
  console.error(fault instanceof UsageError || process.env['LOG_LEVEL'] !== 'debug' ? message : fault);
  process.exitCode = 1;
  setTimeout(() => process.exit(), END_MS).unref();
});
