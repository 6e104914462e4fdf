import { createHash } from 'node:crypto';
import { fillBody, writeBody } from '../../../domain/payments/dispatch/description/body';
import type { DescribedField, Description } from '../../../domain/payments/dispatch/description/schema';
import type { AnswerBody } from '../../../domain/payments/dispatch/partner-answers';
import { readXmlDocument } from '../../../importers/xml-document';
import { faultCode } from '../../../lib/fault-code';
import { callPartner, type CallResult, type PartnerAgents, type PartnerRequest } from '../partner-call';
import type { PartnerOrder } from '../port';
import { prove, type BankTokens, type Proof } from './authentication';

export interface DescribedPartner {
  description: Description;
  /** Base address under which this partner reaches us, without a trailing slash. */
  publicUrl: string;
  tokens: BankTokens;
  /** The value of a credential, read at each call so that a change takes effect at once; null where it was not set. */
  credential(name: string): Promise<string | null>;
  /** Postgres' clock in Unix milliseconds. */
  nowMs(): number;
  /** Makes one call; it never rejects. */
  call?: typeof callPartner | undefined;
}

/** One request of the description, with what fills it. */
export interface DescribedCall {
  method: PartnerRequest['method'];
  path: string;
  body: readonly DescribedField[] | undefined;
  /** What paths and bodies are filled from. */
  content: Readonly<Record<string, unknown>>;
  idempotencyKey: string | null;
  order: PartnerOrder | null;
}

const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'application/xml',
} as const;
/** What a bank answers with that turned a token away. */
const UNAUTHORIZED = 401;

function readXmlBody(bytes: Buffer): AnswerBody {
  if (bytes.length === 0) return { kind: 'empty' };
  const value = readXmlDocument(bytes);
  return value === null ? { kind: 'not_json' } : { kind: 'json', value };
}

/** The same key always gives the same UUID, of version 8. Source: RFC 9562, section 5.8 */
function uuidOf(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function fillPath(path: string, content: DescribedCall['content']): string {
  return path.replace(/\{(\w+)\}/g, (_found, name: string) => encodeURIComponent(String(content[name])));
}

/** Makes the requests of a description. */
export class BankCalls {
  private readonly base: string;
  private readonly call: typeof callPartner;

  constructor(private readonly partner: DescribedPartner) {
    this.base = partner.description.baseUrl.trim().replace(/\/+$/, '');
    this.call = partner.call ?? callPartner;
  }

  /** @returns a key in the form that the bank takes */
  keyOf(text: string): string {
    return this.partner.description.submit.idempotencyKey.form === 'uuid' ? uuidOf(text) : text;
  }

  private async credential(name: string): Promise<string> {
    const value = await this.partner.credential(name);
    if (value === null) throw new Error(`the credential ${name} is not set`);
    return value;
  }

  private async connections(): Promise<PartnerAgents | undefined> {
    const { tls } = this.partner.description;
    if (tls === undefined) return undefined;
    const [certificate, key] = await Promise.all([this.credential(tls.certificate), this.credential(tls.key)]);
    const authority = tls.authority === undefined ? null : await this.credential(tls.authority);
    return this.partner.tokens.agentsOf({ certificate, key, authority });
  }

  private prove(
    request: { method: string; url: URL; body: string; idempotencyKey: string | null },
    agents: PartnerAgents | undefined,
  ): Promise<Proof> {
    const { description, tokens } = this.partner;
    return prove(description.authentication, request, {
      baseUrl: this.base,
      credential: (name) => this.credential(name),
      nowMs: () => this.partner.nowMs(),
      call: this.call,
      agents,
      tokens,
    });
  }

  private headersOf(hasBody: boolean, idempotencyKey: string | null): Record<string, string> {
    const { headers = [], answerFormat, requestFormat, submit } = this.partner.description;
    const keyHeader = submit.idempotencyKey.header;
    return {
      accept: CONTENT_TYPES[answerFormat],
      ...Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value] as const)),
      ...(hasBody ? { 'content-type': CONTENT_TYPES[requestFormat] } : {}),
      ...(idempotencyKey === null || keyHeader === undefined ? {} : { [keyHeader.toLowerCase()]: idempotencyKey }),
    };
  }

  /** @returns what came of it; `unfit` where the bank cannot be told this */
  async make(described: DescribedCall): Promise<CallResult | { kind: 'unfit'; reason: string }> {
    const { method, path, content, idempotencyKey, order } = described;
    const { requestFormat, answerFormat } = this.partner.description;
    const filled = described.body === undefined ? null : fillBody(described.body, content);
    if (filled?.kind === 'unfit') return filled;
    const body = filled === null ? null : writeBody(filled.tree, requestFormat);
    const url = new URL(this.base + fillPath(path, content));
    let agents: PartnerAgents | undefined;
    let proof: Proof;
    try {
      agents = await this.connections();
      proof = await this.prove({ method, url, body: body ?? '', idempotencyKey }, agents);
    } catch (fault) {
      return { kind: 'not_sent', fault: fault instanceof Error ? fault.message : faultCode(fault) };
    }
    const headers = { ...this.headersOf(body !== null, idempotencyKey), ...proof.headers };
    const readBody = answerFormat === 'xml' ? readXmlBody : undefined;
    const purpose: Pick<PartnerRequest, 'purpose' | 'mayBegin'> =
      order === null ? { purpose: 'question' } : { purpose: 'dispatch', mayBegin: () => order.mayBegin() };
    const result = await this.call({ url, method, headers, body, agents, readBody, ...purpose });
    if (result.kind === 'answered' && result.answer.status === UNAUTHORIZED) proof.forget();
    return result;
  }
}
