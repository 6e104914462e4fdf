import { createGuardedAgents } from '../../../activities/webhooks/guarded-connect';
import { postDelivery } from '../../../activities/webhooks/post';
import { signDelivery } from '../../../domain/webhooks/signature';
import { closeAtEnd } from '../../support/closing';
import { QUEUE_KEYS, REGION, startSqsService, type ServiceFault, type SqsService } from '../../support/sqs-service';

const EVENT = { id: 'evt_1', type: 'buyer.matched', createdAt: new Date(), object: { id: 'm', note: 'é "quoted" 漢' } };
const agents = createGuardedAgents({ caFile: null, nameServers: [] });
closeAtEnd(() => agents.close());

let service: SqsService;
beforeAll(async () => {
  service = await startSqsService(['events', 'events.fifo']);
});
beforeEach(() => {
  service.failWith(null);
  service.taken.length = 0;
});

interface Attempt {
  queue?: string;
  url?: string;
  keys?: object;
  object?: Record<string, unknown>;
  headers?: Record<string, string>;
}

function attempt({ queue = 'events', url = service.queueUrl(queue), keys = {}, object, headers = {} }: Attempt = {}) {
  const signed = signDelivery({ ...EVENT, object: object ?? EVENT.object }, ['whsec_AAAA'], new Date());
  const access = { type: 'sqs' as const, region: REGION, ...QUEUE_KEYS, ...keys };
  const target = { url, accountId: 'acc_1', headers, queue: { ...access, subject: 'm', deliveryId: 'dlv_1' } };
  return { signed, result: postDelivery(target, signed, agents, [service.url]) };
}

/** Source: docs/GAPS.md#W16 */
describe('an attempt to a queue of SQS', () => {
  it('sends the signed bytes as the body, and the signed and static headers as attributes', async () => {
    const { signed, result } = attempt({ headers: { 'X-Team': 'ledger' } });
    expect(await result).toMatchObject({ statusCode: 200, error: null });
    const names = ['X-Service-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const headers = Object.fromEntries(names.map((name) => [name, signed.headers[name]]));
    expect(service.taken).toMatchObject([
      { queue: 'events', body: signed.body.toString('utf8'), attributes: { ...headers, 'X-Team': 'ledger' } },
    ]);
    expect(service.taken[0]?.group).toBeUndefined();
  });

  it('names group and delivery to a FIFO queue, which takes a repeated attempt once', async () => {
    for (let time = 0; time < 2; time += 1) {
      const { error } = await attempt({ queue: 'events.fifo' }).result;
      expect(error).toBeNull();
    }
    expect(service.taken).toMatchObject([{ group: 'm', deduplication: 'dlv_1' }]);
  });

  it.each<[ServiceFault, number | null, string]>([
    ['denied', 403, 'access_denied'],
    ['throttled', 400, 'request_throttled'],
    ['broken', 500, 'internal_failure'],
    ['wrong_digest', 200, 'digest_mismatch'],
    ['reset_after_taking', null, 'connection_reset'],
    ['silent', null, 'timeout'],
  ])('that is %s ends as %s, %s', async (fault, statusCode, error) => {
    service.failWith(fault);
    expect(await attempt().result).toMatchObject({ statusCode, error });
  });

  it.each<[string, () => Attempt, number | null, string]>([
    ['with a wrong secret', () => ({ keys: { secret_access_key: 'other' } }), 403, 'signature_does_not_match'],
    ['for another region', () => ({ keys: { region: 'us-east-1' } }), 403, 'signature_does_not_match'],
    ['to an unknown queue', () => ({ queue: 'others' }), 400, 'queue_does_not_exist'],
    ['of more than 1 MiB', () => ({ object: { note: 'x'.repeat(1024 * 1024) } }), null, 'too_large'],
    ['to another host', () => ({ url: 'https://queue.example/123456789012/events' }), null, 'target_refused'],
    ['to no queue', () => ({ url: `${service.url}/123456789012/two.dots` }), null, 'target_refused'],
  ])('%s is refused', async (_what, how, statusCode, error) => {
    const result = await attempt(how()).result;
    expect(result).toMatchObject({ statusCode, error });
    expect(service.taken).toEqual([]);
    expect(JSON.stringify(result)).not.toContain(QUEUE_KEYS.secret_access_key);
  });
});
