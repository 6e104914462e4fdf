import type { output, ZodObject, ZodType } from 'zod';
import type { Environment } from '../../../auth/tenant';
import type { FieldFault } from '../../../errors';
import type { AdapterSettings, ReadSettings } from './adapter';
import { describedSettings } from './described';
import { httpSettings } from './http';
import { iso20022Settings } from './iso20022';
import { sandboxSettings } from './sandbox';

/**
 * Every adapter with its traits and the shape of its settings, in the order in which people choose one;
 * activities/partners/registry.ts has each.
 */
export const PARTNER_ADAPTERS = {
  http: httpSettings,
  described: describedSettings,
  iso20022: iso20022Settings,
  sandbox: sandboxSettings,
};

export type AdapterName = keyof typeof PARTNER_ADAPTERS;

/** Settings of an adapter, parsed. */
export type AdapterConfig<Name extends AdapterName> = output<(typeof PARTNER_ADAPTERS)[Name]['shape']>;

/** @returns whether there is an adapter of that name */
export function isAdapterName(text: string): text is AdapterName {
  return Object.hasOwn(PARTNER_ADAPTERS, text);
}

/** Names of the adapters, in the order of the map. */
export const ADAPTER_NAMES: readonly AdapterName[] = Object.keys(PARTNER_ADAPTERS).filter(isAdapterName);

/** What pages and commands ask of an adapter, whatever its settings are. */
type KnownAdapter = Omit<AdapterSettings<ZodObject>, 'shape' | 'read' | 'open'>;

/** @returns what the adapter of a partner is; null for one that this version does not know */
export function adapterOf({ adapter }: { adapter: string }): KnownAdapter | null {
  return isAdapterName(adapter) ? PARTNER_ADAPTERS[adapter] : null;
}

/** A setting that some adapter has, and what it is. */
export interface AdapterOption {
  /** Member of the settings, such as `url`. */
  name: string;
  description: string;
  /** A document, which people have as a file of JSON. */
  isFile: boolean;
}

/** The options of all adapters' settings, each name once. */
function optionsOf(): AdapterOption[] {
  const all = Object.values(PARTNER_ADAPTERS).flatMap(({ shape }) => Object.entries<ZodType>(shape.shape));
  return [...new Map(all)].map(([name, member]) => {
    const isFile = member.meta()?.['isFile'] === true;
    return { name, description: member.description ?? name, isFile };
  });
}

/** The settings of all adapters, each once, for forms and commands. */
export const ADAPTER_OPTIONS: readonly AdapterOption[] = optionsOf();

/** Settings of a partner that depend on each other. */
export interface PartnerSettings {
  adapter: string;
  /** Settings of the adapter, as they are stored. */
  config: Readonly<Record<string, unknown>>;
  environment: Environment;
}

const READERS: {
  [Name in AdapterName]: {
    read(stored: PartnerSettings['config'], environment: Environment): ReadSettings<AdapterConfig<Name>>;
    open(stored: PartnerSettings['config']): ReadSettings<AdapterConfig<Name>>;
  };
} = PARTNER_ADAPTERS;

/** @returns settings that were stored, as an adapter wants them, or what of their shape is wrong */
export function openSettings<Name extends AdapterName>(
  name: Name,
  stored: PartnerSettings['config'],
): ReadSettings<AdapterConfig<Name>> {
  return READERS[name].open(stored);
}

/** @returns the settings of a bank by files; null for another partner, and for settings that are not valid */
export function filesBankOf(
  partner: (Pick<PartnerSettings, 'config'> & { adapter: string }) | null,
): AdapterConfig<'iso20022'> | null {
  const settings = partner?.adapter === 'iso20022' ? openSettings('iso20022', partner.config) : null;
  return settings?.kind === 'sound' ? settings.config : null;
}

/** @returns settings that are about to be stored, as an adapter wants them, or every fault */
export function readSettings<Name extends AdapterName>(
  name: Name,
  { config, environment }: Omit<PartnerSettings, 'adapter'>,
): ReadSettings<AdapterConfig<Name>> {
  return READERS[name].read(config, environment);
}

/**
 * What is wrong with the settings of a partner, all at once.
 * Source: docs/GAPS.md#P14, docs/GAPS.md#A4
 */
export function partnerFaults({ adapter, ...settings }: PartnerSettings): FieldFault[] {
  if (!isAdapterName(adapter))
    return [{ field: 'adapter', code: 'unknown', message: `There is no adapter ${adapter}.` }];
  const read = readSettings(adapter, settings);
  return read.kind === 'faulty' ? read.faults : [];
}
