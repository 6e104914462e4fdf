import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { listFlags } from '../../../db/operator-flags';
import { CONSOLE_REFUSALS } from '../../../domain/auth/logins';
import { startStack, type Stack } from '../../support/stack';

const PASSWORD = 'seven green boats at noon';
const MEMBERS = '/console/members';

let stack: Stack;
let userId: string;
let cookie: string;

beforeAll(async () => {
  stack = await startStack({ workers: false });
  const { id: accountId } = await findOrCreateAccount(stack.database, 'acme');
  const viewer = { email: 'viewer@example.com', name: 'Vera', role: 'viewer', accountId, actor: 'command' } as const;
  userId = await createUser(stack.database, { ...viewer, password: PASSWORD });
  cookie = await logIn('viewer@example.com');
});

function send(path: string, fields: Record<string, string>, cookies = ''): Promise<Response> {
  const options = { method: 'POST', headers: { Cookie: cookies }, redirect: 'manual' as const };
  return fetch(`${stack.baseUrl}${path}`, { ...options, body: new URLSearchParams(fields) });
}

async function logIn(email: string): Promise<string> {
  const page = await fetch(`${stack.baseUrl}/console/login`);
  const [seed = ''] = page.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(await page.text()) ?? [];
  const answer = await send('/console/login', { email, password: PASSWORD, form_token: token }, seed);
  expect(answer.status).toBe(303);
  const set = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return set.find((pair) => pair.startsWith('corridor_login=')) ?? '';
}

const refuse = (): Promise<Response> => send(MEMBERS, {}, cookie);
const flags = () => listFlags(stack.database, { kind: 'requests_refused' });

/** Source: docs/GAPS.md#A13 */
it('a refused request of a person is logged with the person, and many within an hour raise a flag', async () => {
  expect((await refuse()).status).toBe(403);
  const line = stack.logged.find(({ operation, status }) => operation === MEMBERS && status === 403);
  expect(line).toMatchObject({ userId, keyId: null });
  for (let refusals = 1; refusals < CONSOLE_REFUSALS.perHour; refusals += 1) await refuse();
  expect(await flags()).toEqual([]);
  // The bucket has filled by one or two meanwhile.
  for (let more = 0; more < 10; more += 1) await refuse();
  expect(await flags()).toMatchObject([{ subject: userId }]);
});
