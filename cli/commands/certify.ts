import { randomInt } from 'node:crypto';
import type { Command } from 'commander';
import { certify, type Candidate, type Payee } from '../../activities/partners/laboratory/certify';
import type { ExchangeProgress } from '../../activities/partners/laboratory/file-exchange';
import { storeCertificate, auditExamination } from '../../db/payments/dispatch/certificates';
import {
  countOutcomes,
  type LaboratoryReport,
  type ScenarioOutcome,
  type ScenarioResult,
} from '../../domain/payments/dispatch/certificate';
import { openSettings } from '../../domain/payments/dispatch/adapters';
import { BIC_PATTERN } from '../../domain/payments/instruction/bank-account';
import { shownProfile, type ShownRule } from '../../domain/payments/iso20022/shown-profile';
import { actor } from '../actor';
import { contextOf, isJson, printResult, progressOf, UsageError, withVault } from '../context';
import { tableOf, terminalWidth, type Column } from '../table';
import { candidateOf, type TargetOptions } from './certify-target';
import { wholeNumberBetween } from './values';

/** What `corridor partners certify` takes. */
export interface CertifyOptions extends TargetOptions {
  seed?: number;
  currency: string;
  country: string;
  account: string;
  bic?: string | undefined;
}

/** Seeds are easy to type. */
const MAX_SEED = 999_999;
/** Some banks answer test orders on the next day. */
const MAX_WAIT_SECONDS = 2 * 86_400;
/** The payee of the orders where no other one is named: an account in the United States. */
export const PAYEE = { currency: 'USD', country: 'US', account: '9876543210', bic: 'BOFAUS3N' };

const SIGNS: Readonly<Record<ScenarioOutcome, string>> = {
  passed: 'ok',
  warned: 'note',
  failed: 'FAULT',
  skipped: '-',
};

/** One line of a scenario, and one of what was found. */
function linesOf({ scenario, title, outcome, fault, message }: ScenarioResult): string[] {
  const found = message === null ? [] : [`       ${fault === null ? '' : `${fault}: `}${message}`];
  return [`${SIGNS[outcome].padEnd(6)} ${scenario}: the partner ${title}`, ...found];
}

/**
 * The payee of the laboratory's orders.
 * @throws UsageError naming every faulty option
 */
function payeeOf({ currency, country, account, bic }: CertifyOptions): Payee {
  const swiftBic = bic ?? (country === PAYEE.country ? PAYEE.bic : null);
  const faults = [
    ...(/^[A-Z]{3}$/.test(currency) ? [] : ['--currency must be a code of ISO 4217']),
    ...(/^[A-Z]{2}$/.test(country) ? [] : ['--country must be a code of two letters']),
    ...(swiftBic === null || BIC_PATTERN.test(swiftBic) ? [] : ['--bic must be a BIC of 8 or 11 characters']),
  ];
  if (faults.length > 0) throw new UsageError(`${faults.join('; ')}.`);
  return { currency, country, accountNumber: account, swiftBic };
}

/** The rules by which orders to a bank by files are written, as a table; empty for other partners. */
function profileLines({ settings: { adapter, config } }: Candidate): string[] {
  const settings = adapter === 'iso20022' ? openSettings(adapter, config) : null;
  if (settings?.kind !== 'sound') return [];
  const columns: Column<ShownRule>[] = [
    { title: 'RULE', of: ({ member }) => member },
    { title: 'FROM', of: ({ from }) => from },
    { title: 'WHAT IT DOES', of: ({ says }) => says },
  ];
  const rules = tableOf(shownProfile(settings.config, new Date()), columns, terminalWidth());
  return [`Orders are written by the profile ${settings.config.profile}.`, ...rules];
}

