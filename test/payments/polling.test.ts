import { changePayment } from '../../db/payments/instruction/change-payment';
import { unchangedPlan } from '../../domain/payments/instruction/change';
import { eventually, instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Answer, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';

let stack: Stack;
let partner: TestPartner;
let key: string;

beforeAll(async () => {
  stack = await startStack();
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
});

interface Item {
  instructionId: string;
  status: string;
  clientReference: string | null;
  beneficiaryName: string | null;
  lastUpdatedAt: string;
  others?: string[];
}

async function create(overrides: Record<string, unknown> = {}): Promise<string> {
  const { body } = await stack.call('POST', PATH, { key, body: instructionBody(overrides) });
  return (body['data'] as Item).instructionId;
}

const toName = (name: string) => ({
  beneficiary: { ...(instructionBody()['beneficiary'] as object), name },
});

async function page(query: string, path = PATH): Promise<{ items: Item[]; nextCursor: string | null }> {
  const { status, body } = await stack.call('GET', `${path}?${query}`, { key });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const data = body['data'] as { items?: Item[]; instructions?: Item[]; nextCursor: string | null };
  return { items: data.items ?? data.instructions ?? [], nextCursor: data.nextCursor };
}

const idsOf = (items: readonly Item[]): string[] => items.map(({ instructionId }) => instructionId);

/** A page of changes once it has as many: until then it waits for whatever else writes on the same server of Postgres. */
const pageOfChanges = (query: string, count: number): ReturnType<typeof page> =>
  eventually(
    () => page(query),
    ({ items }) => items.length >= count,
    'the changes are shown',
  );
const report = (id: string, status: string): Promise<Answer> =>
  stack.call('PUT', `${PATH}/${id}/status`, { key: partner.key, body: { status } });

async function submitted(id: string): Promise<string> {
  await eventually(
    async () => (await stack.call('GET', `${PATH}/${id}`, { key })).body['data'] as Item,
    ({ status }) => status === 'submitted',
    'the payment is sent',
  );
  return id;
}

/** Two moments that one side waits for and the other one tells. */
function signals() {
  let written = (): void => undefined;
  let end = (): void => undefined;
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  const mayEnd = new Promise<void>((resolve) => (end = resolve));
  return { isWritten, written, mayEnd, end };
}

/** Source: docs/GAPS.md#P26 */
describe('lists of payments', () => {
  it.each([PATH, '/api/v1/payments/track'])('of %s are narrowed by amount, payee and statuses', async (path) => {
    const name = `Müller & Söhne ${path.length}`;
    const small = await submitted(await create({ amount: 10, ...toName(name) }));
    const large = await submitted(await create({ amount: 90.5, ...toName(`  muller  & SOHNE ${path.length}`) }));
    await report(large, 'accepted');
    const asked = `beneficiaryName=${encodeURIComponent(name.toUpperCase())}`;
    expect(idsOf((await page(asked, path)).items)).toEqual([large, small]);
    expect((await page(`${asked}&maxAmount=10`, path)).items).toMatchObject([{ beneficiaryName: name }]);
    expect(idsOf((await page(`${asked}&minAmount=90.50&maxAmount=90.5`, path)).items)).toEqual([large]);
    expect(idsOf((await page(`${asked}&status=accepted,failed`, path)).items)).toEqual([large]);
    expect(idsOf((await page(`${asked}&status=accepted,submitted`, path)).items)).toEqual([large, small]);
    expect((await page('beneficiaryId=ben_00000000007000000000000000', path)).items).toEqual([]);
    const odd = await stack.call('GET', `${path}?minAmount=x&maxAmount=-1&updatedSince=yesterday&status=a`, { key });
    const { details } = odd.body['error'] as { details: { field: string }[] };
    expect(details.map(({ field }) => field).sort()).toEqual(['maxAmount', 'minAmount', 'status', 'updatedSince']);
  });

  it('show each change since a moment, in the order of the changes', async () => {
    const [first, second] = [await submitted(await create()), await submitted(await create())];
    const [{ now }] = (await stack.database.query('select clock_timestamp() as now')) as [{ now: Date }];
    expect((await page(`updatedSince=${new Date(now.getTime() + 1).toISOString()}`)).items).toEqual([]);
    await report(second, 'accepted');
    await report(first, 'accepted');
    const since = `updatedSince=${now.toISOString()}`;
    expect(idsOf((await pageOfChanges(since, 2)).items)).toEqual([second, first]);
    const one = await pageOfChanges(`${since}&limit=1`, 1);
    expect(idsOf(one.items)).toEqual([second]);
    await report(second, 'processing');
    const rest = await pageOfChanges(`${since}&limit=9&cursor=${one.nextCursor}`, 2);
    expect(idsOf(rest.items)).toEqual([first, second]);
    const last = rest.items.at(-1)?.lastUpdatedAt ?? '';
    // The moment that an answer shows is read before the change is written: the one before may be in the list, too.
    expect(idsOf((await pageOfChanges(`updatedSince=${last}`, 1)).items).at(-1)).toBe(second);
    const mixed = await stack.call('GET', `${PATH}?cursor=${one.nextCursor}`, { key });
    expect(mixed).toMatchObject({ status: 400, body: { error: { details: [{ field: 'cursor' }] } } });
  });

  it('show no change before one that is older and still open, and then both', async () => {
    const [slow, quick] = [await submitted(await create()), await submitted(await create())];
    const [{ now }] = (await stack.database.query('select clock_timestamp() as now')) as [{ now: Date }];
    const since = `updatedSince=${now.toISOString()}`;
    const { isWritten, written, mayEnd, end } = signals();
    const open = stack.database.transaction(async (client) => {
      await changePayment(client, { instructionId: slow }, (state, at) => ({
        result: null,
        change: { plan: unchangedPlan(state), at, waitingReason: 'engine_busy' },
      }));
      written();
      await mayEnd;
    });
    await isWritten;
    await report(quick, 'accepted');
    expect((await page(since)).items).toEqual([]);
    end();
    await open;
    expect(idsOf((await pageOfChanges(since, 2)).items)).toEqual([slow, quick]);
  });
});

/** Source: docs/GAPS.md#P26 */
describe('the reference of a payment that is instructed again', () => {
  it('stays with the order: a look-up finds the newest payment and names the others', async () => {
    const reference = 'INVOICE-4711';
    const first = await submitted(await create({ clientReference: reference }));
    await report(first, 'failed');
    const resubmit = (id: string, body: object) => stack.call('POST', `${PATH}/${id}/resubmit`, { key, body });
    const made = await resubmit(first, {});
    expect(made).toMatchObject({ status: 201, body: { data: { clientReference: reference } } });
    const second = (made.body['data'] as Item).instructionId;
    expect(await resubmit(first, {})).toMatchObject({
      status: 409,
      body: { error: { code: 'DUPLICATE', instructionId: second, details: [{ field: 'instructionId' }] } },
    });
    await submitted(second);
    await report(second, 'failed');
    const third = ((await resubmit(second, { clientReference: reference })).body['data'] as Item).instructionId;
    const { items } = await page(`clientReference=${reference}`);
    expect(items).toMatchObject([{ instructionId: third, others: [second, first] }]);
    expect((await page(`instructionIds=${first},${third}`, '/api/v1/payments/track')).items).toHaveLength(2);
    const again = await stack.call('POST', PATH, { key, body: instructionBody({ clientReference: reference }) });
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE', instructionId: first } } });
    await submitted(third);
    await report(third, 'failed');
    const taken = await submitted(await create({ clientReference: 'INVOICE-4712' }));
    expect(await resubmit(third, { clientReference: 'INVOICE-4712' })).toMatchObject({
      status: 409,
      body: { error: { code: 'DUPLICATE', instructionId: taken } },
    });
  });
});
