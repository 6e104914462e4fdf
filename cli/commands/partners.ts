import type { Command } from 'commander';
import { prepareDirectory } from '../../activities/partners/iso20022/directory';
import { settingColumns } from '../../db/administration/change';
import { registerPartner } from '../../db/administration/registry';
import {
  endEarlierCredentials,
  MAX_PARTNER_OVERLAP_HOURS,
  PARTNER_OVERLAP_HOURS,
  type PartnerCredential,
} from '../../db/auth/partner-credentials';
import { findPartner } from '../../db/payments/dispatch/partners';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import {
  ADAPTER_NAMES,
  ADAPTER_OPTIONS,
  openSettings,
  type AdapterName,
} from '../../domain/payments/dispatch/adapters';
import { AUTH_MODES, PartnerName, type AuthMode } from '../../domain/payments/dispatch/partner-settings';
import { actor } from '../actor';
import { addCertify } from './certify';
import { contextOf, printResult, UsageError, withDatabase, withVault } from '../context';
import { faultCode } from '../../lib/fault-code';
import { addBankCredentials } from './bank-credentials';
import { ENDPOINT_LIMITS_HELP, endpointLimits, type EndpointLimitsOption } from './endpoint-limits';
import { performCommand } from './guarded';
import { addManagement, change, existing, WITHOUT_CERTIFICATE, withReason } from './managed';
import { explain } from './refusal';
import { addTry, documentIn } from './try-description';
import { between, fitting, oneOf } from './values';

/** Settings of adapters are options too, by their own names. */
interface PartnerOptions extends Readonly<Record<string, unknown>> {
  name: string;
  adapter: AdapterName;
  environment: Environment;
  authMode: AuthMode;
  endpointLimits?: EndpointLimitsOption;
  withoutCertificate?: true;
  reason?: string;
}

/** @returns the settings of adapters that were given */
function settingsOf(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const { name, isFile } of ADAPTER_OPTIONS) {
    const value = options[name];
    if (value !== undefined) settings[name] = isFile && typeof value === 'string' ? documentIn(value) : value;
  }
  return settings;
}

async function createPartner(options: PartnerOptions, command: Command): Promise<void> {
  const { name, adapter, environment, authMode, withoutCertificate = false, reason } = options;
  const request = { name, adapter, config: settingsOf(options), environment, authMode, withoutCertificate };
  const limits = options.endpointLimits ?? { endpointLimits: true };
  const { id, key, secret, isEnabled } = await withVault(contextOf(command), (database, vault) =>
    registerPartner(database, vault, { ...request, ...limits }, { actor: actor(), held: null, reason }).catch(explain),
  );
  const next = `It is disabled: corridor partners certify --partner ${id}, then corridor partners enable ${id}`;
  printResult(command, {
    id,
    key,
    secret,
    environment,
    authMode,
    disabled: !isEnabled,
    ...(isEnabled ? {} : { next }),
  });
}

/** @returns `base-path` for `basePath`: how the command names a setting */
function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Settings of adapters are options too, by their own names. */
interface PartnerChanges extends Readonly<Record<string, unknown>> {
  partner: string;
  name?: string;
  authMode?: AuthMode;
  withoutCertificate?: true;
}

function addAdapterOptions(command: Command): Command {
  for (const { name, description, isFile } of ADAPTER_OPTIONS) {
    command.option(`--${kebabCase(name)} <${isFile ? 'file' : 'value'}>`, description);
  }
  return command;
}

function addUpdate(partners: Command): void {
  addAdapterOptions(withReason(partners.command('update')))
    .description('Change a partner; omitted options stay, and its adapter validates its settings')
    .requiredOption('--partner <name>', 'id or name of the partner')
    .option('--name <name>', 'its new name', fitting(PartnerName))
    .option('--auth-mode <mode>', 'bearer, or signed: its requests must carry a signature', oneOf(AUTH_MODES))
    .option(...WITHOUT_CERTIFICATE)
    .option('--json', 'print one JSON object')
    .action((options: PartnerChanges, command: Command) =>
      change(
        'partner',
        options.partner,
        { name: options.name, auth_mode: options.authMode, ...settingColumns(settingsOf(options)) },
        command,
        options.withoutCertificate,
      ),
    );
}

interface RotationOptions {
  partner: string;
  overlapHours: number;
  reason?: string;
}

