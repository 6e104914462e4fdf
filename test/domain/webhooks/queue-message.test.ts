import { createHash } from 'node:crypto';
import { attributeFaults, isTooLarge, queueAnswerFault, queueMessage } from '../../../domain/webhooks/queue-message';
import { secretOf, signDelivery } from '../../../domain/webhooks/signature';

const EVENT = { id: 'evt_1', type: 'buyer.matched', createdAt: new Date(0), object: { id: 'm' } };
const SIGNED = signDelivery(EVENT, [secretOf(Buffer.alloc(32, 7))], new Date(0));
const PARTS = { queueUrl: 'https://sqs.eu-central-1.amazonaws.com/123456789012/q', subject: 'm', deliveryId: 'dlv_1' };
const MESSAGE = queueMessage(SIGNED, { ...PARTS, headers: {} });

describe('a delivery as a message of SQS', () => {
  it('has the signed headers as attributes of type String, and those of HTTP not', () => {
    const { 'X-Service-Signature': signature = '' } = SIGNED.headers;
    expect(MESSAGE.MessageAttributes['X-Service-Signature']).toEqual({ DataType: 'String', StringValue: signature });
    expect(Object.keys(MESSAGE.MessageAttributes).sort()).toEqual([
      'X-Service-Signature',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    expect(MESSAGE).not.toHaveProperty('MessageGroupId');
  });

  it('of a FIFO queue has the subject as its group, or its hash where no group may be named so', () => {
    const fifo = { ...PARTS, queueUrl: `${PARTS.queueUrl}.fifo`, headers: {} };
    const groupOf = (subject: string) => queueMessage(SIGNED, { ...fifo, subject }).MessageGroupId;
    expect(queueMessage(SIGNED, fifo)).toMatchObject({ MessageGroupId: 'm', MessageDeduplicationId: 'dlv_1' });
    expect(groupOf('x'.repeat(128))).toBe('x'.repeat(128));
    for (const subject of ['x'.repeat(129), 'a b', 'é', '']) {
      expect(groupOf(subject)).toBe(createHash('sha256').update(subject).digest('hex'));
    }
  });

  it('is too large above 1 MiB of bytes, attributes included', () => {
    const attributes = Object.entries(MESSAGE.MessageAttributes);
    const used = attributes.reduce((sum, [name, { StringValue: value }]) => sum + name.length + 6 + value.length, 0);
    const fits = { ...MESSAGE, MessageBody: 'é'.repeat((1_048_576 - used) / 2) };
    const left = 1_048_576 - used - Buffer.byteLength(fits.MessageBody);
    expect(isTooLarge({ ...fits, MessageBody: fits.MessageBody + 'x'.repeat(left) })).toBe(false);
    expect(isTooLarge({ ...fits, MessageBody: fits.MessageBody + 'x'.repeat(left + 1) })).toBe(true);
  });
});

describe('static headers of a queue', () => {
  it('are at most four, since a message has ten attributes', () => {
    expect(attributeFaults(['A', 'B-1', 'c_d', 'e.f'])).toEqual([]);
    expect(attributeFaults(['A', 'B', 'C', 'D', 'E'])).toMatchObject([{ name: null }]);
  });

  it.each(['AWS.x', 'amazon.y', 'a..b', '.a', 'a.', 'a!', "a'b"])('are not named %s', (name) => {
    expect(attributeFaults([name])).toMatchObject([{ name }]);
  });
});

describe('the answer of a queue', () => {
  const digest = createHash('md5').update(MESSAGE.MessageBody).digest('hex');
  const taken = (answer: unknown) => queueAnswerFault({ statusCode: 200, text: JSON.stringify(answer) }, MESSAGE);
  const refused = (statusCode: number, text: string) => queueAnswerFault({ statusCode, text }, MESSAGE);

  it('confirms a message by its id and the digest of its body', () => {
    expect(taken({ MessageId: 'm1', MD5OfMessageBody: digest })).toBeNull();
    expect(taken({ MessageId: 'm1', MD5OfMessageBody: digest.replace(/^./, 'x') })).toBe('digest_mismatch');
    expect(taken({ MessageId: '', MD5OfMessageBody: digest })).toBe('invalid_answer');
    expect(taken({ MD5OfMessageBody: digest })).toBe('invalid_answer');
    expect(queueAnswerFault({ statusCode: 200, text: '<html>' }, MESSAGE)).toBe('invalid_answer');
  });

  it.each([
    [400, '{"__type":"com.amazonaws.sqs#QueueDoesNotExist","message":"none"}', 'queue_does_not_exist'],
    [403, '{"__type":"com.amazon.coral.service#AccessDeniedException","Message":"no"}', 'access_denied'],
    [400, '{ "__type" : "KmsDisabled" }', 'kms_disabled'],
    [400, '{"__type":"AWS.SimpleQueueService.NonExistentQueue"}', 'non_existent_queue'],
    [503, '{"__type":"a b"}', 'status'],
    [502, '<html>bad gateway</html>', 'status'],
    [201, JSON.stringify({ MessageId: 'm1', MD5OfMessageBody: digest }), 'status'],
  ])('names its error: %s %s', (status, text, fault) => expect(refused(status, text)).toBe(fault));
});
