import { LRUCache } from 'lru-cache';
import type { Configuration, IDToken, UserInfoResponse } from 'openid-client';

/** How a service is known at its identity provider. */
export interface IdentityProviderSettings {
  /** Issuer identifier, from which everything else is discovered. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What people call it. */
  name: string;
  /** Claim that lists a person's groups. */
  groupsClaim: string;
  /** Groups of which an operator needs one; none: operators need no group. */
  operatorGroups: readonly string[];
  /** For development: whether an issuer on this machine may speak plain HTTP. */
  allowsHttp: boolean;
}

/** What the browser keeps between going to the provider and coming back. */
export interface ProviderAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Whether the person is to log in there again, wherever they are logged in already. */
  isFresh: boolean;
}

/** What the provider says of a person who has logged in there. */
export interface ProviderAnswer {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** In which the provider has the person, as it names them; at most 1,000. */
  groups: readonly string[];
  /** Claim `amr`: how the provider has made sure of them. Source: RFC 8176 */
  methods: readonly string[];
}

/** The provider does not answer, not in time, or with nothing that can be read. */
export class ProviderAway extends Error {}

/** The provider refuses, or its answer does not belong to the attempt. */
export class ProviderRefusal extends Error {
  constructor(
    /** Of OAuth 2.0, such as `access_denied`, or of the check that failed. */
    readonly code: string,
    cause: unknown,
  ) {
    super(`the identity provider does not vouch: ${code}`, { cause });
  }
}

/** Log-in at an OpenID Connect provider: authorization code with PKCE, state and nonce. */
export interface IdentityProvider {
  readonly name: string;
  readonly operatorGroups: IdentityProviderSettings['operatorGroups'];
  /** @throws ProviderAway */
  begin(redirectUri: string, isFresh: boolean): Promise<{ url: string; attempt: ProviderAttempt }>;
  /**
   * @param answer address at which the browser came back
   * @throws ProviderAway; ProviderRefusal, also where the log-in was to be a fresh one and is not known to be
   */
  finish(answer: URL, attempt: ProviderAttempt): Promise<ProviderAnswer>;
}

/** Longest wait for one answer of the provider; a person waits meanwhile. */
const ANSWER_SECONDS = 5;
/** Longest time since a fresh log-in there, claim `auth_time`: some providers do not ask again although they are to. */
const FRESH_SECONDS = 60;
/** What was discovered is asked for again after so long; keys that are not known are asked for at once. */
const DISCOVERY_TTL_MS = 3_600_000;
/** Longest subject. Source: OpenID Connect Core 1.0, section 2 */
const MAX_SUBJECT = 255;

/** More groups of a person are a mistake, and each is looked up. */
const MAX_GROUPS = 1_000;
/** Some providers list groups only where this is asked for. */
const GROUPS_SCOPE = 'groups';

/** Host of an address on this machine, as `URL` writes it. */
export const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/;

/** @returns whether an address may be asked: over TLS, in development on this machine without */
export function mayBeAsked(address: URL, allowsHttp: boolean): boolean {
  return (
    address.protocol === 'https:' || (allowsHttp && address.protocol === 'http:' && LOOPBACK.test(address.hostname))
  );
}

/** What the library says where the other side did not answer as a provider does. */
const AWAY_CODES: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

function textOf(fault: unknown, member: 'code' | 'error'): string | null {
  const value: unknown = typeof fault === 'object' && fault !== null ? Reflect.get(fault, member) : null;
  return typeof value === 'string' ? value : null;
}

/** The fault as unavailability of the provider, or as a refusal with its code. */
function toProviderFault(fault: unknown): ProviderAway | ProviderRefusal {
  for (let cause = fault; cause instanceof Error; cause = cause.cause) if (cause instanceof ProviderAway) return cause;
  const code = textOf(fault, 'code') ?? 'unknown';
  if (AWAY_CODES.has(code)) return new ProviderAway('the identity provider does not answer', { cause: fault });
  return new ProviderRefusal(textOf(fault, 'error') ?? code, fault);
}

/** Loaded when a person logs in there for the first time: most services have no provider. */
const loadClient = () => import('openid-client');

/**
 * Reads the configuration of an identity provider; every address that it names is checked.
 * @throws ProviderAway
 */
