import type { ZodType } from 'zod';
import { CreateWebhook, UpdateWebhook } from '../../../domain/webhooks/schemas';

const QUEUE = {
  type: 'sqs',
  queue_url: 'https://sqs.eu-central-1.amazonaws.com/123456789012/events',
  region: 'eu-central-1',
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const URL = 'https://example.com/hook';

/** @returns the members at fault */
function faulty(schema: ZodType, body: object): string[] {
  const { error } = schema.safeParse(body);
  return (error?.issues ?? []).map(({ path }) => path.join('.')).sort();
}

describe('a new subscription', () => {
  const created = (members: object) => faulty(CreateWebhook, { events: ['payment.*'], ...members });

  it('has an address or a queue, never both and never none', () => {
    expect(created({ url: URL })).toEqual([]);
    expect(created({ url: null, destination: QUEUE })).toEqual([]);
    expect(created({ url: URL, destination: QUEUE })).toEqual(['destination']);
    expect(created({})).toEqual(['url']);
    expect(created({ events: [], url: URL, destination: QUEUE })).toEqual(['destination', 'events']);
  });

  it('names every member of a queue that is at fault', () => {
    expect(created({ destination: { ...QUEUE, type: undefined } })).toEqual(['destination.type']);
    expect(created({ destination: { ...QUEUE, type: 'sns' } })).toEqual(['destination.type']);
    const bad = { type: 'sqs', queue_url: '', region: 'evil.example#', access_key_id: 'a b', secret_access_key: 'ü' };
    expect(created({ destination: bad })).toEqual([
      'destination.access_key_id',
      'destination.queue_url',
      'destination.region',
      'destination.secret_access_key',
    ]);
  });

  it.each(['eu-central-1', 'us-gov-west-1', 'cn-northwest-1', 'ap-southeast-7', 'eusc-de-east-1'])(
    'takes the region %s',
    (region) => expect(created({ destination: { ...QUEUE, region } })).toEqual([]),
  );

  it.each(['', 'EU-CENTRAL-1', 'eu-central', 'eu-central-1.example', 'x/eu-central-1', 'eu-central-1\n'])(
    'takes no region %j',
    (region) => expect(created({ destination: { ...QUEUE, region } })).toEqual(['destination.region']),
  );
});

describe('a change of a subscription', () => {
  const changed = (members: object) => faulty(UpdateWebhook, members);

  it('changes parts of a queue, and its credentials together', () => {
    const { access_key_id, secret_access_key, queue_url } = QUEUE;
    expect(changed({ destination: { queue_url } })).toEqual([]);
    expect(changed({ destination: { access_key_id, secret_access_key } })).toEqual([]);
    expect(changed({ destination: { access_key_id } })).toEqual(['destination.secret_access_key']);
    expect(changed({ destination: { secret_access_key } })).toEqual(['destination.access_key_id']);
    expect(changed({ url: URL, destination: { queue_url } })).toEqual(['destination']);
    expect(changed({})).toEqual([]);
  });
});