async function rotate(what: 'key' | 'secret', options: RotationOptions, command: Command): Promise<void> {
  const { reason, overlapHours } = options;
  const { id: partner } = await withDatabase(contextOf(command), (database) =>
    existing(database, 'partner', options.partner),
  );
  const request = { partnerId: partner, overlapHours };
  if (what === 'secret') {
    const done = await performCommand(command, 'partner.secret_rotated', request, { reason });
    if (done !== null) printResult(command, { partner, secret: done.result });
    return;
  }
  const done = await performCommand(command, 'partner.key_rotated', request, { reason });
  if (done !== null) printResult(command, { partner, ...done.result });
}

async function endEarlier(options: { partner: string; what: PartnerCredential }, command: Command): Promise<void> {
  const { what } = options;
  const result = await withDatabase(contextOf(command), async (database) => {
    const { id: partnerId } = await existing(database, 'partner', options.partner);
    return { partner: partnerId, ended: await endEarlierCredentials(database, { partnerId, what, actor: actor() }) };
  });
  printResult(command, result);
}

function addRotation(partners: Command): void {
  for (const [what, description] of [
    ['secret', 'Create a new signing secret; the old one stays valid during the overlap'],
    ['key', 'Create a new key; the old ones stay valid during the overlap'],
  ] as const) {
    withReason(partners.command(`rotate-${what}`))
      .description(description)
      .requiredOption('--partner <name>', 'id or name of the partner')
      .option(
        '--overlap-hours <n>',
        `length of the overlap, up to ${MAX_PARTNER_OVERLAP_HOURS}; 0 ends the old ones at once`,
        between(0, MAX_PARTNER_OVERLAP_HOURS),
        PARTNER_OVERLAP_HOURS,
      )
      .option('--json', 'print one JSON object')
      .action((options: RotationOptions, command: Command) => rotate(what, options, command));
  }
  partners
    .command('end-earlier')
    .description('Revoke all but the newest key or signing secret at once, as after a leak')
    .requiredOption('--partner <name>', 'id or name of the partner')
    .requiredOption('--what <credential>', 'key or secret', oneOf(['key', 'secret'] as const))
    .option('--json', 'print one JSON object')
    .action(endEarlier);
}

interface PrepareOptions {
  partner: string;
}

async function prepareFiles({ partner }: PrepareOptions, command: Command): Promise<void> {
  const found = await withDatabase(contextOf(command), async (database) => {
    const { id } = await existing(database, 'partner', partner);
    return findPartner(database, id);
  });
  if (found?.adapter !== 'iso20022') throw new UsageError(`${partner} has no directory: its adapter is another one.`);
  const settings = openSettings('iso20022', found.config);
  if (settings.kind === 'faulty') throw new UsageError(`The settings of ${partner} are not complete.`);
  const { directory } = settings.config;
  await prepareDirectory(directory, found.id).catch((fault: unknown) => {
    throw new UsageError(`${directory} cannot be prepared: ${faultCode(fault)}`);
  });
  printResult(command, { partner: found.id, directory });
}

function addPrepare(partners: Command): void {
  partners
    .command('prepare-directory')
    .description('Make the directories of an iso20022 partner where it exchanges files with its bank')
    .requiredOption('--partner <name>', 'id or name of the partner')
    .option('--json', 'print one JSON object')
    .action(prepareFiles);
}

/** `corridor partners …` */
export function addPartnerCommands(program: Command): void {
  const partners = program.command('partners');
  withReason(addAdapterOptions(partners.command('create')))
    .description('Create a partner with a key and a signing secret')
    .requiredOption('--name <name>', 'name of the partner', fitting(PartnerName))
    .requiredOption('--adapter <adapter>', ADAPTER_NAMES.join(', '), oneOf(ADAPTER_NAMES))
    .option('--environment <side>', 'test or live: the side whose payments it gets', oneOf(ENVIRONMENTS), 'test')
    .option(
      '--auth-mode <mode>',
      'signed: its reports need a signature; bearer: its key is enough',
      oneOf(AUTH_MODES),
      'bearer',
    )
    .option('--endpoint-limits <limits>', ENDPOINT_LIMITS_HELP, endpointLimits)
    .option(...WITHOUT_CERTIFICATE)
    .option('--json', 'print one JSON object')
    .action(createPartner);
  addManagement(partners, 'partner');
  addUpdate(partners);
  addPrepare(partners);
  addBankCredentials(partners);
  addTry(partners);
  addRotation(partners);
  addCertify(partners);
}
