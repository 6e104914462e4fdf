import { sign } from 'aws4';
import type { QueueTarget } from '../../domain/webhooks/destination';
import { isTooLarge, queueAnswerFault, queueMessage } from '../../domain/webhooks/queue-message';
import type { PrepareAttempt, Target } from './port';

/**
 * SendMessage by the JSON protocol of SQS, signed for the region of the queue. Only the signature comes from a library: the
 * SDK would bring connections, time limits and retries of its own.
 * Source: docs/GAPS.md#W16
 */
export const prepareForQueue: PrepareAttempt<Target & { queue: QueueTarget }> = (target, delivery) => {
  const { url: queueUrl, headers: own = {}, queue } = target;
  const { region, access_key_id: accessKeyId, secret_access_key: secretAccessKey, subject, deliveryId } = queue;
  const message = queueMessage(delivery, { queueUrl, subject, deliveryId, headers: own });
  if (isTooLarge(message)) return { fault: 'too_large' };
  const url = new URL('/', queueUrl);
  const body = Buffer.from(JSON.stringify(message));
  const wanted = {
    Host: url.host,
    'Content-Type': 'application/x-amz-json-1.0',
    'X-Amz-Target': 'AmazonSQS.SendMessage',
  };
  const { headers = {} } = sign(
    { method: 'POST', path: url.pathname, service: 'sqs', region, headers: wanted, body },
    { accessKeyId, secretAccessKey },
  );
  const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return { url, headers: signed, body, faultOf: (answer) => queueAnswerFault(answer, message) };
};
