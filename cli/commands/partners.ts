import { InvalidArgumentError, type Command } from 'commander';
import { ADAPTER_NAMES } from '../../activities/partners/registry';
import { recordAct } from '../../db/auth/audit-log';
import { createPartnerKey } from '../../db/auth/credentials';
import { rotatePartnerKey, rotatePartnerSecret } from '../../db/auth/partner-credentials';
import { UniqueViolation } from '../../db/faults';
import { createPartner } from '../../db/payments/partners';
import { ENVIRONMENTS, type Environment } from '../../domain/auth/tenant';
import { ACTOR, contextOf, printResult, UsageError, withDatabase } from '../context';
import { addManagement, change } from './managed';
import { oneOf } from './values';

const AUTH_MODES = ['bearer', 'signed'] as const;

interface PartnerOptions {
  name: string;
  adapter: string;
  url?: string;
  environment: Environment;
  authMode: 'bearer' | 'signed';
  endpointLimits?: 'none';
}

/** @throws UsageError for an address that calls could not be made to, or not safely */
function checkUrl(url: string | null, environment: Environment): void {
  if (url === null || !/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError('An http partner needs an address that begins with http:// or https://: --url http://…');
  }
  const { protocol, search, hash, username, password } = new URL(url);
  if (environment === 'live' && protocol !== 'https:') {
    throw new UsageError('A live partner needs https: its instructions carry account numbers. --url https://…');
  }
  if (search !== '' || hash !== '' || username !== '' || password !== '') {
    throw new UsageError('The address of a partner has no query, fragment, user or password: paths are added to it.');
  }
}

async function create(options: PartnerOptions, command: Command): Promise<void> {
  const { name, adapter, environment, authMode } = options;
  const url = options.url ?? null;
  if (adapter === 'sandbox' && environment === 'live') throw new UsageError('The sandbox moves no money: it is test.');
  if (adapter === 'http') checkUrl(url, environment);
  const result = await withDatabase(contextOf(command), async (database, vault) => {
    try {
      const partner = await createPartner(database, vault, { name, adapter, url, environment, authMode });
      const endpointLimits = options.endpointLimits !== 'none';
      const issued = await createPartnerKey(database, { partnerId: partner.id, label: name, endpointLimits });
      const detail = { name, adapter, environment, authMode };
      await recordAct(database, { actor: ACTOR, accountId: null, act: 'partner.created', subject: partner.id, detail });
      return { id: partner.id, key: issued.key, secret: partner.secret, environment, authMode };
    } catch (fault) {
      if (fault instanceof UniqueViolation) throw new UsageError(`There is a partner named ${name} already.`);
      throw fault;
    }
  });
  printResult(command, result);
}

function httpUrl(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('It must begin with http:// or https://.');
}

interface PartnerChanges {
  partner: string;
  name?: string;
  url?: string;
  authMode?: 'bearer' | 'signed';
}

function addUpdate(partners: Command): void {
  partners
    .command('update')
    .description('Change a partner; what is not named stays')
    .requiredOption('--partner <name>', 'id or name of the partner')
    .option('--name <name>', 'its new name')
    .option('--url <url>', 'base address of an http partner', httpUrl)
    .option('--auth-mode <mode>', 'bearer, or signed: its requests must carry a signature', oneOf(['bearer', 'signed']))
    .option('--json', 'print one JSON object')
    .action((options: PartnerChanges, command: Command) =>
      change(
        'partner',
        options.partner,
        { name: options.name, url: options.url, auth_mode: options.authMode },
        command,
      ),
    );
}

function addRotation(partners: Command): void {
  partners
    .command('rotate-secret')
    .description('Make a new signing secret; the old one verifies for a day more')
    .requiredOption('--partner <id>', 'id of the partner')
    .option('--json', 'print one JSON object')
    .action(async (options: { partner: string }, command: Command) => {
      const secret = await withDatabase(contextOf(command), (database, vault) =>
        rotatePartnerSecret(database, vault, { partnerId: options.partner, actor: ACTOR }),
      );
      printResult(command, { partner: options.partner, secret });
    });
  partners
    .command('rotate-key')
    .description('Make a new key; the old ones work for a day more')
    .requiredOption('--partner <id>', 'id of the partner')
    .option('--json', 'print one JSON object')
    .action(async (options: { partner: string }, command: Command) => {
      const issued = await withDatabase(contextOf(command), (database) =>
        rotatePartnerKey(database, { partnerId: options.partner, actor: ACTOR }),
      );
      printResult(command, { partner: options.partner, id: issued.id, key: issued.key });
    });
}

/** `corridor partners …` */
export function addPartnerCommands(program: Command): void {
  const partners = program.command('partners').description('Settlement partners');
  partners
    .command('create')
    .description('Make a partner with a key and a signing secret')
    .requiredOption('--name <name>', 'name of the partner')
    .requiredOption('--adapter <adapter>', ADAPTER_NAMES.join(', '), oneOf(ADAPTER_NAMES))
    .option('--url <url>', 'base address of an http partner; https when it is live')
    .option('--environment <side>', 'test or live: whose payments it is given', oneOf(ENVIRONMENTS), 'test')
    .option(
      '--auth-mode <mode>',
      'signed: its reports need a signature; bearer: its key is enough',
      oneOf(AUTH_MODES),
      'bearer',
    )
    .option('--endpoint-limits <none>', 'none: the limits of single operations do not apply', oneOf(['none']))
    .option('--json', 'print one JSON object')
    .action(create);
  addManagement(partners, 'partner');
  addUpdate(partners);
  addRotation(partners);
}
