import type { Command } from 'commander';
import { settingColumns } from '../../db/administration/change';
import { registerPartner } from '../../db/administration/registry';
import {
  endEarlierCredentials,
  MAX_PARTNER_OVERLAP_HOURS,
  PARTNER_OVERLAP_HOURS,
  type PartnerCredential,
} from '../../db/auth/partner-credentials';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import { ADAPTER_NAMES, ADAPTER_OPTIONS, type AdapterName } from '../../domain/payments/dispatch/adapters';
import { AUTH_MODES, PartnerName, type AuthMode } from '../../domain/payments/dispatch/partner-settings';
import { actor } from '../actor';
import { addCertify } from './certify';
import { addConnect } from './connect';
import { kebabCase } from '../options-of';
import { addResult } from './answer';
import { addBankCredentials } from './bank-credentials';
import { addBankRules } from './bank-rules';
import { ENDPOINT_LIMITS_HELP, endpointLimits, type EndpointLimitsOption } from './endpoint-limits';
import { performCommand } from './guarded';
import { addChange, addManagement, existing, WITHOUT_CERTIFICATE, withReason } from './managed';
import { addPrepare } from './prepare-directory';
import { addTry, readDocument } from './try-description';
import { wholeNumberBetween, fitting, oneOf } from './values';

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

/** The settings of adapters among the options. */
function settingsOf(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const { name, isFile } of ADAPTER_OPTIONS) {
    const value = options[name];
    if (value !== undefined) settings[name] = isFile && typeof value === 'string' ? readDocument(value) : value;
  }
  return settings;
}

/** Adds `corridor partners create`. */
function addCreation(partners: Command): void {
  const command = withReason(addAdapterOptions(partners.command('create')))
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
    .option(...WITHOUT_CERTIFICATE);
  addResult<PartnerOptions>(command, async ({ database, vault, options }) => {
    const { name, adapter, environment, authMode, withoutCertificate = false, reason } = options;
    const request = { name, adapter, config: settingsOf(options), environment, authMode, withoutCertificate };
    const limits = options.endpointLimits ?? { endpointLimits: true };
    const maker = { actor: actor(), held: null, reason };
    const made = await registerPartner(database, await vault(), { ...request, ...limits }, maker);
    const { id, disabledAt } = made.row;
    const shown = { id, key: made.key, secret: made.secret, environment, authMode, disabled: disabledAt !== null };
    if (disabledAt === null) return shown;
    const next = `It is disabled: corridor partners certify --partner ${id}, then corridor partners enable ${id}`;
    return { ...shown, next };
  });
}

/** Settings of adapters are options too, by their own names. */
interface PartnerChanges extends Readonly<Record<string, unknown>> {
  partner: string;
  name?: string;
  authMode?: AuthMode;
  withoutCertificate?: true;
  despiteDoubt?: true;
}

function addAdapterOptions(command: Command): Command {
  for (const { name, description, isFile } of ADAPTER_OPTIONS) {
    command.option(`--${kebabCase(name)} <${isFile ? 'file' : 'value'}>`, description);
  }
  return command;
}

/** Adds `corridor partners update`. */
function addUpdate(partners: Command): void {
  const command = addAdapterOptions(withReason(partners.command('update')))
    .description('Change a partner; omitted options stay, and its adapter validates its settings')
    .requiredOption('--partner <name>', 'id or name of the partner')
    .option('--name <name>', 'its new name', fitting(PartnerName))
    .option('--auth-mode <mode>', 'bearer, or signed: its requests must carry a signature', oneOf(AUTH_MODES))
    .option(...WITHOUT_CERTIFICATE)
    .option('--despite-doubt', 'move it although payments are in doubt where it is; needs --reason');
  addChange<PartnerChanges>(command, 'partner', (options) => {
    const { partner: named, name, authMode, withoutCertificate, despiteDoubt } = options;
    const changes = { name, authMode, ...settingColumns(settingsOf(options)) };
    return { named, changes, withoutCertificate, despiteDoubt };
  });
}

interface RotationOptions {
  partner: string;
  overlapHours: number;
  reason?: string;
}

const ROTATIONS = [
  ['secret', 'Create a new signing secret; the old one stays valid during the overlap'],
  ['key', 'Create a new key; the old ones stay valid during the overlap'],
] as const;

/** Adds `corridor partners rotate-key` and `rotate-secret`. */
function addRotation(partners: Command): void {
  for (const [what, description] of ROTATIONS) {
    const command = withReason(partners.command(`rotate-${what}`))
      .description(description)
      .requiredOption('--partner <name>', 'id or name of the partner')
      .option(
        '--overlap-hours <n>',
        `length of the overlap, up to ${MAX_PARTNER_OVERLAP_HOURS}; 0 ends the old ones at once`,
        wholeNumberBetween(0, MAX_PARTNER_OVERLAP_HOURS),
        PARTNER_OVERLAP_HOURS,
      );
    addResult<RotationOptions>(command, async ({ database, options: { reason, overlapHours, ...options } }) => {
      const { id: partner } = await existing(database, 'partner', options.partner);
      const request = { partnerId: partner, overlapHours };
      if (what === 'secret') {
        const done = await performCommand(command, 'partner.secret_rotated', request, { reason });
        return done === null ? null : { partner, secret: done.result };
      }
      const done = await performCommand(command, 'partner.key_rotated', request, { reason });
      return done === null ? null : { partner, ...done.result };
    });
  }
  const end = partners
    .command('end-earlier')
    .description('Revoke all but the newest key or signing secret at once, as after a leak')
    .requiredOption('--partner <name>', 'id or name of the partner')
    .requiredOption('--what <credential>', 'key or secret', oneOf(['key', 'secret'] as const));
  addResult<{ partner: string; what: PartnerCredential }>(end, async ({ database, options: { partner, what } }) => {
    const { id: partnerId } = await existing(database, 'partner', partner);
    const ended = await endEarlierCredentials(database, { partnerId, what, actor: actor() });
    return { partner: partnerId, ended };
  });
}

/** Adds `corridor partners …`. */
export function addPartnerCommands(program: Command): void {
  const partners = program.command('partners');
  addCreation(partners);
  addManagement(partners, 'partner');
  addUpdate(partners);
  addPrepare(partners);
  addBankCredentials(partners);
  addBankRules(partners);
  addTry(partners);
  addRotation(partners);
  addCertify(partners);
  addConnect(partners);
}
