import { InvalidArgumentError, type Command } from 'commander';
import { findOrCreateAccount } from '../db/auth/accounts';
import { recordAct } from '../db/auth/audit-log';
import { createClientKey, createOperatorKey, createPartnerKey } from '../db/auth/credentials';
import { UniqueViolation } from '../db/faults';
import { createPartner, findPartner } from '../db/payments/partners';
import { createRoute } from '../db/payments/routes';
import { SCOPES, type Scope } from '../domain/auth/principal';
import { isCountry } from '../domain/countries';
import { PLANS, type Plan } from '../domain/limits/plans';
import { currencyDigits } from '../domain/money';
import { TIMELINES, type Timeline } from '../domain/payments/status';
import { ADAPTER_NAMES } from '../activities/partners/registry';
import { ACTOR, contextOf, printResult, UsageError, withDatabase } from './context';

function items(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function oneOf<Value extends string>(values: readonly Value[]): (text: string) => Value {
  return (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new InvalidArgumentError(`It must be one of ${values.join(', ')}.`);
    return found;
  };
}

function listOf<Value extends string>(values: readonly Value[]): (text: string) => Value[] {
  return (text) => items(text).map(oneOf(values));
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return value;
}

function decimal(text: string): string {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(text)) throw new InvalidArgumentError('It must be a decimal number, 0 or more.');
  return text;
}

function listWhere(isValid: (item: string) => boolean, what: string): (text: string) => string[] {
  return (text) => {
    const list = items(text);
    const wrong = list.filter((item) => item !== '*' && !isValid(item));
    if (list.length === 0 || wrong.length > 0) throw new InvalidArgumentError(`${what}: ${wrong.join(', ')}`);
    return list;
  };
}

/** An act on what belongs to no account. */
const BY_COMMAND = { actor: ACTOR, accountId: null };

interface KeyOptions {
  account: string;
  plan: Plan;
  label: string;
  live?: boolean;
  scopes?: Scope[];
  perMinute?: number;
  perHour?: number;
  perDay?: number;
  endpointLimits?: 'none';
}

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys');
  keys
    .command('create')
    .description('Make a client key; the account is made when it does not exist')
    .requiredOption('--account <name>', 'name of the account')
    .option('--plan <plan>', PLANS.join(', '), oneOf(PLANS), 'free')
    .option('--label <text>', 'what the key is for', '')
    .option('--live', 'a key of the live environment (default: test)')
    .option('--scopes <list>', `of ${SCOPES.join(', ')} (default: all)`, listOf(SCOPES))
    .option('--per-minute <n>', 'own limit of an Enterprise key', wholeNumber)
    .option('--per-hour <n>', 'own limit of an Enterprise key', wholeNumber)
    .option('--per-day <n>', 'own limit of an Enterprise key', wholeNumber)
    .option('--endpoint-limits <none>', 'none: the limits of single operations do not apply', oneOf(['none']))
    .option('--json', 'print one JSON object')
    .action(async (options: KeyOptions, command: Command) => {
      const result = await withDatabase(contextOf(command), async (database) => {
        const environment = options.live === true ? 'live' : 'test';
        const account = await findOrCreateAccount(database, options.account, environment);
        const { perMinute, perHour, perDay, scopes } = options;
        const limits = {
          ...(perMinute === undefined ? {} : { perMinute }),
          ...(perHour === undefined ? {} : { perHour }),
          ...(perDay === undefined ? {} : { perDay }),
        };
        const { environment: ofAccount, id: accountId } = account;
        const { label, plan } = options;
        const endpointLimits = options.endpointLimits !== 'none';
        const request = { accountId, environment: ofAccount, label, plan, limits, endpointLimits };
        const { id, key } = await database.transaction(async (client) => {
          const issued = await createClientKey(client, { ...request, ...(scopes === undefined ? {} : { scopes }) });
          const detail = { label, plan, scopes: scopes ?? 'all' };
          await recordAct(client, { actor: ACTOR, act: 'key.created', subject: issued.id, accountId, detail });
          return issued;
        });
        return { id, key, account: accountId };
      });
      printResult(command, result);
    });
  keys
    .command('create-operator')
    .description('Make an operator key')
    .requiredOption('--label <text>', 'who it is for')
    .option('--json', 'print one JSON object')
    .action(async (options: { label: string }, command: Command) => {
      const issued = await withDatabase(contextOf(command), async (database) => {
        const made = await createOperatorKey(database, options.label);
        const detail = { label: options.label };
        await recordAct(database, { ...BY_COMMAND, act: 'operator_key.created', subject: made.id, detail });
        return made;
      });
      printResult(command, { id: issued.id, key: issued.key });
    });
}

