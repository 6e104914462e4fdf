import { instructionBody, settlementBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Answer, type Stack } from '../support/stack';

let stack: Stack;
let partner: TestPartner;
let key: string;

beforeAll(async () => {
  stack = await startStack();
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
});

afterAll(async () => {
  await stack.stop();
  await partner.server.close();
});

const PATH = '/api/v1/payments/instructions';

async function create(): Promise<string> {
  const answer = await stack.call('POST', PATH, { key, body: instructionBody() });
  return (answer.body as unknown as { data: { instructionId: string } }).data.instructionId;
}

function report(id: string, body: Record<string, unknown>): Promise<Answer> {
  return stack.call('PUT', `${PATH}/${id}/status`, { key: partner.key, body });
}

function settle(id: string, body: Record<string, unknown> = settlementBody(), method = 'POST'): Promise<Answer> {
  return stack.call(method, `${PATH}/${id}/settlement`, { key: partner.key, body });
}

async function openCases(id: string): Promise<number> {
  const rows = await stack.database.query('select id from reconciliation_cases where instruction_id = $1', [id]);
  return rows.length;
}

describe('what the partner said', () => {
  it('is listed with what became of it, repeats with another message and refusals among them', async () => {
    const id = await create();
    await report(id, {
      status: 'accepted',
      partnerReference: 'P-1',
      details: { message: 'Taken', bankReference: 'B-1' },
    });
    await report(id, { status: 'accepted', details: { message: 'Taken again', bankReference: 'B-2' } });
    await report(id, { status: 'pending' });
    const page = await stack.call('GET', `${PATH}/${id}/reports?limit=2`, { key });
    const first = page.body['data'] as { items: object[]; nextCursor: string };
    const rest = await stack.call('GET', `${PATH}/${id}/reports?cursor=${first.nextCursor}`, { key });
    const second = rest.body['data'] as { items: object[]; nextCursor: null };
    expect([...first.items, ...second.items]).toMatchObject([
      { kind: 'status', status: 'accepted', disposition: 'applied', message: 'Taken', partnerReference: 'P-1' },
      { status: 'accepted', disposition: 'duplicate', message: 'Taken again', bankReference: 'B-2' },
      { status: 'pending', disposition: 'refused', message: null },
    ]);
    expect(second.nextCursor).toBeNull();
    const shown = await stack.call('GET', `${PATH}/${id}`, { key });
    expect(shown.body['data']).toMatchObject({ settlementDetails: { partnerReference: 'P-1', bankReference: 'B-2' } });
  });

  it('is kept word for word, sealed', async () => {
    const id = await create();
    await report(id, { status: 'accepted', unknownMember: 'kept as evidence' });
    const [row] = await stack.database.query<{ id: string; evidence_sealed: Buffer }>(
      'select id, evidence_sealed from partner_reports where instruction_id = $1',
      [id],
    );
    const evidence = JSON.parse(stack.vault.open(row?.evidence_sealed ?? Buffer.alloc(0), `report:${row?.id}`)) as {
      body: string;
    };
    expect(JSON.parse(Buffer.from(evidence.body, 'base64').toString())).toEqual({
      status: 'accepted',
      unknownMember: 'kept as evidence',
    });
  });
});

describe('a settlement confirmation', () => {
  it('settles although the amount differs, and says so', async () => {
    const id = await create();
    const answer = await settle(id, settlementBody({ actualAmount: 1200 }), 'PUT');
    expect(answer.status).toBe(200);
    expect(answer.body['data']).toMatchObject({
      status: 'settled',
      reconciliation: { status: 'mismatched', discrepancies: [{ type: 'amount', expected: 1250.5, actual: 1200 }] },
    });
    expect(await openCases(id)).toBe(1);
    const events = await stack.database.query<{ payload: object }>(
      `select payload from events where subject = $1 and type = 'payment.reconciliation_mismatch'`,
      [id],
    );
    expect(events.map(({ payload }) => payload)).toEqual([
      {
        instructionId: id,
        clientReference: null,
        status: 'mismatched',
        discrepancies: [{ type: 'amount', expected: 1250.5, actual: 1200 }],
      },
    ]);
  });

  it('attaches after a return when it agrees with what was returned, and is a case when it does not', async () => {
    const agreeing = await create();
    const differing = await create();
    for (const id of [agreeing, differing]) {
      await report(id, { status: 'settled' });
      await report(id, { status: 'returned' });
    }
    expect((await settle(agreeing)).body['data']).toMatchObject({ status: 'returned', disposition: 'applied' });
    const refused = await settle(differing, settlementBody({ actualAmount: 1 }));
    expect(refused.body['error']).toMatchObject({ code: 'CONFLICTING_REPORT', current: 'returned' });
    expect(await openCases(differing)).toBe(1);
  });
});
