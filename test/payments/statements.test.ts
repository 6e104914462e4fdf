import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { insertStatement, judgeStatement, listJudgedEntries } from '../../db/payments/statements';
import { hashFile } from '../../importers/read-file';
import { readCamt } from '../../importers/statements/camt';
import { eventually, instructionBody, settlementBody } from '../support/builders';
import { camt053, camtEntry } from '../support/camt';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';

let stack: Stack;
let partner: TestPartner;
let key: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-statements-'));
  stack = await startStack();
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
});

afterAll(async () => {
  await stack.stop();
  await partner.server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Shown {
  instructionId: string;
  status: string;
  uetr: string;
  settlementDetails: { partnerReference: string; expectedSettlementDate: string };
}

async function create(): Promise<Shown> {
  const { body } = await stack.call('POST', PATH, { key, body: instructionBody() });
  const { instructionId } = body['data'] as Shown;
  return eventually(
    async () => (await stack.call('GET', `${PATH}/${instructionId}`, { key })).body['data'] as Shown,
    ({ status }) => status === 'submitted',
    'the payment is sent',
  );
}

/** As `corridor statements import` does it. */
async function importStatement(entries: readonly string[]): Promise<{ id: string; verdicts: unknown[] }> {
  const file = { name: 'statement.xml', path: path.join(folder, 'statement.xml') };
  writeFileSync(file.path, camt053(entries));
  const statement = { ...(await readCamt(file)), partnerId: partner.id, fileHash: await hashFile(file) };
  const id = await insertStatement(stack.database, statement, 'test');
  await judgeStatement(stack.database, id);
  const judged = await listJudgedEntries(stack.database, id);
  return { id, verdicts: judged.map(({ verdict, instructionId }) => [verdict, instructionId]) };
}

/** Cases that a statement opened about a payment. */
function casesOf({ instructionId }: Shown): Promise<{ kind: string; count: number; detail: unknown }[]> {
  return stack.database.query('select kind, count, detail from reconciliation_cases where instruction_id = $1', [
    instructionId,
  ]);
}

/** Source: docs/GAPS.md#statements */
describe('a bank statement', () => {
  it('confirms and contradicts by reference, never by amount alone, and changes no status', async () => {
    const [one, other, third] = [await create(), await create(), await create()];
    const confirmation = settlementBody({ actualAmount: 1250, settlementReference: 'S-77' });
    await stack.call('POST', `${PATH}/${third.instructionId}/settlement`, { key: partner.key, body: confirmation });
    const entries = [
      camtEntry({ references: `<UETR>${one.uetr}</UETR>` }),
      camtEntry({ references: `<EndToEndId>${other.instructionId}</EndToEndId>`, amount: '1520.50' }),
      camtEntry({ references: '<AcctSvcrRef>S-77</AcctSvcrRef>', amount: '1250.00' }),
      camtEntry({ references: '<EndToEndId>NOTPROVIDED</EndToEndId>' }),
      camtEntry({
        references: `<UETR>${one.uetr}</UETR><TxId>${other.settlementDetails.partnerReference}</TxId>`,
      }),
    ];
    const first = await importStatement(entries);
    expect(first.verdicts).toEqual([
      ['confirmed', one.instructionId],
      ['contradicted', other.instructionId],
      ['confirmed', third.instructionId],
      ['unmatched', null],
      ['unmatched', null],
    ]);
    const detail = { current: 'submitted', discrepancies: [{ type: 'amount', expected: '1250.5', actual: '1520.50' }] };
    expect(await casesOf(other)).toMatchObject([{ kind: 'statement_contradicts', count: 1, detail }]);
    expect(await casesOf(one)).toEqual([]);
    const { body } = await stack.call('GET', `${PATH}/${one.instructionId}`, { key });
    expect(body['data']).toMatchObject({ status: 'submitted' });

    expect(await importStatement(entries)).toEqual(first);
    expect(await casesOf(other)).toMatchObject([{ count: 1 }]);

    const date = one.settlementDetails.expectedSettlementDate;
    const lines = await stack.call('GET', `/api/v1/payments/settlements?partner=${partner.id}&date=${date}`, {
      key: await stack.createOperator(),
    });
    const { items } = lines.body['data'] as { items: { instructionId: string; statement: string | null }[] };
    const said = Object.fromEntries(items.map(({ instructionId, statement }) => [instructionId, statement]));
    expect(said).toMatchObject({ [one.instructionId]: 'confirmed', [other.instructionId]: 'contradicted' });
  });

  it('knows money that came back, and what is only announced', async () => {
    const [returned, unreported] = [await create(), await create()];
    const report = (status: string) =>
      stack.call('PUT', `${PATH}/${returned.instructionId}/status`, { key: partner.key, body: { status } });
    await report('settled');
    await report('returned');
    const back = '<CdtDbtInd>CRDT</CdtDbtInd><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';
    const { verdicts } = await importStatement([
      camtEntry({ references: `<UETR>${returned.uetr}</UETR>`, rest: back }),
      camtEntry({ references: `<UETR>${unreported.uetr}</UETR>`, rest: back }),
      camtEntry({ references: `<UETR>${unreported.uetr}</UETR>`, amount: '1.00' }).replace('BOOK', 'PDNG'),
    ]);
    expect(verdicts).toEqual([
      ['confirmed', returned.instructionId],
      ['contradicted', unreported.instructionId],
      ['not_booked', unreported.instructionId],
    ]);
  });
});
