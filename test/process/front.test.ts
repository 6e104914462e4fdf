import { Front } from '../../process/front';
import { closeAtEnd } from '../support/closing';
import { call } from '../support/stack';

const REASON = 'Postgres was restored to an earlier moment.';
let front: Front;
let baseUrl: string;

beforeAll(async () => {
  front = await Front.open({ host: '127.0.0.1', port: 0, publicUrl: 'http://127.0.0.1' });
  closeAtEnd(() => front.close());
  baseUrl = `http://127.0.0.1:${front.port}`;
});

it.each([
  ['/healthz', 200, 'ok'],
  ['/livez', 200, 'ok'],
  ['/readyz', 503, 'unavailable'],
])('a process that stands by answers %s with %i', async (path, status, word) => {
  expect((await call(baseUrl, 'GET', path)).body).toEqual({ status: word, reason: 'the process starts' });
  front.standBy(REASON);
  const answer = await call(baseUrl, 'GET', path);
  expect(answer).toMatchObject({ status, body: { status: word, reason: REASON } });
  front.standBy('the process starts');
});

it('a process that stands by refuses requests for now, without its reason', async () => {
  front.standBy(REASON);
  const answer = await call(baseUrl, 'POST', '/api/v1/payments/instructions', { body: { amount: 1 } });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('30');
  expect(answer.body).toMatchObject({ success: false, error: { code: 'UNAVAILABLE', retry_after: 30 } });
  expect(JSON.stringify(answer.body)).not.toContain(REASON);
});

it('a process that works answers on the same port', async () => {
  front.serve((_request, response) => response.end(JSON.stringify({ is: 'work' })));
  expect(await call(baseUrl, 'GET', '/readyz')).toMatchObject({ status: 200, body: { is: 'work' } });
});
