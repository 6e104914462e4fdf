import { mayBeAsked, type IdentityProviderSettings } from '../lib/identity-provider';
import { flag, list, optional, type Environment } from './environment';

const GROUPS_CLAIM = 'groups';

const NAMES = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

/**
 * The identity provider for logins to the console, from `OIDC_ISSUER`, `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET`,
 * `OIDC_NAME`, `OIDC_GROUPS_CLAIM`, `OIDC_OPERATOR_GROUPS` and `OIDC_ALLOW_HTTP`.
 * @returns null when none of the first three is set
 * @throws Error in plain words when some of them are missing, or for an issuer that must not be contacted
 */
export function readIdentityProvider(environment: Environment): IdentityProviderSettings | null {
  const [issuer, clientId, clientSecret] = NAMES.map((name) => optional(environment, name) ?? '');
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer || !clientId || !clientSecret) throw new Error(`Set ${NAMES.join(', ')} together, or none of them.`);
  const allowsHttp = flag(environment, 'OIDC_ALLOW_HTTP') === true;
  if (!URL.canParse(issuer) || !mayBeAsked(new URL(issuer), allowsHttp)) {
    throw new Error(
      'OIDC_ISSUER must be an https address; OIDC_ALLOW_HTTP=true also takes http on this machine, for development.',
    );
  }
  const name = optional(environment, 'OIDC_NAME') ?? new URL(issuer).hostname;
  const groupsClaim = optional(environment, 'OIDC_GROUPS_CLAIM') ?? GROUPS_CLAIM;
  const operatorGroups = list(environment, 'OIDC_OPERATOR_GROUPS');
  return { issuer, clientId, clientSecret, name, groupsClaim, operatorGroups, allowsHttp };
}
