import { setApprovals } from '../../../db/administration/approvals';
import type { Values } from '../../../db/administration/proposals';
import { listAuditEntries } from '../../../db/auth/audit-log';
import { readBankCredential } from '../../../db/payments/dispatch/bank-credentials';
import { findPartner } from '../../../db/payments/dispatch/partners';
import { exampleBank } from '../../support/descriptions';
import { createIndependent } from '../../support/operators';
import { startStack, type Stack } from '../../support/stack';

const PROPOSALS = '/v1/operator/proposals';
const PARTNERS = '/v1/operator/partners';

let stack: Stack;
let proposer: string;
let second: string;
let partnerId: string;

beforeAll(async () => {
  stack = await startStack({ workers: false });
  ({ key: proposer } = await createIndependent(stack.database));
  const config = { description: exampleBank('json-header', { baseUrl: 'https://bank.example' }) };
  const waived = { withoutCertificate: true, reason: 'test' };
  const body = { name: 'live bank', adapter: 'described', config, environment: 'live', ...waived };
  const made = await stack.call('POST', PARTNERS, { key: proposer, body });
  partnerId = String(made.body['id']);
  ({ key: second } = await createIndependent(stack.database));
  await setApprovals(stack.database, { setting: 'live-network', count: 'two', actor: 'command:test' });
});

interface Listed {
  id: string;
  before: Values;
  after: Values;
}

const propose = (value: string) =>
  stack.call('POST', `${PARTNERS}/${partnerId}/set-credential`, { key: proposer, body: { name: 'api-key', value } });

async function listed(): Promise<Listed[]> {
  const { body } = await stack.call('GET', PROPOSALS, { key: second });
  return body['data'] as Listed[];
}

async function confirm(id: unknown, key = second): Promise<number> {
  return (await stack.call('POST', `${PROPOSALS}/${String(id)}/confirm`, { key, body: {} })).status;
}

async function inForce(): Promise<string | null> {
  const partner = await findPartner(stack.database, partnerId);
  return partner && readBankCredential(stack.database, stack.vault, partner, 'api-key');
}

/** Source: docs/GAPS.md#A3 */
it('a credential of a live bank is in force once a second person confirms it, who sees keyed hashes alone', async () => {
  const first = await propose('first-secret');
  expect(first.status).toBe(202);
  const [made] = await listed();
  const hash = expect.stringMatching(/^hash:[0-9a-f]{16}$/);
  expect(made).toMatchObject({
    id: first.body['id'],
    before: { credential: 'api-key', value: null },
    after: { credential: 'api-key', value: hash },
  });
  expect(await confirm(first.body['id'], proposer)).toBe(403);
  expect(await inForce()).toBeNull();
  expect(await confirm(first.body['id'])).toBe(200);
  expect(await inForce()).toBe('first-secret');

  const next = await propose('second-secret');
  const [changed] = await listed();
  expect(changed).toMatchObject({ before: { value: made?.after['value'] }, after: { value: hash } });
  expect(changed?.after['value']).not.toBe(made?.after['value']);
  // The same value has the same hash.
  const same = await propose('first-secret');
  expect(same.body).toMatchObject({ after: made?.after });
  expect(await confirm(next.body['id'])).toBe(200);
  expect(await inForce()).toBe('second-secret');
  // What it would replace is another one by now.
  expect(await confirm(same.body['id'])).toBe(409);

  const entries = (await listAuditEntries(stack.database, null)).filter(({ subject }) => subject === partnerId);
  const [set] = entries.filter(({ act }) => act === 'partner.credential_set');
  expect(set).toMatchObject({ detail: { credential: 'api-key', before: made?.after, after: changed?.after } });
  expect(JSON.stringify([entries, first.body, next.body, stack.logged])).not.toMatch(/first-secret|second-secret/);
});
