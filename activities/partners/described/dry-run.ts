import { readRecorded, type AnswerReading } from '../../../domain/payments/dispatch/description/reading';
import type { RecordedAnswer } from '../../../domain/payments/dispatch/description/recorded';
import type { DescribedOperation, Description } from '../../../domain/payments/dispatch/description/schema';
import type { AnswerBody, PartnerAnswer } from '../../../domain/payments/dispatch/partner-answers';
import { parseBody } from '../../../domain/payments/dispatch/answer-body';
import { MAX_ANSWER_BYTES, type CallResult, type PartnerRequest } from '../partner-call';
import type { PartnerOrder } from '../port';
import { BankTokens } from './authentication';
import { BankCalls, readXmlBody } from './call';
import { inquiryOf, laterRequestOf, submissionOf, type DescribedCall } from './requests';

/** A request that the bank would get, its secrets masked. */
export interface ShownRequest {
  operation: 'token' | DescribedOperation;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
  /** Why the sample payment is rejected before anything is sent; else null. */
  rejected: string | null;
}

/** The id of the sample payment. */
export const SAMPLE_ID = 'instr_00000000000000000000000001';
const SAMPLE_REFERENCE = 'REFERENCE-OF-THE-BANK';
const PUBLIC_URL = 'https://corridor.example';

/** A sample order for dry runs. */
function sampleOrder(instructionId: string, now: Date): PartnerOrder {
  return {
    instructionId,
    attempt: 1,
    isFirstSend: true,
    takenAt: now,
    mayBegin: () => true,
    amount: 1_250.5,
    currency: 'USD',
    timeline: 'same_day',
    valueDate: now.toISOString().slice(0, 10),
    uetr: '6f1b3c9e-2d54-4a7b-8c10-9e3f5a7b1c2d',
    chargeBearer: 'SHAR',
    privateData: {
      beneficiary: {
        name: 'Sample Payee Ltd',
        type: 'company',
        country: 'US',
        bankAccount: {
          accountNumber: '9876543210',
          bankName: 'Sample Bank',
          swiftBic: 'BOFAUS3N',
          clearing: { scheme: 'USABA', code: '026009593' },
          country: 'US',
        },
        address: { street: 'Main Street', building: '1', city: 'Springfield', postalCode: '62701', country: 'US' },
      },
      purpose: { code: 'trade_settlement', description: 'Sample goods' },
      remittance: { text: 'Invoice 1', reference: 'RF18539007547034' },
    },
  };
}

/** What stands for a secret in what is shown. */
const maskOf = (name: string): string => `***${name}***`;

/** Masks, in place, headers made from a secret: a keyed hash, or Base64 of it. */
function maskHeaders(description: Description, operation: string, headers: Record<string, string>): void {
  const { authentication } = description;
  if (authentication.kind === 'hmac') {
    const { header, prefix = '', algorithm, credential } = authentication;
    headers[header.toLowerCase()] = `${prefix}${maskOf(`HMAC-${algorithm.toUpperCase()} by ${credential}`)}`;
  }
  if (authentication.kind === 'oauth' && operation === 'token' && authentication.style !== 'body') {
    headers['authorization'] = `Basic ${maskOf(`${authentication.clientId}:${authentication.credential}`)}`;
  }
}

interface DryRun {
  description: Description;
  instructionId: string;
  now: Date;
}

/** Makes the requests of a description as they are made, up to the connection. */
class Requests {
  readonly shown: ShownRequest[] = [];
  private readonly calls: BankCalls;

  constructor({ description, now }: DryRun) {
    this.calls = new BankCalls({
      description,
      publicUrl: PUBLIC_URL,
      tokens: new BankTokens(),
      credential: (name) => Promise.resolve(maskOf(name)),
      nowMs: () => now.getTime(),
      call: (request) => Promise.resolve(this.recordAndAnswer(description, request)),
    });
  }

  /** Records a request with its secrets masked, and answers it with status 200 and no content but a token's mask. */
  private recordAndAnswer(description: Description, { url, method, headers, body, about }: PartnerRequest): CallResult {
    const operation = about?.operation ?? 'submit';
    const shown = { ...headers };
    maskHeaders(description, operation, shown);
    this.shown.push({ operation, method, url: url.href, headers: shown, body, rejected: null });
    const value = operation === 'token' ? { access_token: maskOf('token'), expires_in: 3_600 } : {};
    return { kind: 'answered', answer: { status: 200, body: { kind: 'json', value }, retryAfter: null } };
  }

  async makeOrRecordRejection(described: DescribedCall): Promise<void> {
    const result = await this.calls.make(described);
    if (result.kind === 'answered') return;
    const { operation, method, path } = described;
    const rejected = result.kind === 'unfit' ? result.reason : result.fault;
    this.shown.push({ operation, method, url: path, headers: {}, body: null, rejected });
  }
}

/**
 * Every request of a description for a sample payment, in the order in which a payment may need them, without sending
 * them.
 */
export async function showSampleRequests(run: DryRun): Promise<ShownRequest[]> {
  const { description, instructionId, now } = run;
  const requests = new Requests(run);
  const order = sampleOrder(instructionId, now);
  await requests.makeOrRecordRejection(submissionOf(description, order, PUBLIC_URL));
  await requests.makeOrRecordRejection(inquiryOf(description, instructionId));
  const about = { instructionId, bankReference: SAMPLE_REFERENCE };
  const { cancel, recall } = description;
  if (cancel !== undefined) await requests.makeOrRecordRejection(laterRequestOf(description, 'cancel', cancel, about));
  if (recall !== undefined) {
    const { amount, currency } = order;
    const recalled = { ...about, amount, currency, reasonCode: 'CUST', reason: 'Sample reason' };
    await requests.makeOrRecordRejection(laterRequestOf(description, 'recall', recall, recalled));
  }
  return requests.shown;
}

function recordedBody({ answerFormat, notifications }: Description, { body, operation }: RecordedAnswer): AnswerBody {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const bytes = Buffer.from(text);
  if (bytes.length > MAX_ANSWER_BYTES) return { kind: 'too_long' };
  const format = operation === 'notify' ? notifications?.format : answerFormat;
  if (format === 'form') return { kind: 'json', value: Object.fromEntries(new URLSearchParams(text)) };
  return format === 'xml' ? readXmlBody(bytes) : parseBody(bytes);
}

/** The reading of each recorded answer, as the adapter would read it. */
export function readRecordedAnswers(
  { description, instructionId, now }: DryRun,
  answers: readonly RecordedAnswer[],
): AnswerReading[] {
  return answers.map((recorded, index) => {
    const { lost, status = 0, retryAfter = null } = recorded;
    const answer: PartnerAnswer | null =
      lost === true ? null : { status, retryAfter, body: recordedBody(description, recorded) };
    return readRecorded(description, answer, { recorded, instructionId, now, index });
  });
}
