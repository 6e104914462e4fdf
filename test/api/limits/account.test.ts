import { changeManaged } from '../../../db/administration/change';
import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createClientKey } from '../../../db/auth/credentials';
import { eventually, TOLD_MS } from '../../support/builders';
import { startStack, type Stack } from '../../support/stack';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ workers: false });
});

/** A key of the test side that has the plan of its account. */
async function followingKey(name: string): Promise<{ accountId: string; key: string; keyId: string }> {
  const { id } = await findOrCreateAccount(stack.database, name);
  const issued = await createClientKey(stack.database, {
    accountId: id,
    environment: 'test',
    label: name,
    plan: null,
    scopes: ['payments:read'],
  });
  return { accountId: id, key: issued.key, keyId: issued.id };
}

describe('GET /v1/account', () => {
  it('shows side, plan, limits and scopes of the key, and whether the live side is open', async () => {
    const { accountId, key, keyId } = await followingKey('Example GmbH');
    const { status, body } = await stack.call('GET', '/v1/account', { key });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: accountId,
      name: 'Example GmbH',
      environment: 'test',
      live_open: false,
      strict_payments: false,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      plan: 'free',
      limits: [
        { period: 'minute', limit: 10 },
        { period: 'hour', limit: 100 },
        { period: 'day', limit: 1000 },
      ],
      key: { id: keyId, scopes: ['payments:read'] },
    });
  });

  it('costs nothing of the plan', async () => {
    const { key } = await followingKey('Counts nothing');
    for (let count = 0; count < 12; count += 1) {
      expect((await stack.call('GET', '/v1/account', { key })).status).toBe(200);
    }
  });

  it('follows a change of the plan that it is told of, and so do the limits of the key', async () => {
    const { accountId, key } = await followingKey('Grows');
    expect((await stack.call('GET', '/v1/account', { key })).body['plan']).toBe('free');
    const change = { kind: 'account', id: accountId, changes: { plan: 'professional' } } as const;
    await changeManaged(stack.database, { ...change, actor: 'test' });
    const seen = await eventually(
      () => stack.call('GET', '/v1/account', { key }),
      ({ body }) => body['plan'] === 'professional',
      'the new plan',
      TOLD_MS,
    );
    expect(seen.headers.get('x-ratelimit-limit')).toBe('300');
    expect(seen.body['limits']).toContainEqual({ period: 'minute', limit: 300 });
  });
});
