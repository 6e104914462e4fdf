import { createHash, createHmac, randomUUID, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { startScriptedServer, type HttpRequest, type Reaction, type ScriptedServer } from './http-server';

/** What the queues know of the one who may send to them. */
export const QUEUE_KEYS = {
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
export const REGION = 'eu-central-1';

/** How the service fails. */
export type ServiceFault = 'denied' | 'throttled' | 'broken' | 'silent' | 'wrong_digest' | 'reset_after_taking';

export interface TakenMessage {
  id: string;
  queue: string;
  body: string;
  /** Attributes of type String. */
  attributes: Record<string, string>;
  group: string | undefined;
  deduplication: string | undefined;
}

/** A stand-in for Amazon SQS: SendMessage by its JSON protocol, each signature computed again by AWS' own library. */
export interface SqsService extends ScriptedServer {
  taken: TakenMessage[];
  queueUrl(name: string): string;
  /** Null: it works. */
  failWith(fault: ServiceFault | null): void;
}

class Sha256 {
  private readonly state: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = typeof secret === 'string' ? secret : secret && Buffer.from(bytesOf(secret));
    this.state = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  }
  update(data: Uint8Array): void {
    this.state.update(data);
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(new Uint8Array(this.state.digest()));
  }
  reset(): void {
    throw new Error('a signer makes a new one for each digest');
  }
}

function bytesOf(data: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

const MUST_BE_SIGNED = ['host', 'x-amz-date', 'x-amz-target'];

/** @returns whether the request has the signature that AWS' own library gives it, for this region and now */
async function isSigned({ method, path, headers, body }: HttpRequest): Promise<boolean> {
  const { authorization = '', 'x-amz-date': stamp = '' } = headers as Record<string, string | undefined>;
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const iso = stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const signingDate = new Date(iso);
  if (!MUST_BE_SIGNED.every((name) => names.includes(name))) return false;
  if (!(Math.abs(signingDate.getTime() - Date.now()) < 300_000)) return false;
  const signer = new SignatureV4({
    ...{ service: 'sqs', region: REGION, sha256: Sha256, applyChecksum: false },
    credentials: { accessKeyId: QUEUE_KEYS.access_key_id, secretAccessKey: QUEUE_KEYS.secret_access_key },
  });
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  const request = { method, path, protocol: 'http:', hostname: 'sqs', query: {}, headers: signed, body };
  const again = await signer.sign(request, { signingDate });
  return again.headers['authorization'] === authorization;
}

function refusal(status: number, type: string, message: string): Reaction {
  const headers = { 'x-amzn-requestid': randomUUID(), 'content-type': 'application/x-amz-json-1.0' };
  return { status, headers, body: { __type: `com.amazonaws.sqs#${type}`, message } };
}

interface SendMessage {
  QueueUrl: string;
  MessageBody: string;
  MessageAttributes?: Record<string, { DataType: string; StringValue: string }>;
  MessageGroupId?: string;
  MessageDeduplicationId?: string;
}

/** @param queues names of the queues that exist; one that ends in `.fifo` takes a deduplication id once */
export async function startSqsService(queues: readonly string[]): Promise<SqsService> {
  const taken: TakenMessage[] = [];
  let fault: ServiceFault | null = null;

  function take(message: SendMessage, queue: string): TakenMessage {
    const { MessageBody: body, MessageGroupId: group, MessageDeduplicationId: deduplication } = message;
    const before = taken.find((one) => one.queue === queue && one.deduplication === deduplication);
    if (queue.endsWith('.fifo') && before !== undefined) return before;
    const attributes = Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
      name,
      value.StringValue,
    ]);
    const made = { id: randomUUID(), queue, body, group, deduplication, attributes: Object.fromEntries(attributes) };
    taken.push(made);
    return made;
  }

  async function react(request: HttpRequest): Promise<Reaction> {
    if (fault === 'silent') return 'silence';
    if (fault === 'broken') return { status: 500, body: { __type: 'com.amazonaws.sqs#InternalFailure' } };
    if (fault === 'throttled') return refusal(400, 'RequestThrottled', 'Rate exceeded');
    if (request.headers['x-amz-target'] !== 'AmazonSQS.SendMessage') return refusal(400, 'InvalidAction', 'unknown');
    if (!(await isSigned(request))) return refusal(403, 'SignatureDoesNotMatch', 'The signature does not match.');
    if (fault === 'denied') return refusal(403, 'AccessDeniedException', 'User is not authorized to sqs:sendmessage');
    const message = JSON.parse(request.body.toString('utf8')) as SendMessage;
    const queue = message.QueueUrl.split('/').at(-1) ?? '';
    if (!queues.includes(queue)) return refusal(400, 'QueueDoesNotExist', 'The specified queue does not exist.');
    if (queue.endsWith('.fifo') && message.MessageGroupId === undefined) {
      return refusal(400, 'MissingParameter', 'The request must contain the parameter MessageGroupId.');
    }
    const { id, body } = take(message, queue);
    if (fault === 'reset_after_taking') return 'reset';
    const digest = createHash('md5')
      .update(fault === 'wrong_digest' ? `${body} ` : body)
      .digest('hex');
    return { status: 200, body: { MessageId: id, MD5OfMessageBody: digest } };
  }

  const server = await startScriptedServer(react);
  return {
    ...server,
    taken,
    queueUrl: (name) => `${server.url}/123456789012/${name}`,
    failWith: (next) => (fault = next),
  };
}
