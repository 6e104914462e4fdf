import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Candidate, Payee } from '../../activities/partners/laboratory/certify';
import { describedCandidate } from '../../activities/partners/laboratory/described-candidate';
import type { ExchangeProgress } from '../../activities/partners/laboratory/file-exchange';
import { httpCandidate } from '../../activities/partners/laboratory/http-candidate';
import { isDisabledNow } from '../../db/administration/certified-partner';
import { listBankCredentials, readBankCredential } from '../../db/payments/dispatch/bank-credentials';
import { findPartner, livePartnerSecrets, type Partner } from '../../db/payments/dispatch/partners';
import { isAdapterName, openSettings } from '../../domain/payments/dispatch/adapters';
import type { Description } from '../../domain/payments/dispatch/description/schema';
import { differingMembers } from '../../domain/payments/dispatch/test-twin';
import { contextOf, knownPublicUrl, UsageError, withVault } from '../context';
import { fileTarget } from './certify-files';
import { twinOf, type Named, type Stored, type TwinRules } from './certify-twin';
import { existing } from './managed';

/** Which partner is examined, and where. */
export interface TargetOptions {
  url?: string;
  partner?: string;
  testPartner?: string | undefined;
  secretFile?: string;
  /** Seconds that answers of a bank by files are awaited. */
  wait?: number | undefined;
  /** Called as answers of a bank by files come. */
  onProgress?: (progress: ExchangeProgress) => void;
}

function parseAddress(text: string): string {
  const isAddress = /^https?:\/\//.test(text) && URL.canParse(text);
  // Reports and the audit log keep the address.
  if (!isAddress || new URL(text).search !== '' || new URL(text).username !== '' || new URL(text).password !== '') {
    throw new UsageError(
      '--url must be an address that begins with http:// or https://, without a query and credentials.',
    );
  }
  return text.replace(/\/+$/, '');
}

/** The secret in the file that the options name, or null. */
async function secretOf({ secretFile }: TargetOptions): Promise<string | null> {
  if (secretFile === undefined) return null;
  const text = await readFile(secretFile, 'utf8').catch(() => {
    throw new UsageError(`${secretFile} cannot be read.`);
  });
  return text.trim();
}

/**
 * Refuses an address outside of the partner's own origin: otherwise its secrets could be sent, or sign requests,
 * elsewhere.
 */
function requireOwnOrigin({ name, url }: Named, own: string): void {
  if (url === undefined || new URL(url).origin === new URL(own).origin) return;
  throw new UsageError(
    `--url is not at the address of ${name}, so its secret signs nothing for it. ` +
      'Leave out --partner and use --url with --secret-file.',
  );
}

/**
 * The candidate of a stored HTTP partner.
 * @throws UsageError for a live, enabled one, which would get the orders
 */
async function httpTarget({ database, vault }: Stored, named: Named): Promise<Candidate> {
  const { name, partner, publicUrl, payee } = named;
  const { id, adapter, config, environment } = partner;
  if (environment === 'live' && !(await isDisabledNow(database, id))) {
    throw new UsageError(
      `${name} is live and enabled: some fifty signed orders would go to it. Disable it first ` +
        `("corridor partners disable ${id}"), or examine its test system with --url and --secret-file.`,
    );
  }
  const own = String(config['url']);
  requireOwnOrigin(named, own);
  const url = named.url ?? own;
  const [secret = null] = await livePartnerSecrets(database, vault, id, new Date());
  return httpCandidate({
    publicUrl,
    payee,
    partnerId: id,
    settings: { adapter, config: { ...config, url } },
    url,
    secret,
  });
}

function descriptionOf({ name, config }: Partner): Description {
  const settings = openSettings('described', config);
  if (settings.kind === 'sound') return settings.config.description;
  throw new UsageError(`${name} has no sound description: ${settings.faults.map(({ field }) => field).join(', ')}.`);
}

const DESCRIBED: TwinRules = {
  how: 'with the same description but for baseUrl and clientId',
  differing: (live, test) => differingMembers(descriptionOf(live), descriptionOf(test)),
};

const baseOf = (address: string): string => address.trim().replace(/\/+$/, '');

/**
 * Refuses a twin that may reach the live bank. Banks with one address choose the environment by the credentials: then
 * those of the live partner must be set, and the twin must share none of them.
 */
