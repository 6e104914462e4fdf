import { listFlags } from '../../db/operator-flags';
import { newId } from '../../lib/ids';
import { eventually, instructionBody, settlementBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { insertInstructions, insertPartner } from '../support/rows';
import { startStack, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';

let stack: Stack;
let partner: TestPartner;

beforeAll(async () => {
  stack = await startStack({ workers: false });
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
});

interface UnmatchedReport {
  id: string;
  instruction_id: string;
  kind: string;
  count: number;
  evidence_sealed: Buffer;
}

const kept = (instructionId: string) =>
  stack.database.query<UnmatchedReport>(
    'select * from unmatched_reports where instruction_id = $1 order by kind desc',
    [instructionId],
  );

const report = (id: string, body: object) => stack.call('PUT', `${PATH}/${id}/status`, { key: partner.key, body });

describe('a report about an instruction that was lost here', () => {
  it('is 404, kept word for word, counted when it is repeated, and flagged once', async () => {
    const id = newId('instruction');
    const body = { status: 'accepted', partnerReference: 'P-1' };
    for (const { status } of [await report(id, body), await report(id, body)]) expect(status).toBe(404);
    const settled = { key: partner.key, body: settlementBody() };
    expect((await stack.call('POST', `${PATH}/${id}/settlement`, settled)).status).toBe(404);

    const rows = await kept(id);
    expect(rows).toMatchObject([
      { kind: 'status', count: 2 },
      { kind: 'settlement', count: 1 },
    ]);
    const [first] = rows;
    const evidence = stack.vault.open(first?.evidence_sealed ?? Buffer.alloc(0), `report:${first?.id}`);
    const { body: bytes } = JSON.parse(evidence) as { body: string };
    expect(JSON.parse(Buffer.from(bytes, 'base64').toString())).toEqual(body);
    const flags = await listFlags(stack.database, { kind: 'unmatched_reports' });
    expect(flags.map(({ subject }) => subject)).toEqual([partner.id]);
  });

  it('is kept where the dispatch alone was lost, and the answer does not tell which', async () => {
    await insertPartner(stack.database, 'ptn_other');
    const prefix = newId('instruction').slice(0, -1);
    await insertInstructions(stack.database, { prefix, count: 1, partner: 'ptn_other' });
    const known = await report(`${prefix}1`, { status: 'accepted' });
    const unknown = await report(newId('instruction'), { status: 'accepted' });
    const said = ({ status, body }: typeof known) => [status, { ...(body['error'] as object), requestId: '' }];
    expect(said(known)).toEqual(said(unknown));
    expect(await kept(`${prefix}1`)).toHaveLength(1);
  });

  it('keeps what its partner has from being sent: the partner is asked', async () => {
    const body = { ...instructionBody(), settlementRoute: { routeId: partner.routeId } };
    const created = await stack.call('POST', PATH, { key: await stack.createKey('acme'), body });
    const { instructionId: id } = created.body['data'] as { instructionId: string };
    expect((await report(id, { status: 'accepted', partnerReference: 'P-1' })).status).toBe(404);
    await stack.startWorkers();
    const status = () =>
      stack.database.query<{ status: string }>('select status from payment_instructions where id = $1', [id]);
    await eventually(status, ([row]) => row?.status === 'submitted', 'the answer of the partner');
    expect(partner.submissions()).toEqual([]);
    expect(partner.server.requests.map(({ method, path }) => [method, path])).toEqual([['GET', `/instructions/${id}`]]);
    expect((await report(id, { status: 'accepted', partnerReference: 'P-1' })).status).toBe(200);
    await stack.stopWorkers();
  });

  it('lets an operator say that its partner has it', async () => {
    const body = { ...instructionBody(), settlementRoute: { routeId: partner.routeId } };
    const created = await stack.call('POST', PATH, { key: await stack.createKey('acme'), body });
    const { instructionId: id } = created.body['data'] as { instructionId: string };
    const path = `/v1/operator/payments/${id}`;
    const operator = await stack.createOperator();
    const allowed = async () => (await stack.call('GET', path, { key: operator })).body;
    expect(await allowed()).toMatchObject({ allowedDecisions: ['try_now', 'give_up'] });
    expect((await report(id, { status: 'settled' })).status).toBe(404);
    expect(await allowed()).toMatchObject({ allowedDecisions: ['delivered', 'never_received', 'try_now', 'give_up'] });
    const decision = { decision: 'delivered', reason: 'their people found it' };
    const decided = await stack.call('POST', `${path}/decision`, { key: operator, body: decision });
    expect(decided.body).toMatchObject({ status: 'submitted' });
    expect((await report(id, { status: 'settled' })).status).toBe(200);
  });

  it('fills no disk, however many ids a partner invents', async () => {
    await stack.database.query(
      `insert into unmatched_reports (id, partner_id, instruction_id, kind, body_hash, evidence_sealed)
       select 'rep_' || n, $1, 'instr_' || n, 'status', '', '' from generate_series(1, 1000) n`,
      [partner.id],
    );
    const id = newId('instruction');
    expect((await report(id, { status: 'accepted' })).status).toBe(404);
    expect(await kept(id)).toEqual([]);
  });
});
