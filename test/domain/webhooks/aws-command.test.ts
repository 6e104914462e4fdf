import { execFileSync } from 'node:child_process';
import { awsCommand } from '../../../domain/webhooks/aws-command';
import { queueMessage } from '../../../domain/webhooks/queue-message';
import { secretOf, signDelivery } from '../../../domain/webhooks/signature';

it('a message as a command of AWS reaches the queue byte for byte, whatever stands in its event', () => {
  const object = { note: `it's "$HOME" \`id\` $(id) \\ ! * ~ é \u2028\n;&|` };
  const event = { id: 'evt_1', type: 'shipment.created', createdAt: new Date(), object };
  const signed = signDelivery(event, [secretOf(Buffer.alloc(32, 7))], new Date());
  const queueUrl = 'https://sqs.eu-central-1.amazonaws.com/123456789012/q.fifo';
  const message = queueMessage(signed, { queueUrl, subject: 's', deliveryId: 'dlv_1', headers: {} });
  const script = `aws() { printf '%s\\0' "$@"; }\n${awsCommand(message, 'eu-central-1')}`;
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  expect(words.slice(0, -1)).toEqual([
    ...['sqs', 'send-message', '--region', 'eu-central-1'],
    ...['--endpoint-url', 'https://sqs.eu-central-1.amazonaws.com', '--cli-input-json'],
  ]);
  expect(JSON.parse(words.at(-1) ?? '')).toEqual(message);
});
