import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SignedDelivery } from './signature';

/** Attributes of a message at most, and its bytes with them. Source: Amazon SQS Developer Guide, "Message quotas" */
const MAX_ATTRIBUTES = 10;
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** The signed headers of a delivery and the two of a trace. */
const OWN_ATTRIBUTES = 6;
const MAX_STATIC_HEADERS = MAX_ATTRIBUTES - OWN_ATTRIBUTES;

/** Headers that are about HTTP: a message has none of them. */
const OF_HTTP = new Set(['Content-Type', 'User-Agent']);

/** Body of the operation SendMessage. Source: Amazon SQS API Reference, "SendMessage" */
export interface QueueMessage {
  QueueUrl: string;
  MessageBody: string;
  MessageAttributes: Record<string, { DataType: 'String'; StringValue: string }>;
  /** Of a FIFO queue: messages of one group keep their order, and the same id is taken once within five minutes. */
  MessageGroupId?: string;
  MessageDeduplicationId?: string;
}

/** What a message is made of, beside the signed delivery. */
export interface MessageParts {
  queueUrl: string;
  /** What the event is about, such as the id of a payment. */
  subject: string;
  deliveryId: string;
  /** Static headers and those of a trace. */
  headers: Readonly<Record<string, string>>;
}

/** @returns the subject as a group may be named: 128 visible ASCII characters at most, else its hash */
function groupOf(subject: string): string {
  return /^[!-~]{1,128}$/.test(subject) ? subject : createHash('sha256').update(subject).digest('hex');
}

/** The SQS message of an attempt: the signed bytes as its body, the headers as its attributes. */
export function queueMessage(signed: SignedDelivery, { queueUrl, subject, deliveryId, headers }: MessageParts) {
  const own = Object.entries(signed.headers).filter(([name]) => !OF_HTTP.has(name));
  const attributes = [...Object.entries(headers), ...own].map(
    ([name, value]) => [name, { DataType: 'String', StringValue: value }] as const,
  );
  const message: QueueMessage = {
    QueueUrl: queueUrl,
    MessageBody: signed.body.toString('utf8'),
    MessageAttributes: Object.fromEntries(attributes),
  };
  if (!queueUrl.endsWith('.fifo')) return message;
  return { ...message, MessageGroupId: groupOf(subject), MessageDeduplicationId: deliveryId };
}

/** @returns whether SQS refuses a message for its size: body, names, types and values of attributes */
export function isTooLarge({ MessageBody, MessageAttributes }: QueueMessage): boolean {
  const attributes = Object.entries(MessageAttributes).map(
    ([name, { DataType, StringValue }]) => name + DataType + StringValue,
  );
  return Buffer.byteLength(MessageBody + attributes.join('')) > MAX_MESSAGE_BYTES;
}

/** Names that SQS takes for attributes. Source: Amazon SQS Developer Guide, "Message attribute components" */
const ATTRIBUTE_NAME = /^(?!(aws|amazon)\.)[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/i;

/** Faults of static headers that cannot be message attributes: by name, or null for all of them. */
export function attributeFaults(names: readonly string[]): { name: string | null; message: string }[] {
  const unfit = names.filter((name) => !ATTRIBUTE_NAME.test(name));
  const message =
    'must be the name of an SQS attribute: letters, digits, "-", "_" and single dots inside; it must not begin with AWS. or Amazon.';
  const many = `must have at most ${MAX_STATIC_HEADERS} headers: a message of SQS has ${MAX_ATTRIBUTES} attributes`;
  return [
    ...(names.length > MAX_STATIC_HEADERS ? [{ name: null, message: many }] : []),
    ...unfit.map((name) => ({ name, message })),
  ];
}

const Taken = z.object({ MessageId: z.string().min(1), MD5OfMessageBody: z.string() });

/** Parses JSON; null if it is invalid. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The type that an error of SQS names, such as `com.amazonaws.sqs#QueueDoesNotExist`, as `queue_does_not_exist`. */
function errorName(text: string): string | null {
  const type = /"__type"\s*:\s*"(?:[^"#]*[#.])?([A-Za-z0-9]{1,64})"/.exec(text)?.[1];
  if (type === undefined) return null;
  return type
    .replace(/Exception$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();
}

/**
 * The fault of an answer to SendMessage, or null if the queue has taken the message. Only the digest of the body is
 * compared: for a repeated message, a FIFO queue may answer with the attributes of the earlier one.
 */
export function queueAnswerFault(
  { statusCode, text }: { statusCode: number | null; text: string },
  { MessageBody }: QueueMessage,
): string | null {
  if (statusCode !== 200) return errorName(text) ?? 'status';
  const taken = Taken.safeParse(parseJson(text));
  if (!taken.success) return 'invalid_answer';
  const digest = createHash('md5').update(MessageBody).digest('hex');
  return taken.data.MD5OfMessageBody === digest ? null : 'digest_mismatch';
}
