import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { isDisabledNow } from '../../db/administration/certified-partner';
import { findManaged, listManaged, type Entry } from '../../db/administration/directory';
import { registerPartner } from '../../db/administration/registry';
import type { Database } from '../../db/database';
import { readBankCredential } from '../../db/payments/dispatch/bank-credentials';
import { isCertified } from '../../db/payments/dispatch/certificates';
import { findPartner, type Partner } from '../../db/payments/dispatch/partners';
import { adapterOf } from '../../domain/payments/dispatch/adapters';
import { settingsHash } from '../../domain/payments/dispatch/certificate';
import type { Vault } from '../../lib/vault';
import { actor } from '../actor';
import { isJson, printResult, progressOf, UsageError } from '../context';
import { addResult } from './answer';
import { readCredential } from './bank-credentials';
import { examine } from './certify';
import { completeAnswers, withAddress, type Answers } from './connect-answers';
import { performCommand } from './guarded';
import { withReason } from './managed';
import { prepareFor } from './prepare-directory';
import { readDocument } from './try-description';

/** Routes of an installation, of which those of one partner are looked for. */
const MAX_ROUTES = 1_000;

/** What a run works with. */
interface Run {
  command: Command;
  database: Database;
  vault: Vault;
  answers: Answers;
  reason: string | undefined;
  /** What is made so far, for the last line. */
  made: Record<string, unknown>;
  say: (line: string) => void;
}

/** The partner of the answers: the existing one of that name, whose settings must be the same, or a new one. */
async function findOrCreatePartner({ database, vault, answers, reason, made, say }: Run): Promise<Partner> {
  const { name } = answers.partner;
  const known = await findManaged(database, 'partner', name);
  if (known === null) {
    const asked = { ...answers.partner, endpointLimits: true };
    const { row, key, secret } = await registerPartner(database, vault, asked, { actor: actor(), held: null, reason });
    Object.assign(made, { id: row.id, key, secret });
    say(`partner ${row.id} is made`);
  }
  const partner = await findPartner(database, String(known?.id ?? made['id']));
  if (partner === null) throw new UsageError(`There is no partner ${name}.`);
  const { adapter, environment } = answers.partner;
  if (partner.environment !== environment || settingsHash(partner) !== settingsHash(answers.partner)) {
    throw new UsageError(
      `There is a partner ${name} with other settings. Change them with "corridor partners update --partner ${partner.id}", ` +
        `or connect one of another name.`,
    );
  }
  Object.assign(made, { id: partner.id, environment, adapter });
  return partner;
}

/**
 * Sets the credentials of the answers; a change that needs a second person is proposed.
 * @returns whether all of them are set
 */
async function setCredentials(
  { command, database, vault, answers, reason, say }: Run,
  partner: Partner,
): Promise<boolean> {
  let isComplete = true;
  for (const [name, file] of Object.entries(answers.credentials)) {
    const secret = readCredential(file);
    if ((await readBankCredential(database, vault, partner, name)) === secret) {
      say(`credential ${name} stays`);
      continue;
    }
    const how = { reason, secret, showSecret: () => ({}) };
    const done = await performCommand(command, 'partner.credential_set', { partnerId: partner.id, name }, how);
    isComplete &&= done !== null;
    if (done !== null) say(`credential ${name} is set`);
  }
  return isComplete;
}

/**
 * Whether the laboratory allows the partner to get payments: it has passed, now or before, or there is nothing to
 * examine.
 */
async function hasPassed({ command, database, vault, answers, made, say }: Run, partner: Partner): Promise<boolean> {
  if (adapterOf(partner)?.examination === null) return true;
  // A person has decided without a report.
  if (partner.environment === 'live' && !(await isDisabledNow(database, partner.id))) return true;
  if (await isCertified(database, () => vault, partner)) return true;
  const { report, kept } = await examine({ ...answers.examination, partner: partner.id }, command, say);
  Object.assign(made, { certificate: kept.id, verdict: report.verdict });
  return report.verdict === 'passed';
}

