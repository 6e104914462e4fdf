import { ENDPOINTS } from '../../api/endpoints';
import { withIdempotency, type Run } from '../../api/middleware/idempotency';
import { newId } from '../../lib/ids';
import { startStack, type Stack } from '../support/stack';

let stack: Stack;
let key: string;

beforeAll(async () => {
  stack = await startStack({ workers: false });
  key = await stack.createKey('acme');
});

/** A request with the same Idempotency-Key each time. */
function requestWith(run: Run) {
  const record = ENDPOINTS.find(({ operationId }) => operationId === 'createWebhook');
  if (record === undefined) throw new Error('there is no such operation');
  const request = { record, principal: null, idempotencyKey: 'one', path: '/v1/webhooks', rawBody: Buffer.from('{}') };
  return withIdempotency({ ...request, requestId: newId('request'), header: () => '' }, stack.services, run);
}

/** Source: docs/OPERATIONS.md, "Restarts" */
describe('an API process after SIGTERM', () => {
  it('gives back the claims of requests that it does not finish', async () => {
    let finish: () => void = () => undefined;
    const isFinished = new Promise<void>((resolve) => (finish = resolve));
    const begun = new Promise<void>((resolve) => {
      const run: Run = async () => {
        resolve();
        await isFinished;
        return { status: 201 };
      };
      void requestWith(run);
    });
    await begun;
    const repeat: Run = () => Promise.resolve({ status: 201, verbatim: '{"by":"the repeat"}' });
    await expect(requestWith(repeat)).rejects.toMatchObject({ code: 'IN_PROGRESS' });
    await stack.services.ending.releaseAll();
    expect(await requestWith(repeat)).toMatchObject({ verbatim: '{"by":"the repeat"}' });
    finish();
  });

  it('is not ready, lives, answers, and ends its streams', async () => {
    const headers = { authorization: `Bearer ${key}` };
    expect((await stack.call('GET', '/readyz')).status).toBe(200);
    const stream = await fetch(`${stack.baseUrl}/v1/events/stream?seconds=600`, { headers });
    stack.services.ending.begin();
    // The time of the stream is ten minutes.
    expect(await stream.text()).toContain('retry: ');
    expect(await stack.call('GET', '/readyz')).toMatchObject({ status: 503, body: { status: 'draining' } });
    expect(await stack.call('GET', '/livez')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect((await stack.call('GET', '/v1/webhooks', { key })).status).toBe(200);
  });
});
