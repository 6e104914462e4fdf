import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { certify, type Payee } from '../../activities/partners/laboratory/certify';
import { httpCandidate, type HttpTarget } from '../../activities/partners/laboratory/http-candidate';
import { isDisabledNow } from '../../db/administration/certified-partner';
import { keepCertificate, noteExamination } from '../../db/payments/dispatch/certificates';
import { findPartner, livePartnerSecrets } from '../../db/payments/dispatch/partners';
import {
  countOutcomes,
  type LaboratoryReport,
  type ScenarioOutcome,
  type ScenarioResult,
} from '../../domain/payments/dispatch/certificate';
import { BIC_PATTERN } from '../../domain/payments/instruction/bank-account';
import { actor } from '../actor';
import { contextOf, isJson, knownPublicUrl, printResult, UsageError, withVault } from '../context';
import { existing } from './managed';
import { between } from './values';

interface CertifyOptions {
  url?: string;
  partner?: string;
  seed?: number;
  secretFile?: string;
  currency: string;
  country: string;
  account: string;
  bic?: string;
}

/** Seeds are easy to type. */
const MAX_SEED = 999_999;
/** The built-in payee is an account in the United States. */
const PAYEE = { currency: 'USD', country: 'US', account: '9876543210', bic: 'BOFAUS3N' };

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

function addressOf(text: string): string {
  const isAddress = /^https?:\/\//.test(text) && URL.canParse(text);
  // Reports and the audit log keep the address.
  if (!isAddress || new URL(text).search !== '' || new URL(text).username !== '' || new URL(text).password !== '') {
    throw new UsageError(
      '--url must be an address that begins with http:// or https://, without a query and credentials.',
    );
  }
  return text.replace(/\/+$/, '');
}

async function secretOf({ secretFile }: CertifyOptions): Promise<string | null> {
  if (secretFile === undefined) return null;
  const text = await readFile(secretFile, 'utf8').catch(() => {
    throw new UsageError(`${secretFile} cannot be read.`);
  });
  return text.trim();
}

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

async function targetOf(options: CertifyOptions, command: Command): Promise<HttpTarget> {
  const publicUrl = knownPublicUrl(contextOf(command)) ?? 'https://corridor.invalid';
  const common = { publicUrl, payee: payeeOf(options) };
  const given = options.url === undefined ? undefined : addressOf(options.url);
  if (options.partner === undefined) {
    if (given === undefined) throw new UsageError('Name the partner: --partner ID, or --url ADDRESS.');
    return { ...common, partnerId: null, url: given, secret: await secretOf(options) };
  }
  const name = options.partner;
  return withVault(contextOf(command), async (database, vault) => {
    const { id } = await existing(database, 'partner', name);
    const partner = await findPartner(database, id);
    if (partner?.adapter !== 'http') {
      throw new UsageError(`The laboratory examines partners of the adapter http; ${name} has another one.`);
    }
    if (partner.environment === 'live' && !(await isDisabledNow(database, id))) {
      throw new UsageError(
        `${name} is live and enabled: some fifty signed orders would go to it. Disable it first ` +
          `("corridor partners disable ${id}"), or examine its test system with --url and --secret-file.`,
      );
    }
    const own = String(partner.config['url']);
    const url = given ?? own;
    // Whoever types the command must not have the partner's secret sign what goes elsewhere.
    if (new URL(url).origin !== new URL(own).origin) {
      throw new UsageError(
        `--url is not at the address of ${name}, so its secret signs nothing for it. ` +
          'Leave out --partner and use --url with --secret-file.',
      );
    }
    const [secret = null] = await livePartnerSecrets(database, vault, id, new Date());
    const settings = { adapter: partner.adapter, config: { ...partner.config, url } };
    return { ...common, partnerId: id, settings, url, secret };
  });
}

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

async function examine(options: CertifyOptions, command: Command): Promise<void> {
  const target = await targetOf(options, command);
  const seed = options.seed ?? randomInt(MAX_SEED) + 1;
  await withVault(contextOf(command), (database) =>
    noteExamination(database, { partnerId: target.partnerId, url: target.url, seed, actor: actor() }),
  );
  const say = (line: string): void => (isJson(command) ? console.error(line) : console.log(line));
  say(`Orders over a few ${target.payee.currency} go to ${target.url}; each has the header X-Corridor-Laboratory.`);
  const report = await certify(httpCandidate(target), {
    seed,
    onResult: (result) => linesOf(result).forEach(say),
  });
  const kept = await withVault(contextOf(command), (database, vault) =>
    keepCertificate(database, vault, { report, actor: actor() }),
  );
  printReport(command, report, kept);
  if (report.verdict === 'failed') process.exitCode = 1;
}

/** `corridor partners certify`. Source: docs/GAPS.md#P20 */
export function addCertify(partners: Command): void {
  partners
    .command('certify')
    .description(
      'Examine a partner of the adapter http with faults, and keep the signed report; exits with 1 where it fails',
    )
    .option(
      '--partner <name>',
      'id or name of the partner, disabled where it is live: its address and signing secret are used',
    )
    .option('--url <address>', 'address to examine without a partner, or another path at the address of the partner')
    .option(
      '--seed <n>',
      'repeats the order of the scenarios and the amounts of an earlier report',
      between(1, MAX_SEED),
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
    .action(examine);
}
