import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { importFixture } from '../support/reference-data';
import { startStack, type Stack } from '../support/stack';
import { dataOf } from './support/screening-scene';

/** No worker screens open payments again here, as one that is held up: a dispatch alone asks. Source: docs/GAPS.md#P21 */
const PATH = '/api/v1/payments/instructions';
const LISTED = 'Ombrell, ORVELLE Tamsin';
const AWAY = { status: 429, headers: { 'retry-after': '1' }, body: {} };

let stack: Stack;
let partner: TestPartner;
let key: string;
let isAway = true;

beforeAll(async () => {
  stack = await startStack();
  const react = ({ method }: { method: string }) => (isAway && method === 'POST' ? AWAY : undefined);
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north', react });
  key = await stack.createKey('acme');
});

async function create(name: string): Promise<string> {
  const beneficiary = { ...(instructionBody()['beneficiary'] as object), name };
  const answer = await stack.call('POST', PATH, { key, body: instructionBody({ beneficiary }) });
  expect(answer.status).toBe(201);
  return String(dataOf(answer)['instructionId']);
}

async function until(id: string, member: string, value: string): Promise<void> {
  const show = async () => dataOf(await stack.call('GET', `${PATH}/${id}`, { key }));
  await eventually(show, (shown) => shown[member] === value, `${member} ${value}`);
}

it('sends no payment whose payee came onto a list while its partner was away, and the others', async () => {
  const [listed, other] = [await create(LISTED), await create('Somebody Else')];
  for (const id of [listed, other]) await until(id, 'waitingReason', 'partner_refusing');
  const nulls = Array.from({ length: 8 }, () => '-0-').join(',');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'corridor-in-force-')), 'sdn.csv');
  writeFileSync(file, `1,"${LISTED}",individual,"T",${nulls}\r\n`);
  await importFixture(stack.database, 'ofac-sdn', file);
  const before = partner.submissions().length;
  isAway = false;
  await until(listed, 'waitingReason', 'compliance_review');
  await until(other, 'status', 'submitted');
  const sent = partner.submissions().slice(before);
  expect(sent.map(({ body }) => (JSON.parse(body.toString()) as { instructionId: string }).instructionId)).toEqual([
    other,
  ]);
  const receipts = await stack.database.query<{ decision: string }>(
    'select decision from screenings where instruction_id = $1 order by screened_at',
    [listed],
  );
  expect(receipts).toEqual([{ decision: 'not_screened' }, { decision: 'blocked' }]);
});
