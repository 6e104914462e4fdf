import type { Command } from 'commander';
import { z } from 'zod';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import { isBankingCountry } from '../../domain/countries';
import { currencyDigits } from '../../domain/money';
import { RouteCalendars, RouteChannel } from '../../domain/payments/routing/route-schema';
import { TIMELINES, type Timeline } from '../../domain/payments/instruction/status';
import { printResult } from '../context';
import { performCommand } from './guarded';
import { addManagement, change, withReason } from './managed';
import { decimal, fitting, listOf, listWhere, oneOf, timeOfDay, timeZone, wholeNumber } from './values';

interface RouteOptions {
  partner: string;
  environment?: Environment;
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
  calendars?: string[];
  alwaysOpen?: boolean;
  priority: number;
  reason?: string;
}

async function create(options: RouteOptions, command: Command): Promise<void> {
  const { partner: partnerId, feeBps: feeBasisPoints, alwaysOpen, reason, ...rest } = options;
  const route = {
    ...rest,
    partnerId,
    feeBasisPoints,
    environment: options.environment,
    alwaysOpen: alwaysOpen ?? options.timelines.includes('instant'),
  };
  const done = await performCommand(command, 'route.created', route, { reason });
  if (done === null) return;
  const { id, environment } = done.result;
  printResult(command, { id, partner: partnerId, environment });
}

type RouteChanges = { id: string } & Partial<Omit<RouteOptions, 'partner' | 'environment'>>;

function changesOf(options: RouteChanges): Record<string, unknown> {
  return {
    channel: options.channel,
    currencies: options.currencies,
    countries: options.countries,
    timelines: options.timelines,
    fee_fixed: options.feeFixed,
    fee_basis_points: options.feeBps,
    fee_min: options.feeMin,
    fee_max: options.feeMax,
    min_amount: options.minAmount,
    max_amount: options.maxAmount,
    cut_off: options.cutOff,
    cut_off_zone: options.cutOffZone,
    calendars: options.calendars,
    priority: options.priority,
  };
}

const CALENDARS = 'calendars whose closed days apply in addition to those of currency and country, such as DE,TARGET';

const calendarList = fitting(
  z
    .string()
    .transform((text) => (text === 'none' ? [] : text.split(',').map((id) => id.trim())))
    .pipe(RouteCalendars),
);

const isCurrency = (code: string): boolean => currencyDigits(code) !== null;

function addUpdate(routes: Command): void {
  withReason(routes.command('update'))
    .description('Change a route for new payments; omitted options stay')
    .requiredOption('--id <id>', 'id of the route')
    .option('--currencies <list>', 'ISO 4217 codes or *', listWhere(isCurrency, 'no currency'))
    .option('--countries <list>', 'ISO 3166 codes, XK, or *', listWhere(isBankingCountry, 'no country'))
    .option('--timelines <list>', `of ${TIMELINES.join(', ')}; the first is the default`, listOf(TIMELINES))
    .option('--channel <name>', 'submission channel', fitting(RouteChannel))
    .option('--fee-fixed <amount>', 'fixed part of the fee, in the currency of each payment', decimal)
    .option('--fee-bps <points>', 'basis points of the amount', decimal)
    .option('--fee-min <amount>', 'least fee', decimal)
    .option('--fee-max <amount>', 'highest fee', decimal)
    .option('--min-amount <amount>', 'least amount', decimal)
    .option('--max-amount <amount>', 'highest amount', decimal)
    .option('--cut-off <HH:MM>', 'local time after which the next day counts', timeOfDay)
    .option('--cut-off-zone <zone>', 'time zone of the cut-off', timeZone)
    .option('--calendars <list>', `${CALENDARS}; none removes them`, calendarList)
    .option('--priority <n>', 'the lowest wins', wholeNumber)
    .option('--json', 'print one JSON object')
    .action((options: RouteChanges, command: Command) => change('route', options.id, changesOf(options), command));
}

/** `corridor routes …` */
export function addRouteCommands(program: Command): void {
  const routes = program.command('routes');
  withReason(routes.command('create'))
    .description('Create a route; it is used at once')
    .requiredOption('--partner <id>', 'id of the partner')
    .option(
      '--environment <side>',
      "test or live, which must be the partner's (default: the partner's)",
      oneOf(ENVIRONMENTS),
    )
    .requiredOption(
      '--currencies <list>',
      'ISO 4217 codes or *',
      listWhere((code) => currencyDigits(code) !== null, 'no currency'),
    )
    .option('--countries <list>', 'ISO 3166 codes, XK, or *', listWhere(isBankingCountry, 'no country'), ['*'])
    .requiredOption('--timelines <list>', `of ${TIMELINES.join(', ')}; the first is the default`, listOf(TIMELINES))
    .option('--channel <name>', 'submission channel', fitting(RouteChannel), 'api')
    .option('--fee-fixed <amount>', 'fixed part of the fee, in the currency of each payment', decimal, '0')
    .option('--fee-bps <points>', 'basis points of the amount', decimal, '0')
    .option('--fee-min <amount>', 'least fee', decimal)
    .option('--fee-max <amount>', 'highest fee', decimal)
    .option('--min-amount <amount>', 'least amount', decimal)
    .option('--max-amount <amount>', 'highest amount', decimal)
    .option('--cut-off <HH:MM>', 'local time after which the next day counts', timeOfDay, '17:00')
    .option('--cut-off-zone <zone>', 'time zone of the cut-off', timeZone, 'UTC')
    .option('--calendars <list>', CALENDARS, calendarList)
    .option('--always-open', 'instant payments settle around the clock')
    .option('--priority <n>', 'the lowest wins', wholeNumber, 100)
    .option('--json', 'print one JSON object')
    .action(create);
  addManagement(routes, 'route');
  addUpdate(routes);
}
