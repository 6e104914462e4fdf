import { canonicalJson } from '../../canonical-json';
import type { Description } from './description/schema';

/** A description without what differs between environments: the address and, for OAuth, the client id. */
function common({ baseUrl: _baseUrl, authentication, ...rest }: Description): Record<string, unknown> {
  const { kind } = authentication;
  return { ...rest, authentication: kind === 'oauth' ? { ...authentication, clientId: '' } : authentication };
}

/**
 * A bank is examined in its test environment: the description that is played there must be the live one, but for its
 * address and the id of its client.
 * @returns members of the descriptions that differ otherwise
 * Source: docs/GAPS.md#P20
 */
export function differingMembers(live: Description, test: Description): string[] {
  const [ours, theirs] = [common(live), common(test)];
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  const textOf = (value: unknown): string => (value === undefined ? '' : canonicalJson(value));
  return names.filter((name) => textOf(ours[name]) !== textOf(theirs[name])).sort();
}
