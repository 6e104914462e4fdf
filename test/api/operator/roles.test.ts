import { setDisabled, changeManaged } from '../../../db/administration/change';
import { createOperatorKey } from '../../../db/auth/operator-keys';
import { eventually, TOLD_MS } from '../../support/builders';
import { createOperatorPerson } from '../../support/operators';
import { startStack, type Answer, type Stack } from '../../support/stack';

let stack: Stack;
const ACTOR = 'command:test';
const PARTNERS = '/v1/operator/partners';
const PAYMENTS = '/v1/operator/payments';

beforeAll(async () => {
  stack = await startStack({ workers: false });
});

const statusWith = async (key: string, path = PARTNERS): Promise<number> =>
  (await stack.call('GET', path, { key })).status;

/** A change in the database is told to the API, which keeps what it knows of a key until then. */
const untilStatus = (key: string, wanted: number): Promise<number> =>
  eventually(
    () => statusWith(key),
    (status) => status === wanted,
    `the answer ${wanted}`,
    TOLD_MS,
  );

const messageOf = ({ body }: Answer): unknown => (body['error'] as Record<string, unknown>)['message'];

describe('an operator key', () => {
  it('does what its role allows, and is told which one it lacks', async () => {
    const key = await stack.createOperator('operations');
    expect(await statusWith(key, PAYMENTS)).toBe(200);
    const refused = await stack.call('GET', PARTNERS, { key });
    expect(refused.status).toBe(403);
    expect(messageOf(refused)).toBe(
      'This operator key lacks the role administration; an operator with the role administration can do it.',
    );
  });

  it('of compliance lists holds, and no other payments that wait', async () => {
    const key = await stack.createOperator('compliance');
    expect(await statusWith(key, `${PAYMENTS}?waiting=compliance_review`)).toBe(200);
    expect(await statusWith(key, PAYMENTS)).toBe(403);
  });

  it('has of its roles only what its person still has', async () => {
    const person = await createOperatorPerson(stack.database);
    const { key } = await createOperatorKey(stack.database, { label: '', userId: person });
    expect(await statusWith(key)).toBe(200);
    const changes = { operator_roles: ['operations', 'compliance'] };
    await changeManaged(stack.database, { kind: 'user', id: person, changes, actor: ACTOR });
    await untilStatus(key, 403);
    expect(await statusWith(key, PAYMENTS)).toBe(200);
  });

  it('is worth nothing once its person is disabled, and works again when they are enabled', async () => {
    const person = await createOperatorPerson(stack.database);
    const { key } = await createOperatorKey(stack.database, { label: '', userId: person });
    expect(await statusWith(key)).toBe(200);
    await setDisabled(stack.database, { kind: 'user', id: person, isDisabled: true, actor: ACTOR });
    await untilStatus(key, 401);
    await setDisabled(stack.database, { kind: 'user', id: person, isDisabled: false, actor: ACTOR });
    await untilStatus(key, 200);
  });

  it('without a person is worth nothing', async () => {
    const person = await createOperatorPerson(stack.database);
    const { id, key } = await createOperatorKey(stack.database, { label: '', userId: person });
    await stack.database.query('update api_keys set user_id = null where id = $1', [id]);
    expect(await statusWith(key)).toBe(401);
  });

  it('ends after 90 days where nothing else is said', async () => {
    const person = await createOperatorPerson(stack.database);
    const { id } = await createOperatorKey(stack.database, { label: '', userId: person });
    const [row] = await stack.database.query<{ days: number }>(
      'select round(extract(epoch from expires_at - created_at) / 86400)::integer as days from api_keys where id = $1',
      [id],
    );
    expect(row?.days).toBe(90);
    const past = { label: '', userId: person, expiresAt: new Date(Date.now() - 1_000) };
    expect(await statusWith((await createOperatorKey(stack.database, past)).key)).toBe(401);
  });
});
