import { createHash, createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DescribedAuthentication } from '../../../domain/payments/dispatch/description/schema';
import { memberOf } from '../../../domain/unknown-value';
import { createPartnerAgents, type callPartner, type PartnerAgents, type PartnerTls } from '../partner-call';

/** A request as it is about to be proved. */
export interface Unproved {
  method: string;
  url: URL;
  /** Empty where there is none. */
  body: string;
  idempotencyKey: string | null;
}

/** What a proof is made with. */
export interface ProofContext {
  baseUrl: string;
  /** @throws Error naming a credential that is not set */
  credential(name: string): Promise<string>;
  nowMs(): number;
  call: typeof callPartner;
  agents: PartnerAgents | undefined;
  tokens: BankTokens;
}

type Kind<Name extends DescribedAuthentication['kind']> = Extract<DescribedAuthentication, { kind: Name }>;
type Headers = Record<string, string>;

/** A token is asked for anew so long before its end. */
const TOKEN_MARGIN_MS = 30_000;
/** A token without a stated end, as RFC 6749 allows, is used for so long. */
const TOKEN_MS = 300_000;
const MAX_TOKENS = 1_000;

interface Token {
  value: string;
  endsAtMs: number;
}

const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * Gets an access token by OAuth client credentials, with its end less a margin.
 * @throws Error where none is granted
 */
async function fetchToken(oauth: Kind<'oauth'>, secret: string, context: ProofContext): Promise<Token> {
  const { clientId, scope, style = 'basic' } = oauth;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scope !== undefined) form.set('scope', scope);
  if (style === 'body') {
    form.set('client_id', clientId);
    form.set('client_secret', secret);
  }
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`;
  const result = await context.call({
    url: new URL(context.baseUrl + oauth.path),
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(style === 'basic' ? { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } : {}),
    },
    body: form.toString(),
    purpose: 'question',
    about: { operation: 'token', instructionId: '', isRepeat: false },
    agents: context.agents,
  });
  if (result.kind !== 'answered') throw new Error(`no token: ${result.fault}`);
  const { status, body } = result.answer;
  const content = body.kind === 'json' ? body.value : null;
  const value = memberOf(content, 'access_token');
  if (status !== 200 || typeof value !== 'string' || value === '') throw new Error(`no token: HTTP ${status}`);
  const seconds = Number(memberOf(content, 'expires_in') ?? NaN);
  const lastsMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : TOKEN_MS;
  return { value, endsAtMs: context.nowMs() + lastsMs - TOKEN_MARGIN_MS };
}

/** Tokens and connections of the banks that a process calls; calls at the same moment share one request for a token. */
export class BankTokens {
  private readonly tokens = new LRUCache<string, Promise<Token>>({ max: MAX_TOKENS });
  private readonly agents = new LRUCache<string, PartnerAgents>({
    max: MAX_TOKENS,
    dispose({ dispatch, question }) {
      void dispatch.close();
      void question.close();
    },
  });

  /** @throws Error without a token */
  async tokenOf(oauth: Kind<'oauth'>, secret: string, context: ProofContext): Promise<{ key: string; value: string }> {
    const key = hashOf(context.baseUrl, oauth.path, oauth.clientId, oauth.scope ?? '', secret);
    const known = await this.tokens.get(key);
    if (known !== undefined && known.endsAtMs > context.nowMs()) return { key, value: known.value };
    // Another caller may have asked while this one looked.
    const asked = this.tokens.get(key);
    const asking = asked !== undefined && (await asked) !== known ? asked : fetchToken(oauth, secret, context);
    this.tokens.set(key, asking);
    asking.catch(() => this.tokens.delete(key));
    return { key, value: (await asking).value };
  }

  /** The bank does not take a token any more. */
  forget(key: string): void {
    this.tokens.delete(key);
  }

  agentsOf(tls: PartnerTls): PartnerAgents {
    const key = hashOf(tls.certificate, tls.key, tls.authority ?? '');
    const known = this.agents.get(key);
    if (known !== undefined) return known;
    const made = createPartnerAgents(tls);
    this.agents.set(key, made);
    return made;
  }
}

function formatTime(form: 'seconds' | 'milliseconds' | 'iso', nowMs: number): string {
  if (form === 'iso') return new Date(nowMs).toISOString();
  return String(form === 'seconds' ? Math.floor(nowMs / 1_000) : nowMs);
}

/** The headers that sign a request by HMAC, as the bank describes it. */
function hmacHeaders(hmac: Kind<'hmac'>, secret: string, nowMs: number, request: Unproved): Headers {
  const { algorithm, encoding, header, prefix = '', signed, separator = '', timestamp } = hmac;
  const time = timestamp === undefined ? '' : formatTime(timestamp.form, nowMs);
  const parts = {
    timestamp: time,
    method: request.method,
    path: request.url.pathname + request.url.search,
    body: request.body,
    'body-sha256': createHash('sha256').update(request.body).digest('hex'),
    'idempotency-key': request.idempotencyKey ?? '',
  };
  const text = signed.map((part) => parts[part]).join(separator);
  const digest = createHmac(algorithm, secret).update(text).digest(encoding);
  return {
    [header.toLowerCase()]: `${prefix}${digest}`,
    ...(timestamp === undefined ? {} : { [timestamp.header.toLowerCase()]: time }),
  };
}

/** Headers that prove a request to be ours. */
export interface Proof {
  headers: Headers;
  /** The bank turned it away: what it rests on is found anew. */
  forget(): void;
}

/**
 * The headers that prove a request to be ours, by the described kind of authentication.
 * @returns also a function that forgets a refused token
 * @throws Error where a credential is not set or no token is granted
 */
export async function authenticate(
  authentication: DescribedAuthentication,
  request: Unproved,
  context: ProofContext,
): Promise<Proof> {
  const lasting = (headers: Headers): Proof => ({ headers, forget: () => undefined });
  switch (authentication.kind) {
    case 'none':
      return lasting({});
    case 'header': {
      const { header, prefix = '', credential } = authentication;
      return lasting({ [header.toLowerCase()]: `${prefix}${await context.credential(credential)}` });
    }
    case 'hmac': {
      const secret = await context.credential(authentication.credential);
      return lasting(hmacHeaders(authentication, secret, context.nowMs(), request));
    }
    case 'oauth': {
      const secret = await context.credential(authentication.credential);
      const { key, value } = await context.tokens.tokenOf(authentication, secret, context);
      return { headers: { authorization: `Bearer ${value}` }, forget: () => context.tokens.forget(key) };
    }
  }
}
