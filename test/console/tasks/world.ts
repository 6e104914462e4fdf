import { loadSyntheticWatchList } from '../../../activities/importers/load-starter';
import { createUser } from '../../../db/auth/users';
import { eventually, instructionBody, settlementBody } from '../../support/builders';
import { furnish, type Furnished } from '../../support/console-places';
import { startScriptedServer } from '../../support/http-server';
import { startStack, type Stack } from '../../support/stack';

export const PASSWORD = 'nine blue herons at dawn';
export const TREASURER = 'treasurer@example.com';
export const COMPLIANCE = 'compliance@example.com';
/** Like a name of the made-up list, with a word left out. */
export const RESEMBLING = 'Quillon Zhadrek';

const PAYMENTS = '/api/v1/payments/instructions';
/** Payments that are held for a review, by their references. */
const HELD = ['HOLD-1', 'HOLD-2', 'HOLD-3', 'HOLD-4', 'HOLD-5'] as const;

type Body = Record<string, unknown>;

/** A service in the middle of a day: payments in every state that somebody has to deal with. */
export interface World {
  stack: Stack;
  rooms: Furnished;
  /** Makes a payment of the account over the API. @returns its id */
  pay(overrides: Body): Promise<string>;
}

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function statusOf(stack: Stack, id: string, wanted: string): Promise<void> {
  await eventually(
    () => stack.database.query('select from payment_instructions where id = $1 and status = $2', [id, wanted]),
    ({ length }) => length === 1,
    `${id} is ${wanted}`,
  );
}

async function addPeople({ database }: Stack, accountId: string): Promise<void> {
  const common = { password: PASSWORD, actor: 'command:test' };
  const treasurer = { email: TREASURER, name: 'Tara', role: 'owner', accountId } as const;
  const officer = { email: COMPLIANCE, name: 'Cora', role: 'operator', accountId: null } as const;
  await createUser(database, { ...common, ...treasurer });
  const id = await createUser(database, { ...common, ...officer });
  await database.query(`update users set operator_roles = '{compliance}' where id = $1`, [id]);
}

/** Starts and furnishes it. */
export async function openWorld(): Promise<World> {
  const receiver = await startScriptedServer(() => ({ status: 500, body: { said: 'no' } }));
  const stack = await startStack({ documents: true, maintenance: true, webhookTrustedOrigins: [receiver.url] });
  await loadSyntheticWatchList(stack.database);
  const rooms = await furnish(stack, `${receiver.url}/hook`);
  await addPeople(stack, rooms.accountId);
  const key = await stack.createKey('Blue Harbour', { label: 'Web shop' });
  const pay = async (overrides: Body): Promise<string> => {
    const body = instructionBody({ settlementRoute: { routeId: rooms.routeId }, ...overrides });
    const answer = await stack.call('POST', PAYMENTS, { key, body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return String((answer.body['data'] as Body)['instructionId']);
  };
  const failed = await pay({ clientReference: 'PO-FAILED' });
  const settled = await pay({ clientReference: 'PO-TWICE' });
  await statusOf(stack, failed, 'submitted');
  await statusOf(stack, settled, 'submitted');
  const details = { message: 'Account closed in May', reasonCode: 'AC04' };
  await stack.call('PUT', `${PAYMENTS}/${failed}/status`, {
    key: rooms.partnerKey,
    body: { status: 'failed', details },
  });
  await stack.call('POST', `${PAYMENTS}/${settled}/settlement`, { key: rooms.partnerKey, body: settlementBody() });
  await pay({ clientReference: 'PO-LATER', valueDate: inDays(20) });
  const { beneficiary } = instructionBody();
  for (const clientReference of HELD) {
    await pay({ clientReference, beneficiary: { ...(beneficiary as Body), name: RESEMBLING } });
  }
  await stack.call('POST', PAYMENTS, { key, body: instructionBody({ amount: 'much' }) });
  return { stack, rooms, pay };
}
