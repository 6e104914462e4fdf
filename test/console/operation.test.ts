import type { Context } from 'koa';
import { cancelInstruction } from '../../api/payments/dispatch/cancel-instruction';
import { WORDS } from '../../console/words/use-words';
import { createWebhook } from '../../api/webhooks/subscriptions';
import { decidePayment } from '../../api/operator/payments';
import { runOperation } from '../../console/operation';
import type { ConsoleParts, Visit } from '../../console/visit';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { listAuditEntries } from '../../db/auth/audit-log';
import type { Tenant } from '../../domain/auth/tenant';
import type { Role, User } from '../../domain/auth/users';
import { memberOf } from '../../domain/unknown-value';
import { startStack, type Stack } from '../support/stack';

let stack: Stack;
let tenant: Tenant;

beforeAll(async () => {
  stack = await startStack({ workers: false, webhookTrustedOrigins: ['https://receiver.example'] });
  tenant = { accountId: (await findOrCreateAccount(stack.database, 'Blue Harbour')).id, environment: 'test' };
});

/** A visit of somebody with that role to a page of the test side, with a form that was sent. */
function visitOf(role: Role, fields: Record<string, string> = {}): Visit & { tenant: Tenant } {
  const user: User = {
    ...{ id: 'usr_1', email: 'maria@example.com', name: 'Maria', role, accountName: null },
    accountId: role === 'operator' ? null : tenant.accountId,
    operatorRoles: role === 'operator' ? ['compliance'] : [],
    ...{ needsSecondFactor: false, secondFactorAt: null, refusedBefore: 0, language: null, partner: null },
  };
  const { services } = stack;
  const context = { state: { requestId: 'req_1' } } as unknown as Context;
  const parts = { services, now: () => new Date() } as unknown as ConsoleParts;
  return {
    context,
    parts,
    user,
    tenant,
    form: new URLSearchParams(fields),
    files: new Map(),
    params: {},
    formToken: '',
    words: WORDS.en,
  };
}

const body = { url: 'https://receiver.example/hook', events: ['payment.*'] };
const idOf = (data: unknown): unknown => memberOf(data, 'id');

it('a page runs an operation for nobody whose role lacks its scope or role', async () => {
  const params = { instructionId: 'instr_00000000007000000000000000' };
  const forbidden = { code: 'FORBIDDEN' };
  await expect(runOperation(visitOf('viewer'), cancelInstruction, { params })).rejects.toMatchObject(forbidden);
  await expect(runOperation(visitOf('viewer'), createWebhook, { body })).rejects.toMatchObject(forbidden);
  await expect(runOperation(visitOf('operator'), decidePayment, { params })).rejects.toMatchObject(forbidden);
  await expect(runOperation(visitOf('owner'), cancelInstruction, { params })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it('an operation that a page runs names every fault of what the page says', async () => {
  const sent = runOperation(visitOf('owner'), createWebhook, {
    body: { url: '', events: [], rate_per_second: 'many' },
  });
  await expect(sent).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: [{ field: 'events' }, { field: 'rate_per_second' }, { field: 'url' }],
  });
});

it('a form that is sent again acts once, and another form acts again', async () => {
  const first = await runOperation(visitOf('owner', { form_id: 'one' }), createWebhook, { body });
  const again = await runOperation(visitOf('owner', { form_id: 'one' }), createWebhook, { body });
  const other = await runOperation(visitOf('owner', { form_id: 'two' }), createWebhook, { body });
  const changed = { ...body, description: 'Orders' };
  const edited = await runOperation(visitOf('owner', { form_id: 'one' }), createWebhook, { body: changed });
  expect(idOf(again.data)).toBe(idOf(first.data));
  expect(new Set([first, other, edited].map(({ data }) => idOf(data))).size).toBe(3);
});

it('the audit log names the person for whom a page runs an operation', async () => {
  const { data } = await runOperation(visitOf('developer'), createWebhook, { body });
  const entries = await listAuditEntries(stack.database, null);
  const entry = entries.find(({ subject }) => subject === idOf(data));
  expect(entry).toMatchObject({ act: 'webhook.created', actor: 'user:usr_1', requestId: 'req_1' });
});
