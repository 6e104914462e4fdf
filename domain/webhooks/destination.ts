import { z } from 'zod';
import { optional } from '../schema-tools';
import { REQUIRED_MESSAGE } from '../schema-words';
import { memberOf } from '../unknown-value';

/** Characters of an address, or of the URL of a queue. */
export const MAX_URL = 2_048;

/** What is stored of a queue in clear text, beside its URL. */
export interface QueueSettings {
  type: 'sqs';
  /** Of AWS, such as `eu-central-1`. */
  region: string;
  access_key_id: string;
}

/** How a queue is reached: its settings with what is stored sealed. */
export interface QueueAccess extends QueueSettings {
  secret_access_key: string;
}

/** The queue that a delivery goes to, and what its message names. */
export interface QueueTarget extends QueueAccess {
  /** What the event is about. */
  subject: string;
  deliveryId: string;
}

const Type = z.literal('sqs').meta({ description: 'A queue of Amazon SQS, standard or FIFO' });

const QueueUrl = z
  .string()
  .min(1)
  .max(MAX_URL)
  .meta({
    description: 'At the SQS endpoint of the region',
    examples: ['https://sqs.eu-central-1.amazonaws.com/123456789012/corridor-events'],
  });

const Region = z
  .string()
  .regex(/^[a-z]{2,5}(-[a-z]{2,20}){1,3}-\d{1,2}$/, { error: 'must be a region of AWS, such as eu-central-1' })
  .meta({ examples: ['eu-central-1'] });

const AccessKeyId = z
  .string()
  .regex(/^\w{1,128}$/, { error: 'must be 1 to 128 letters and digits' })
  .meta({ description: 'Of an IAM user that may `sqs:SendMessage`', examples: ['AKIAIOSFODNN7EXAMPLE'] });

const SecretAccessKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,256}$/, { error: 'must be 1 to 256 visible ASCII characters' })
  .meta({ description: 'Stored sealed and never shown again' });

/** A queue as a destination of a new subscription. Source: docs/GAPS.md#W16 */
export const QueueDestination = z
  .object({
    type: Type,
    queue_url: QueueUrl,
    region: Region,
    access_key_id: AccessKeyId,
    secret_access_key: SecretAccessKey,
  })
  .meta({ id: 'QueueDestination' });

const isGiven = (value: unknown, name: string): boolean => (memberOf(value, name) ?? null) !== null;

const KEY_MEMBERS = ['access_key_id', 'secret_access_key'] as const;

/** Credentials are replaced as a pair: a secret belongs to its id. */
function checkPair(value: unknown, context: z.RefinementCtx): void {
  const [missing, ...others] = KEY_MEMBERS.filter((name) => !isGiven(value, name));
  if (missing === undefined || others.length > 0) return;
  const message = `${REQUIRED_MESSAGE}: credentials are replaced together`;
  context.addIssue({ code: 'custom', path: [missing], message, params: { code: 'invalid_type' } });
}

/** A change of a queue: what is present changes. */
export const QueueDestinationChange = z
  .object({
    type: optional(Type),
    queue_url: optional(QueueUrl),
    region: optional(Region),
    access_key_id: optional(AccessKeyId),
    secret_access_key: optional(SecretAccessKey),
  })
  .superRefine(checkPair, { when: () => true })
  .meta({ id: 'QueueDestinationChange' });

/** A queue as it is shown: without its secret. */
export const ShownQueue = z.object({
  type: Type,
  queue_url: z.string(),
  region: z.string(),
  access_key_id: z.string(),
});

/** An address or a queue, never both. */
export function refuseBoth(value: unknown, context: z.RefinementCtx): void {
  if (!isGiven(value, 'url') || !isGiven(value, 'destination')) return;
  const message = 'must not be given together with url';
  context.addIssue({ code: 'custom', path: ['destination'], message, params: { code: 'exclusive' } });
}

/** Adds an issue unless exactly one is given: an address or a queue. */
export function requireOneTarget(value: unknown, context: z.RefinementCtx): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  refuseBoth(value, context);
  if (isGiven(value, 'url') || isGiven(value, 'destination')) return;
  const message = `${REQUIRED_MESSAGE}, unless destination names a queue`;
  context.addIssue({ code: 'custom', path: ['url'], message, params: { code: 'invalid_type' } });
}
