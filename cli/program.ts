import type { Command } from 'commander';
import { CELLS } from '../domain/ids';
import { nameCellInIds } from '../lib/ids';
import { oneOf, readSecretFiles } from '../process/environment';
import { addActAs } from './act-as';
import { UsageError } from './context';
import { reportEveryFault } from './option-faults';

interface ListedCommand {
  /** What the help says of it. */
  summary: string;
  /** Loads what adds it to the program. */
  load: () => Promise<(program: Command) => void>;
}

/** Each command by its first word, in the order of the help. */
const COMMANDS: Readonly<Record<string, ListedCommand>> = {
  up: {
    summary: 'Run Postgres, Temporal, the API and the workers on this machine and play the main story',
    load: async () => (await import('./up.js')).addUpCommand,
  },
  serve: {
    summary: 'Run the API, the workers with their relay, or both in one process',
    load: async () => (await import('./serve.js')).addServeCommand,
  },
  migrate: {
    summary: 'Bring the database schema and the search attributes of Temporal up to date',
    load: async () => (await import('./migrate.js')).addMigrateCommand,
  },
  backup: {
    summary: 'Write a backup of the database, or check that one restores',
    load: async () => (await import('./commands/backup.js')).addBackupCommand,
  },
  archive: {
    summary: 'Move payments that ended long ago out of the tables that are searched',
    load: async () => (await import('./commands/archive.js')).addArchiveCommands,
  },
  restored: {
    summary: 'Continue after Postgres was restored to an earlier moment: nothing is paid twice',
    load: async () => (await import('./commands/restored.js')).addRestoredCommand,
  },
  keys: {
    summary: 'API keys',
    load: async () => (await import('./commands/keys.js')).addKeyCommands,
  },
  partners: {
    summary: 'Settlement partners',
    load: async () => (await import('./commands/partners.js')).addPartnerCommands,
  },
  routes: {
    summary: 'Routes to settlement partners',
    load: async () => (await import('./commands/routes.js')).addRouteCommands,
  },
  calendars: {
    summary: 'Days on which countries and payment systems are closed',
    load: async () => (await import('./commands/calendars.js')).addCalendarCommands,
  },
  countries: {
    summary: 'Blocked countries',
    load: async () => (await import('./commands/countries.js')).addCountryCommands,
  },
  compliance: {
    summary: 'What live payments are screened with',
    load: async () => (await import('./commands/compliance.js')).addComplianceCommands,
  },
  statements: {
    summary: 'Bank statements of partners',
    load: async () => (await import('./commands/statements.js')).addStatementCommands,
  },
  accounts: {
    summary: 'Accounts of clients',
    load: async () => (await import('./commands/accounts.js')).addAccountCommands,
  },
  approvals: {
    summary: 'Actions that need a second person',
    load: async () => (await import('./commands/approvals.js')).addApprovalCommands,
  },
  users: {
    summary: 'People who use the console',
    load: async () => (await import('./commands/users.js')).addUserCommands,
  },
  'lock-outs': {
    summary: 'Keys locked out after too many refusals',
    load: async () => (await import('./commands/lock-outs.js')).addLockOutCommands,
  },
  payments: {
    summary: "Waiting payments and operators' decisions",
    load: async () => (await import('./commands/payments.js')).addPaymentCommands,
  },
  batches: {
    summary: 'Batches of payments, sent as a client',
    load: async () => (await import('./commands/batches.js')).addBatchCommands,
  },
  flags: {
    summary: "Flags that need an operator's attention",
    load: async () => (await import('./commands/flags.js')).addFlagCommands,
  },
  audit: {
    summary: 'The audit log',
    load: async () => (await import('./commands/audit.js')).addAuditCommands,
  },
  cases: {
    summary: 'Contradictions about money, by partner and kind',
    load: async () => (await import('./commands/cases.js')).addCaseCommands,
  },
  erasure: {
    summary: 'Erasure of personal data on request',
    load: async () => (await import('./commands/erasure.js')).addErasureCommands,
  },
  events: {
    summary: 'Events of an account',
    load: async () => (await import('./commands/events.js')).addEventCommands,
  },
  trigger: {
    summary: 'Publish a sample of an event on the test side',
    load: async () => (await import('./commands/events.js')).addTriggerCommand,
  },
  listen: {
    summary: 'Print events of the test side as they occur and forward them, signed, to a receiver on this machine',
    load: async () => (await import('./commands/listen.js')).addListenCommand,
  },
  mcp: {
    summary: 'Serve the tools of the API to an agent on this machine (Model Context Protocol)',
    load: async () => (await import('./commands/mcp.js')).addMcpCommand,
  },
  webhooks: {
    summary: 'Subscriptions and what their receivers answer',
    load: async () => (await import('./commands/webhooks.js')).addWebhookCommands,
  },
  drills: {
    summary: 'Drills of webhook receivers on the test side',
    load: async () => (await import('./commands/drills.js')).addDrillCommands,
  },
  import: {
    summary: 'Import reference data: nomenclature, schedules, VAT, statistics, search vocabulary, watch lists',
    load: async () => (await import('./import.js')).addImportCommand,
  },
  data: {
    summary: 'Official publications of reference data',
    load: async () => (await import('./data.js')).addDataCommands,
  },
  doctor: {
    summary: 'Check this machine and the service, and print remedies',
    load: async () => (await import('./commands/doctor.js')).addDoctorCommand,
  },
  demo: {
    summary: 'Demonstrations of slow and rare events',
    load: async () => (await import('./commands/demo.js')).addDemoCommand,
  },
};

/**
 * Describes the program to commander. Only requested commands are loaded, because loading all is slow; the others have
 * a name and a summary, which is all that the help shows.
 * @param program without commands yet
 */
export async function describeProgram(
  program: Command,
  asked: readonly string[] = Object.keys(COMMANDS),
): Promise<void> {
  program
    .description('Cross-border payments, HS codes, tariffs and trade documents on durable workflows')
    .option('--data-dir <dir>', 'data directory of the local service', '.corridor');
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    if (asked.includes(name)) (await load())(program);
    else program.command(name);
    program.commands.find((command) => command.name() === name)?.description(summary);
  }
  addActAs(program);
}

/**
 * Runs the command that the words name.
 * @param program without commands yet
 * @throws what the command throws; `sayFault` prints it
 */
export async function runCommand(program: Command, words: readonly string[]): Promise<void> {
  await describeProgram(program, words);
  reportEveryFault(program);
  readSecretFiles(process.env);
  // Commands make ids, too: a drill, an event, a recovery.
  nameCellInIds(oneOf(process.env, 'CELL', CELLS));
  await program.parseAsync(words, { from: 'user' });
}

/** Says on standard error why a command has failed. */
export function sayFault(fault: unknown): void {
  const message = fault instanceof Error ? fault.message : String(fault);
  console.error(fault instanceof UsageError || process.env['LOG_LEVEL'] !== 'debug' ? message : fault);
}