async function discover(settings: IdentityProviderSettings, answerSeconds: number): Promise<Configuration> {
  const { issuer, clientId, clientSecret, allowsHttp } = settings;
  const client = await loadClient();
  const fetchFromProvider = (address: string, options: object): Promise<Response> => {
    if (!mayBeAsked(new URL(address), allowsHttp)) throw new ProviderAway(`the provider names ${address}`);
    return fetch(address, options).catch((cause: unknown) => {
      throw new ProviderAway('the identity provider cannot be reached', { cause });
    });
  };
  return client.discovery(new URL(issuer), clientId, undefined, client.ClientSecretBasic(clientSecret), {
    timeout: answerSeconds,
    [client.customFetch]: fetchFromProvider,
    // The signature of the ID token is checked too, although it comes from the provider itself over TLS.
    execute: [client.enableNonRepudiationChecks, ...(allowsHttp ? [client.allowInsecureRequests] : [])],
  });
}

/** Providers say an address in the ID token or, as the protocol has it for a code, at the UserInfo endpoint. */
function emailOf(claims: IDToken | UserInfoResponse): Pick<ProviderAnswer, 'email' | 'isEmailVerified'> {
  const { email, email_verified: isVerified } = claims;
  return { email: typeof email === 'string' ? email : null, isEmailVerified: isVerified === true };
}

function textsOf(claim: unknown): string[] {
  const list: unknown[] = Array.isArray(claim) ? claim : [claim];
  return list.filter((text) => typeof text === 'string');
}

interface Exchange {
  configuration: Configuration;
  groupsClaim: string;
}

/**
 * Exchanges the code of a login for the person's claims.
 * @throws ProviderRefusal for claims without a usable subject
 */
async function exchangeCode(
  { configuration, groupsClaim }: Exchange,
  answer: URL,
  attempt: ProviderAttempt,
): Promise<ProviderAnswer> {
  const client = await loadClient();
  const tokens = await client.authorizationCodeGrant(configuration, answer, {
    pkceCodeVerifier: attempt.codeVerifier,
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    idTokenExpected: true,
    ...(attempt.isFresh ? { maxAge: FRESH_SECONDS } : {}),
  });
  const claims = tokens.claims();
  if (claims === undefined || claims.sub.length > MAX_SUBJECT) throw new ProviderRefusal('subject', null);
  const { iss: issuer, sub: subject } = claims;
  const lacksSome = claims.email === undefined || claims[groupsClaim] === undefined;
  const asks = lacksSome && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const says = asks ? await client.fetchUserInfo(configuration, tokens.access_token, subject) : claims;
  const groups = textsOf(claims[groupsClaim] ?? says[groupsClaim]).slice(0, MAX_GROUPS);
  return {
    issuer,
    subject,
    ...emailOf(claims.email === undefined ? says : claims),
    groups,
    methods: textsOf(claims.amr),
  };
}

/**
 * A client of the identity provider, which contacts it only when a person logs in.
 * @param answerSeconds longest wait for one answer
 */
export function openIdentityProvider(
  settings: IdentityProviderSettings,
  answerSeconds = ANSWER_SECONDS,
): IdentityProvider {
  const discovered = new LRUCache<string, Configuration>({
    max: 1,
    ttl: DISCOVERY_TTL_MS,
    fetchMethod: () => discover(settings, answerSeconds),
  });
  const discoverOnce = async (): Promise<Configuration> => {
    const configuration = await discovered.fetch(settings.issuer).catch((fault: unknown) => {
      throw new ProviderAway('the identity provider was not discovered', { cause: fault });
    });
    if (configuration === undefined) throw new ProviderAway('the identity provider was not discovered');
    return configuration;
  };
  return {
    name: settings.name,
    operatorGroups: settings.operatorGroups,
    async begin(redirectUri, isFresh) {
      const configuration = await discoverOnce();
      const client = await loadClient();
      const attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        isFresh,
      };
      const { state, nonce, codeVerifier } = attempt;
      const knowsGroups = configuration.serverMetadata().scopes_supported?.includes(GROUPS_SCOPE) === true;
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: knowsGroups ? `openid email ${GROUPS_SCOPE}` : 'openid email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(isFresh ? { prompt: 'login', max_age: '0' } : {}),
      });
      if (!mayBeAsked(url, settings.allowsHttp)) throw new ProviderAway(`the provider names ${url.origin}`);
      return { url: url.href, attempt };
    },
    async finish(answer, attempt) {
      const configuration = await discoverOnce();
      try {
        return await exchangeCode({ configuration, groupsClaim: settings.groupsClaim }, answer, attempt);
      } catch (fault) {
        throw fault instanceof ProviderRefusal ? fault : toProviderFault(fault);
      }
    },
  };
}