interface PartnerOptions {
  name: string;
  adapter: string;
  url?: string;
  endpointLimits?: 'none';
}

export function addPartnerCommands(program: Command): void {
  program
    .command('partners')
    .description('Settlement partners')
    .command('create')
    .description('Make a partner with a key and a signing secret')
    .requiredOption('--name <name>', 'name of the partner')
    .requiredOption('--adapter <adapter>', ADAPTER_NAMES.join(', '), oneOf(ADAPTER_NAMES))
    .option('--url <url>', 'base address of an http partner')
    .option('--endpoint-limits <none>', 'none: the limits of single operations do not apply', oneOf(['none']))
    .option('--json', 'print one JSON object')
    .action(async (options: PartnerOptions, command: Command) => {
      const { name, adapter } = options;
      const url = options.url ?? null;
      if (adapter === 'http' && (url === null || !/^https?:\/\//.test(url) || !URL.canParse(url))) {
        throw new UsageError('An http partner needs an address that begins with http:// or https://: --url http://…');
      }
      const result = await withDatabase(contextOf(command), async (database, vault) => {
        try {
          const partner = await createPartner(database, vault, { name, adapter, url });
          const endpointLimits = options.endpointLimits !== 'none';
          const issued = await createPartnerKey(database, { partnerId: partner.id, label: name, endpointLimits });
          const detail = { name, adapter };
          await recordAct(database, { ...BY_COMMAND, act: 'partner.created', subject: partner.id, detail });
          return { id: partner.id, key: issued.key, secret: partner.secret };
        } catch (fault) {
          if (fault instanceof UniqueViolation) throw new UsageError(`There is a partner named ${name} already.`);
          throw fault;
        }
      });
      printResult(command, result);
    });
}

interface RouteOptions {
  partner: string;
  currencies: string[];
  countries: string[];
  timelines: Timeline[];
  channel: string;
  feeFixed: string;
  feeBps: string;
  feeMin?: string;
  feeMax?: string;
  minAmount?: string;
  maxAmount?: string;
  cutOff: string;
  cutOffZone: string;
  alwaysOpen?: boolean;
  priority: number;
}

export function addRouteCommands(program: Command): void {
  program
    .command('routes')
    .description('Routes to settlement partners')
    .command('create')
    .description('Make a route; it is used at once')
    .requiredOption('--partner <id>', 'id of the partner')
    .requiredOption(
      '--currencies <list>',
      'ISO 4217 codes or *',
      listWhere((code) => currencyDigits(code) !== null, 'no currency'),
    )
    .option('--countries <list>', 'ISO 3166 codes or *', listWhere(isCountry, 'no country'), ['*'])
    .requiredOption('--timelines <list>', `of ${TIMELINES.join(', ')}; the first is the default`, listOf(TIMELINES))
    .option('--channel <name>', 'submission channel', 'api')
    .option('--fee-fixed <amount>', 'fixed part of the fee', decimal, '0')
    .option('--fee-bps <points>', 'basis points of the amount', decimal, '0')
    .option('--fee-min <amount>', 'least fee', decimal)
    .option('--fee-max <amount>', 'highest fee', decimal)
    .option('--min-amount <amount>', 'least amount', decimal)
    .option('--max-amount <amount>', 'highest amount', decimal)
    .option('--cut-off <HH:MM>', 'local time after which the next day counts', '17:00')
    .option('--cut-off-zone <zone>', 'time zone of the cut-off', 'UTC')
    .option('--always-open', 'instant payments settle around the clock')
    .option('--priority <n>', 'the lowest wins', wholeNumber, 100)
    .option('--json', 'print one JSON object')
    .action(async (options: RouteOptions, command: Command) => {
      const id = await withDatabase(contextOf(command), async (database) => {
        if ((await findPartner(database, options.partner)) === null) {
          throw new UsageError(`There is no partner ${options.partner}.`);
        }
        const routeId = await createRoute(database, {
          partnerId: options.partner,
          channel: options.channel,
          currencies: options.currencies,
          countries: options.countries,
          timelines: options.timelines,
          feeFixed: options.feeFixed,
          feeBasisPoints: options.feeBps,
          feeMin: options.feeMin ?? null,
          feeMax: options.feeMax ?? null,
          minAmount: options.minAmount ?? null,
          maxAmount: options.maxAmount ?? null,
          cutOff: options.cutOff,
          cutOffZone: options.cutOffZone,
          alwaysOpen: options.alwaysOpen ?? options.timelines.includes('instant'),
          priority: options.priority,
        });
        const detail = { partner: options.partner, currencies: options.currencies, countries: options.countries };
        await recordAct(database, { ...BY_COMMAND, act: 'route.created', subject: routeId, detail });
        return routeId;
      });
      printResult(command, { id, partner: options.partner });
    });
}
