import { canonicalJson } from '../../canonical-json';
import { isNode } from '../../unknown-value';
import { adapterOf, type PartnerSettings } from './adapters';

type Config = PartnerSettings['config'];

/** In a change, in the place of a rule of a bank: the partner has none of its own, so that of its profile applies. */
const AS_PROFILE = 'profile';

/** A setting after its change: rules of a bank are merged with those it has, any other value replaces the old one. */
function laidOver(name: string, before: unknown, value: unknown): unknown {
  if (name !== 'profileMembers' || !isNode(value)) return value;
  const members = Object.entries({ ...(isNode(before) ? before : {}), ...value });
  return Object.fromEntries(members.filter(([, rule]) => rule !== AS_PROFILE));
}

/** @returns the settings of an adapter after a change of some; null takes one away */
export function changedConfig(config: Config, { url, config: others }: Config): Config {
  const given = Object.entries({ ...(isNode(others) ? others : {}), ...(url === undefined ? {} : { url }) });
  const changed = given.map(([name, value]) => [name, laidOver(name, config[name], value)] as const);
  const all = { ...config, ...Object.fromEntries(changed) };
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
