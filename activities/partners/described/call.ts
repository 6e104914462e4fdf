import { fillBody, writeBody } from '../../../domain/payments/dispatch/description/body';
import type { Description } from '../../../domain/payments/dispatch/description/schema';
import type { AnswerBody } from '../../../domain/payments/dispatch/partner-answers';
import { readXmlDocument } from '../../../importers/xml-document';
import { faultCode } from '../../../lib/fault-code';
import { callPartner, type CallResult, type PartnerAgents, type PartnerRequest } from '../partner-call';
import { authenticate, type BankTokens, type Proof } from './authentication';
import type { DescribedCall } from './requests';

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

const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'application/xml',
} as const;
/** What a bank answers with that turned a token away. */
const UNAUTHORIZED = 401;

/** Reads the bytes of an answer in XML. */
export function readXmlBody(bytes: Buffer): AnswerBody {
  if (bytes.length === 0) return { kind: 'empty' };
  const value = readXmlDocument(bytes);
  return value === null ? { kind: 'not_json' } : { kind: 'json', value };
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

  private async credential(name: string): Promise<string> {
    const value = await this.partner.credential(name);
    if (value === null) throw new Error(`the credential ${name} is not set`);
    return value;
  }

  /** The connections with the certificate of the description; undefined if it names none. */
  private async tlsAgents(): Promise<PartnerAgents | undefined> {
    const { tls } = this.partner.description;
    if (tls === undefined) return undefined;
    const [certificate, key] = await Promise.all([this.credential(tls.certificate), this.credential(tls.key)]);
    const authority = tls.authority === undefined ? null : await this.credential(tls.authority);
    return this.partner.tokens.agentsOf({ certificate, key, authority });
  }

  private authenticateRequest(
    request: { method: string; url: URL; body: string; idempotencyKey: string | null },
    agents: PartnerAgents | undefined,
  ): Promise<Proof> {
    const { description, tokens } = this.partner;
    return authenticate(description.authentication, request, {
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

  /** Makes a call as described. @returns its result; `unfit` where the order does not fit the description */
  async make(described: DescribedCall): Promise<CallResult | { kind: 'unfit'; reason: string }> {
    const { operation, method, path, content, idempotencyKey, order } = described;
    const { requestFormat, answerFormat } = this.partner.description;
    const filled = described.body === undefined ? null : fillBody(described.body, content);
    if (filled?.kind === 'unfit') return filled;
    const body = filled === null ? null : writeBody(filled.tree, requestFormat);
    const url = new URL(this.base + fillPath(path, content));
    let agents: PartnerAgents | undefined;
    let proof: Proof;
    try {
      agents = await this.tlsAgents();
      proof = await this.authenticateRequest({ method, url, body: body ?? '', idempotencyKey }, agents);
    } catch (fault) {
      return { kind: 'not_sent', fault: fault instanceof Error ? fault.message : faultCode(fault) };
    }
    const headers = { ...this.headersOf(body !== null, idempotencyKey), ...proof.headers };
    const readBody = answerFormat === 'xml' ? readXmlBody : undefined;
    const purpose: Pick<PartnerRequest, 'purpose' | 'mayBegin'> =
      order === null ? { purpose: 'question' } : { purpose: 'dispatch', mayBegin: () => order.mayBegin() };
    const about = { operation, instructionId: content.instructionId, isRepeat: order?.isFirstSend === false };
    const result = await this.call({ url, method, headers, body, agents, readBody, about, ...purpose });
    if (result.kind === 'answered' && result.answer.status === UNAUTHORIZED) proof.forget();
    return result;
  }
}
