import { canonicalJson } from '../../canonical-json';
import type { Description } from './description/schema';

/** A description without what differs between environments: the address and, for OAuth, the client id. */
function common({ baseUrl: _baseUrl, authentication, ...rest }: Description): Record<string, unknown> {
  const { kind } = authentication;
  return { ...rest, authentication: kind === 'oauth' ? { ...authentication, clientId: '' } : authentication };
}

/**
 * Members that differ between a live description and that of its test environment, in which a bank is examined; the
 * address and the id of the client may.
 * Source: docs/GAPS.md#P20
 */
export function differingMembers(live: Description, test: Description): string[] {
  const [ours, theirs] = [common(live), common(test)];
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  const textOf = (value: unknown): string => (value === undefined ? '' : canonicalJson(value));
  return names.filter((name) => textOf(ours[name]) !== textOf(theirs[name])).sort();
}