async function requireOtherEnvironment(stored: Stored, { name, partner }: Named, twin: Partner, address: string) {
  const { database, vault } = stored;
  const live = baseOf(descriptionOf(partner).baseUrl);
  if (partner.id === twin.id || new URL(live).href !== new URL(address).href) return;
  const refuse = (why: string): never => {
    throw new UsageError(
      `--test-partner calls the address of ${name} itself, and ${why}: its bank would pay the orders.`,
    );
  };
  const credentials = await listBankCredentials(database, partner.id);
  if (credentials.length === 0) refuse(`${name} has no credential yet by which the bank could tell them apart`);
  for (const credential of credentials) {
    const [ours, theirs] = await Promise.all(
      [partner, twin].map((one) => readBankCredential(database, vault, one, credential.name)),
    );
    if (ours === theirs) refuse(`both have the same credential ${credential.name}`);
  }
}

/** The candidate of a described bank, examined through its test twin. */
async function describedTarget(
  stored: Stored,
  named: Named,
  testPartner: string | undefined,
  credentialsOf: (twin: Partner, name: string) => Promise<string | null>,
): Promise<Candidate> {
  const { partner, publicUrl, payee, url } = named;
  const twin = await twinOf(stored, named, { given: testPartner, ...DESCRIBED });
  const own = descriptionOf(twin);
  requireOwnOrigin(named, own.baseUrl);
  const description = { ...own, baseUrl: url ?? baseOf(own.baseUrl) };
  await requireOtherEnvironment(stored, named, twin, description.baseUrl);
  const { id, adapter, config } = partner;
  const isElsewhere = url !== undefined && twin.id === id;
  const settings = { adapter, config: isElsewhere ? { ...config, description } : config };
  const credential = (name: string): Promise<string | null> => credentialsOf(twin, name);
  return describedCandidate({ partnerId: id, settings, description, credential, publicUrl, payee });
}

const OPTION_NAMES = { testPartner: '--test-partner', url: '--url', wait: '--wait' } as const;

/**
 * The candidate of a stored partner, by its adapter.
 * @throws UsageError for options that are not for the adapter
 */
async function candidateAt(stored: Stored, named: Named, options: TargetOptions, command: Command): Promise<Candidate> {
  const { adapter } = named.partner;
  const requireAbsent = (...names: (keyof typeof OPTION_NAMES)[]): void => {
    const given = names.find((one) => options[one] !== undefined);
    if (given !== undefined)
      throw new UsageError(`${OPTION_NAMES[given]} is not for partners of the adapter ${adapter}.`);
  };
  if (options.secretFile !== undefined) throw new UsageError('--secret-file is for --url without --partner.');
  if (!isAdapterName(adapter)) throw new UsageError(`${named.name} has an adapter of another version, ${adapter}.`);
  switch (adapter) {
    case 'http':
      requireAbsent('testPartner', 'wait');
      return httpTarget(stored, named);
    case 'described':
      requireAbsent('wait');
      // The examination outlives this connection, so each credential is read by one of its own.
      return describedTarget(stored, named, options.testPartner, (twin, name) =>
        withVault(contextOf(command), (database, vault) => readBankCredential(database, vault, twin, name)),
      );
    case 'iso20022':
      requireAbsent('url');
      return fileTarget(stored, named, options);
    case 'sandbox':
      throw new UsageError(`The laboratory cannot examine partners of the adapter ${adapter}.`);
  }
}

/**
 * The candidate that the options name.
 * @throws UsageError saying what is missing, or would be unsafe
 */
export async function candidateOf(options: TargetOptions, payee: Payee, command: Command): Promise<Candidate> {
  const publicUrl = knownPublicUrl(contextOf(command)) ?? 'https://corridor.invalid';
  const url = options.url === undefined ? undefined : parseAddress(options.url);
  const name = options.partner;
  if (name === undefined) {
    if (url === undefined) throw new UsageError('Name the partner: --partner ID, or --url ADDRESS.');
    if (options.testPartner !== undefined) throw new UsageError('--test-partner needs --partner.');
    if (options.wait !== undefined) throw new UsageError('--wait needs --partner.');
    return httpCandidate({ publicUrl, payee, partnerId: null, url, secret: await secretOf(options) });
  }
  return withVault(contextOf(command), async (database, vault) => {
    const { id } = await existing(database, 'partner', name);
    const partner = await findPartner(database, id);
    if (partner === null) throw new UsageError(`There is no partner ${name}.`);
    return candidateAt({ database, vault }, { publicUrl, payee, name, partner, url }, options, command);
  });
}