/** Prints a report of the laboratory: as JSON, or its counts and faults. */
function printReport(
  command: Command,
  report: LaboratoryReport,
  kept: { id: string; hash: string; signature: string },
): void {
  const { verdict, seed, results } = report;
  const faults = results.flatMap(({ scenario, outcome, fault, message }) =>
    outcome === 'failed' ? [{ scenario, fault, message }] : [],
  );
  if (isJson(command)) {
    printResult(command, { ...kept, ...report, passed: verdict === 'passed', faults });
    return;
  }
  const { passed, warned, failed, skipped } = countOutcomes(results);
  console.log(
    `${verdict.toUpperCase()}: ${passed} passed, ${warned} with a note, ${failed} failed, ${skipped} skipped (seed ${seed})`,
  );
  console.log(`report ${kept.id}, SHA-256 ${kept.hash}`);
}

/**
 * Runs the laboratory on a partner and stores the signed report.
 * @param say prints a line of progress
 * @throws UsageError saying what is missing, or would be unsafe
 * Source: docs/GAPS.md#P20
 */
export async function examine(
  options: CertifyOptions,
  command: Command,
  say: (line: string) => void,
): Promise<{ report: LaboratoryReport; kept: Awaited<ReturnType<typeof storeCertificate>> }> {
  const payee = payeeOf(options);
  const onProgress = ({ orders, answered, files }: ExchangeProgress): void =>
    say(`${answered} of ${orders} orders answered, ${files} files read`);
  const candidate = await candidateOf({ ...options, onProgress }, payee, command);
  const { partnerId, url } = candidate;
  const seed = options.seed ?? randomInt(MAX_SEED) + 1;
  await withVault(contextOf(command), (database) =>
    auditExamination(database, { partnerId, url: url ?? '', seed, actor: actor() }),
  );
  const mark =
    candidate.files === null
      ? 'each has the header X-Corridor-Laboratory'
      : `answers are awaited for at most ${candidate.files.answersMs / 1_000} seconds`;
  for (const line of profileLines(candidate)) say(line);
  say(`Orders over a few ${payee.currency} go to ${url}; ${mark}.`);
  const report = await certify(candidate, {
    seed,
    onResult: (result) => linesOf(result).forEach(say),
  });
  const kept = await withVault(contextOf(command), (database, vault) =>
    storeCertificate(database, vault, { report, actor: actor() }),
  );
  return { report, kept };
}

async function runCertify(options: CertifyOptions, command: Command): Promise<void> {
  const { report, kept } = await examine(options, command, progressOf(command));
  printReport(command, report, kept);
  if (report.verdict === 'failed') process.exitCode = 1;
}

/** Adds `corridor partners certify`. Source: docs/GAPS.md#P20 */
export function addCertify(partners: Command): void {
  partners
    .command('certify')
    .description(
      'Test a partner (adapter http, described or iso20022) with faults, and keep the signed report; exits with 1 if it fails',
    )
    .option(
      '--partner <name>',
      'id or name of the partner, whose address and credentials are used; a live one of the adapter http must be disabled',
    )
    .option('--url <address>', 'address to examine without a partner, or another path at the address of the partner')
    .option(
      '--test-partner <name>',
      "for a live partner of the adapters described and iso20022: the one of the test side at the bank's test environment, with the same settings",
    )
    .option(
      '--wait <seconds>',
      'how long answers of a partner of the adapter iso20022 are awaited; by default 600, by SFTP at least 20 polls',
      wholeNumberBetween(1, MAX_WAIT_SECONDS),
    )
    .option(
      '--seed <n>',
      'repeats the order of the scenarios and the amounts of an earlier report',
      wholeNumberBetween(1, MAX_SEED),
    )
    .option(
      '--secret-file <file>',
      'with --url alone: file with the signing secret; without it signatures are not examined',
    )
    .option('--currency <code>', 'currency of the orders', PAYEE.currency)
    .option('--country <code>', 'country of the payee', PAYEE.country)
    .option('--account <number>', 'account of the payee, or IBAN', PAYEE.account)
    .option('--bic <code>', 'BIC of the payee')
    .option('--json', 'print one JSON object')
    .action(runCertify);
}
