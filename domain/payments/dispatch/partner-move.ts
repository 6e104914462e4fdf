import { canonicalJson } from '../../canonical-json';
import { adapterOf, type PartnerSettings } from './adapters';

type Config = PartnerSettings['config'];

/** @returns the settings of an adapter after a change of some; null takes one away */
export function changedConfig(config: Config, { url, config: others }: Config): Config {
  const given = typeof others === 'object' && others !== null ? others : {};
  const all = { ...config, ...given, ...(url === undefined ? {} : { url }) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

function valueAt(config: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => new Map(Object.entries(value ?? {})).get(name), config);
}

/**
 * @returns whether a change takes a partner to another destination: what one says of a payment proves nothing about the other
 * Source: docs/GAPS.md#P21
 */
export function isMove({ adapter, config }: Pick<PartnerSettings, 'adapter' | 'config'>, changes: Config): boolean {
  const paths = adapterOf({ adapter })?.destination ?? [];
  const after = changedConfig(config, changes);
  const destination = (of: Config): string => canonicalJson(paths.map((path) => valueAt(of, path) ?? null));
  return destination(config) !== destination(after);
}
