import { serveStandBy } from '../../process/stand-by';
import { findFreePort } from '../../cli/embedded/ports';
import { closeAtEnd } from '../support/closing';
import { call } from '../support/stack';

const REASON = 'Postgres was restored to an earlier moment.';
let baseUrl: string;

beforeAll(async () => {
  const port = await findFreePort();
  baseUrl = `http://127.0.0.1:${port}`;
  closeAtEnd(await serveStandBy({ host: '127.0.0.1', port, publicUrl: baseUrl }, REASON));
});

it.each([
  ['/healthz', 200, 'ok'],
  ['/livez', 200, 'ok'],
  ['/readyz', 503, 'unavailable'],
])('a process that stands by answers %s with %i', async (path, status, word) => {
  const answer = await call(baseUrl, 'GET', path);
  expect(answer).toMatchObject({ status, body: { status: word, reason: REASON } });
});

it('a process that stands by refuses requests for now, without its reason', async () => {
  const answer = await call(baseUrl, 'POST', '/api/v1/payments/instructions', { body: { amount: 1 } });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('30');
  expect(answer.body).toMatchObject({ success: false, error: { code: 'UNAVAILABLE', retry_after: 30 } });
  expect(JSON.stringify(answer.body)).not.toContain(REASON);
});