/** @returns whether the partner is enabled, which one of the test side always is; it is proposed where two people decide */
async function isEnabled({ command, database, reason }: Run, { id }: Partner): Promise<boolean> {
  if (!(await isDisabledNow(database, id))) return true;
  const request = { kind: 'partner', id, isDisabled: false } as const;
  return (await performCommand(command, 'managed.switched', request, { reason })) !== null;
}

/** Whether a route has what an answer says; amounts are stored as decimal text. */
function hasMember(route: Entry, [name, value]: [string, unknown]): boolean {
  return isDeepStrictEqual(route[name], value) || (typeof value === 'number' && Number(route[name]) === value);
}

/** Finds or creates the route of the answers, and tells which other routes the partner has. */
async function findOrCreateRoute(
  { command, database, answers, reason, made, say }: Run,
  { id }: Partner,
): Promise<boolean> {
  const routes = await listManaged(database, 'route', { limit: MAX_ROUTES, after: null });
  const ofPartner = routes.filter(({ partner }) => partner === id);
  const wanted = Object.entries(answers.route).filter(([, value]) => value !== undefined);
  const known = ofPartner.find((route) => wanted.every((member) => hasMember(route, member)));
  const others = ofPartner.filter((route) => route !== known).map((route) => route.id);
  if (others.length > 0) say(`these routes of the partner stay as they are: ${others.join(', ')}`);
  const request = { ...answers.route, partnerId: id };
  const done = known === undefined ? await performCommand(command, 'route.created', request, { reason }) : null;
  const route = known?.id ?? done?.result.id;
  if (route === undefined) return false;
  Object.assign(made, { route });
  say(`payments in ${answers.route.currencies.join(', ')} have the route ${route}`);
  return true;
}

/**
 * Runs the steps that connect a bank, as far as they are not done.
 * @returns what a person has to do before the rest; null where all is done
 */
async function runConnect(run: Run): Promise<string | null> {
  const partner = await findOrCreatePartner(run);
  if (partner.adapter === 'iso20022') run.say(`${await prepareFor(partner)} is prepared`);
  const confirm = 'Another operator confirms the proposal. Then run this command again.';
  if (!(await setCredentials(run, partner))) return confirm;
  if (!(await hasPassed(run, partner))) {
    process.exitCode = 1;
    return 'Remove the faults, and run this command again.';
  }
  if (!(await isEnabled(run, partner))) return confirm;
  return (await findOrCreateRoute(run, partner)) ? null : confirm;
}

/** A function that asks a person on the terminal; null where there is no terminal. */
function terminal(command: Command): ((about: string) => Promise<string>) | null {
  if (isJson(command) || !process.stdin.isTTY) return null;
  return async (about) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await lines.question(`${about}\n> `);
    } finally {
      lines.close();
    }
  };
}

/** Adds `corridor partners connect`. Source: docs/GAPS.md#connect */
export function addConnect(partners: Command): void {
  const command = withReason(partners.command('connect'))
    .description(
      'Connect a bank: make the partner, prepare its directory, set its credentials, certify it, enable it, and make its route. ' +
        'Asks for what is missing; what is made already stays, so that it can be run again',
    )
    .option('--answers <file>', 'file of answers, in JSON; docs/examples/first-bank.json is one')
    .option('--base-url <address>', 'address of a described bank on this side, in place of the one in its description');
  addResult<{ answers?: string; baseUrl?: string; reason?: string }>(command, async ({ database, vault, options }) => {
    const { answers: file, baseUrl } = options;
    const given = withAddress(file === undefined ? {} : readDocument(file), baseUrl);
    const answers = await completeAnswers(given, path.dirname(file ?? '.'), terminal(command));
    const made: Record<string, unknown> = {};
    const run = { command, database, vault: await vault(), answers, reason: options.reason, made };
    try {
      const next = await runConnect({ ...run, say: progressOf(command) });
      Object.assign(made, { connected: next === null, ...(next === null ? {} : { next }) });
    } finally {
      // Key and secret of a partner are shown once, whatever comes after.
      printResult(command, made);
    }
    return null;
  });
}
