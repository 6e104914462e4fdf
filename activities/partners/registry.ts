import { LRUCache } from 'lru-cache';
import { findPartner, livePartnerSecrets, type Partner } from '../../db/payments/dispatch/partners';
import type { Database } from '../../db/database';
import type { DatabaseClock } from '../../db/database-clock';
import type { Vault } from '../../lib/vault';
import {
  isAdapterName,
  openSettings,
  type AdapterConfig,
  type AdapterName,
} from '../../domain/payments/dispatch/adapters';
import { destinationName } from '../../domain/payments/dispatch/destination';
import { sftpSettingsOf } from '../../domain/payments/dispatch/adapters/iso20022-transport';
import { readBankCredential } from '../../db/payments/dispatch/bank-credentials';
import type { Description } from '../../domain/payments/dispatch/description/schema';
import { describedAdapter, type DescribedBank } from './described/adapter';
import { BankTokens } from './described/authentication';
import { httpAdapter, type HttpPartner } from './http';
import { iso20022Adapter } from './iso20022/adapter';
import { partnerServer } from './iso20022/sftp/partner-server';
import { sftpCarrier } from './iso20022/sftp/carrier';
import { SftpServers } from './iso20022/sftp/server';
import type { PartnerAdapter } from './port';
import { sandboxAdapter, type SandboxWorkflows } from './sandbox';

export interface PartnerContext {
  database: Database;
  vault: Vault;
  clock: DatabaseClock;
  workflows: SandboxWorkflows;
  publicUrl: string;
  sandboxStepDelayMs: number;
  /** How partners are called over HTTP; by default as they are. */
  call?: HttpPartner['call'];
  /** Connections to servers of banks; by default its own. */
  servers?: SftpServers | undefined;
}

/** What a registry keeps for longer than an adapter. */
interface AdapterContext extends PartnerContext {
  tokens: BankTokens;
  servers: SftpServers;
}

type MakeAdapter<Name extends AdapterName> = (
  config: AdapterConfig<Name>,
  partner: Partner,
  context: AdapterContext,
) => PartnerAdapter;

function describedBank(description: Description, partner: Partner, context: AdapterContext): DescribedBank {
  return describedAdapter({
    description,
    publicUrl: context.publicUrl,
    nowMs: () => context.clock.nowMs(),
    call: context.call,
    tokens: context.tokens,
    credential: (name) => readBankCredential(context.database, context.vault, partner, name),
  });
}

/** The adapter of an HTTP partner; its newest signing secret is read once. */
function httpPartner({ url }: AdapterConfig<'http'>, { id }: Partner, context: AdapterContext): PartnerAdapter {
  const { database, vault, clock, publicUrl, call } = context;
  let kept: string | undefined;
  const signingSecret = async (): Promise<string> => {
    kept ??= (await livePartnerSecrets(database, vault, id, new Date(clock.nowMs())))[0];
    if (kept === undefined) throw new Error(`partner ${id} has no live signing secret`);
    return kept;
  };
  return httpAdapter({ url, publicUrl, nowMs: () => clock.nowMs(), call, signingSecret });
}

function bankByFiles(config: AdapterConfig<'iso20022'>, partner: Partner, context: AdapterContext): PartnerAdapter {
  const sftp = sftpSettingsOf(config);
  const carrier = sftp === null ? null : sftpCarrier(sftp, () => partnerServer(context, partner.id, sftp));
  return iso20022Adapter(partner.id, config, carrier);
}

/** Every adapter by its name in the `partners` table. */
const ADAPTERS: { [Name in AdapterName]: MakeAdapter<Name> } = {
  described: ({ description }, partner, context) => describedBank(description, partner, context),
  http: httpPartner,
  iso20022: bankByFiles,
  sandbox: (_config, _partner, context) =>
    sandboxAdapter({
      workflows: context.workflows,
      stepDelayMs: context.sandboxStepDelayMs,
    }),
};

/** @throws Error when the stored settings are not what the adapter wants */
function makeAdapter<Name extends AdapterName>(name: Name, partner: Partner, context: AdapterContext): PartnerAdapter {
  const read = openSettings(name, partner.config);
  if (read.kind === 'sound') return ADAPTERS[name](read.config, partner, context);
  const fields = read.faults.map(({ field }) => field).join(', ');
  throw new Error(`the settings of partner ${partner.id} are not those of the adapter ${name}: ${fields}`);
}

/** A changed address of a partner is in force on every process within this. */
const KEEP_MS = 1_000;
const MAX_PARTNERS = 1_000;

/** An adapter, and the generation of the destination that it was made for. */
export interface LocatedAdapter {
  adapter: PartnerAdapter;
  generation: number;
}

/** @returns the name of the destination that an adapter reaches at this moment. @throws Error where that cannot be read */
export async function destinationOf({ adapter, generation }: LocatedAdapter): Promise<string> {
  return destinationName(generation, (await adapter.mark?.()) ?? null);
}

/** Finds the adapter of a partner; adapters are kept for a while, since partners hardly ever change. */
export class PartnerRegistry {
  private readonly adapters = new LRUCache<string, LocatedAdapter>({ max: MAX_PARTNERS, ttl: KEEP_MS });

  private readonly context: AdapterContext;

  constructor(context: PartnerContext) {
    this.context = { ...context, tokens: new BankTokens(), servers: context.servers ?? new SftpServers() };
  }

  /** @throws Error for a partner that is not in the database or has an adapter of a newer version */
  async adapterOf(partnerId: string): Promise<PartnerAdapter> {
    return (await this.locate(partnerId)).adapter;
  }

  /** Has the partner read again: it has moved. */
  forget(partnerId: string): void {
    this.adapters.delete(partnerId);
  }

  /** @throws Error as `adapterOf` */
  async locate(partnerId: string): Promise<LocatedAdapter> {
    const known = this.adapters.get(partnerId);
    if (known !== undefined) return known;
    const partner = await findPartner(this.context.database, partnerId);
    if (partner === null) throw new Error(`partner ${partnerId} is not in the database`);
    const name = partner.adapter;
    if (!isAdapterName(name)) throw new Error(`there is no partner adapter "${name}"`);
    const located = { adapter: makeAdapter(name, partner, this.context), generation: partner.generation };
    this.adapters.set(partnerId, located);
    return located;
  }

  /** @throws Error for a partner that is not in the database, or is not described soundly */
  async describedBankOf(partnerId: string): Promise<DescribedBank> {
    const partner = await findPartner(this.context.database, partnerId);
    const settings = openSettings('described', partner?.config ?? {});
    if (partner === null || settings.kind === 'faulty')
      throw new Error(`partner ${partnerId} has no sound description`);
    return describedBank(settings.config.description, partner, this.context);
  }
}
