import type { Context } from 'koa';
import type { Endpoint } from '../../../api/endpoint';
import { PostgresRateLimiter } from '../../../api/limits/rate-limiter';
import { getRateLimit } from '../../../api/limits/rate-limit-status';
import { verifyDocument } from '../../../api/verify';
import type { ClientPrincipal } from '../../../domain/auth/principal';

const [status, verify] = [getRateLimit, verifyDocument] as readonly unknown[] as readonly [Endpoint, Endpoint];
const from = (ip: string): Context => ({ ip }) as unknown as Context;
const client = { kind: 'client', keyId: 'key_1', plan: 'free' } as unknown as ClientPrincipal;

let nowMs: number;
let limiter: PostgresRateLimiter;
beforeEach(() => {
  nowMs = 1_000_000;
  const asked = (): never => {
    throw new Error('Postgres was asked');
  };
  limiter = new PostgresRateLimiter({
    database: { query: asked },
    refusals: { count: asked, write: async () => undefined },
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
  });
});

describe('what costs no token', () => {
  it('is given to an address 600 times at once and then ten times a second, to others meanwhile', async () => {
    for (let count = 0; count < 600; count += 1) expect(limiter.takeOpen(from('192.0.2.1')).refusal).toBeNull();
    const refused = await limiter.take(from('192.0.2.1'), null, verify);
    expect(refused.refusal).toMatchObject({ code: 'RATE_LIMIT', status: 429 });
    expect(refused.headers).toMatchObject({ 'X-RateLimit-Limit': '600', 'X-RateLimit-Remaining': '0' });
    expect((await limiter.take(from('192.0.2.2'), null, verify)).refusal).toBeNull();
    nowMs += 100;
    expect((await limiter.take(from('192.0.2.1'), null, verify)).refusal).toBeNull();
    expect((await limiter.take(from('192.0.2.1'), null, verify)).refusal).not.toBeNull();
  });

  it('is refused without asking Postgres, for a key whose status is wanted too often, too', async () => {
    for (let count = 0; count < 600; count += 1) limiter.takeOpen(from('192.0.2.1'));
    expect((await limiter.take(from('192.0.2.1'), client, status)).refusal).toMatchObject({ code: 'RATE_LIMIT' });
  });
});
