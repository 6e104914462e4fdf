import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listOpenCases } from '../../db/payments/settlement/reconciliation-cases';
import { listJudgedEntries } from '../../db/payments/settlement/read-statements';
import { insertStatement } from '../../db/payments/settlement/insert-statement';
import { judgeStatement } from '../../db/payments/settlement/judge-statement';
import { hashFile } from '../../importers/read-file';
import { readCamtFile } from '../../importers/statements/camt';
import { eventually } from '../support/builders';
import { camt053, camtEntry } from '../support/camt';
import { closeAtEnd } from '../support/closing';
import { FailoverScene, REFUSAL } from '../support/failover-scene';
import type { TestPartner } from '../support/partner';
import type { ShownPayment } from '../support/payment-scene';

let scene: FailoverScene;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-statements-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  scene = await FailoverScene.open();
});

/** A debit of the whole amount. */
function booked({ uetr, currency }: ShownPayment, day = '20'): string {
  const entry = camtEntry({ references: `<UETR>${uetr}</UETR>`, amount: '1000.00', currency });
  return entry.replace('2026-11-20', `2026-11-${day}`);
}

/** What the statement of a partner's bank says of each of its entries. */
async function verdictsAt({ id: partnerId }: TestPartner, ...entries: string[]): Promise<unknown[]> {
  const { database, vault } = scene.stack;
  const file = { name: 'statement.xml', path: path.join(folder, 'statement.xml') };
  writeFileSync(file.path, camt053(entries));
  const statement = { ...(await readCamtFile(file)), partnerId, fileHash: await hashFile(file) };
  const { id } = await insertStatement(database, statement, { actor: 'test', comparedBy: 'caller', vault });
  await judgeStatement(database, id);
  return (await listJudgedEntries(database, id)).map(({ verdict, instructionId }) => [verdict, instructionId]);
}

/** Source: docs/GAPS.md#statements */
describe('a rerouted payment', () => {
  let first: TestPartner;
  let second: TestPartner;
  let paid: ShownPayment;

  beforeAll(async () => {
    first = await scene.partner('left', 'SEK', 1, { react: () => REFUSAL });
    second = await scene.partner('holder', 'SEK', 2, {
      react: ({ headers }) => ({ status: 200, body: { partnerReference: `H-${String(headers['idempotency-key'])}` } }),
    });
  });

  beforeEach(async () => {
    paid = await scene.submitted('SEK');
  });

  it('contradicts what the bank of the first one booked, with a case of that partner', async () => {
    const { instructionId } = paid;
    expect(await verdictsAt(first, booked(paid))).toEqual([['contradicted', instructionId]]);
    const filter = { partnerId: first.id, limit: 100 };
    const cases = await listOpenCases(scene.stack.database, filter);
    expect(cases.filter((one) => one.instructionId === instructionId)).toMatchObject([
      {
        kind: 'statement_contradicts',
        partnerName: 'left',
        count: 1,
        theirs: {
          current: 'submitted',
          partnerId: first.id,
          discrepancies: [{ type: 'partner', expected: second.id, actual: first.id }],
        },
      },
    ]);
    expect((await scene.show(paid)).status).toBe('submitted');
  });

  it('is confirmed by the bank of the second one, whatever the first one booked', async () => {
    const { instructionId, settlementDetails } = paid;
    await verdictsAt(first, booked(paid));
    // As where it was booked while the call to the first one was under way.
    await scene.stack.database.query(`update statement_entries set verdict = 'confirmed' where instruction_id = $1`, [
      instructionId,
    ]);
    expect(await verdictsAt(second, booked(paid, '21'), booked(paid, '21'))).toEqual([
      ['confirmed', instructionId],
      ['contradicted', instructionId],
    ]);
    await verdictsAt(first, booked(paid, '22'));
    const again = await scene.submitted('SEK');
    await verdictsAt(first, booked(again));
    await verdictsAt(second, booked(again));
    const operator = await scene.stack.createOperator();
    const query = `partner=${second.id}&date=${settlementDetails.expectedSettlementDate}`;
    const lines = await scene.stack.call('GET', `/api/v1/payments/settlements?${query}`, { key: operator });
    const { items } = lines.body['data'] as { items: { instructionId: string; statement: string | null }[] };
    expect(items.find((line) => line.instructionId === again.instructionId)).toMatchObject({ statement: 'confirmed' });
  });

  it('is not meant by a reference that the second one gave it', async () => {
    const references = `<TxId>${paid.settlementDetails.partnerReference}</TxId>`;
    const entry = camtEntry({ references, amount: '1000.00', currency: 'SEK' });
    expect(await verdictsAt(first, entry)).toEqual([['unmatched', null]]);
    expect(await verdictsAt(second, entry)).toEqual([['confirmed', paid.instructionId]]);
  });

  it('is found by the reference of the payee at the second one alone, and the first one opens no case', async () => {
    const created = await scene.create('SEK', { remittance: { reference: 'INV-7007' } });
    const { instructionId } = await scene.until(created, 'submitted');
    const partners = (await scene.attemptsOf(created)).map(({ partnerId }) => partnerId);
    expect(partners).toEqual([first.id, second.id]);
    const entry = camtEntry({
      references: '<AcctSvcrRef>B-7</AcctSvcrRef>',
      rest: '<RmtInf><Strd><CdtrRefInf><Ref>INV-7007</Ref></CdtrRefInf></Strd></RmtInf>',
      amount: '1000.00',
      currency: 'SEK',
    }).replace('2026-11-20', new Date().toISOString().slice(0, 10));
    expect(await verdictsAt(first, entry)).toEqual([['unmatched', null]]);
    expect(await scene.casesOf(created)).toEqual([]);
    expect(await verdictsAt(second, entry)).toEqual([['confirmed', instructionId]]);
  });
});

/** Source: docs/GAPS.md#statements */
describe('a payment that its partner has not taken', () => {
  it('contradicts a booking, and its partner is asked before it is sent again', async () => {
    let isRefusing = true;
    const partner = await scene.partner('refusing', 'CZK', 1, {
      react: ({ method }) => {
        if (method !== 'POST') return { status: 503 };
        return isRefusing ? { status: 429, headers: { 'retry-after': '3600' } } : undefined;
      },
    });
    const { instructionId } = await scene.create('CZK');
    const isRefused = (shown: ShownPayment): boolean => shown.waitingReason === 'partner_refusing';
    const paid = await eventually(() => scene.show({ instructionId }), isRefused, 'the refusal');
    expect(await verdictsAt(partner, booked(paid))).toEqual([['contradicted', instructionId]]);
    const sends = scene.submissionsOf(partner, paid).length;
    isRefusing = false;
    expect(await scene.casesOf(paid)).toEqual([{ kind: 'statement_contradicts', count: 1 }]);
    const tried = await scene.stack.call('POST', `/v1/operator/payments/${instructionId}/decision`, {
      key: await scene.stack.createOperator(),
      body: { decision: 'try_now', reason: 'it takes payments again' },
    });
    expect(tried.status).toBe(200);
    await partner.server.until(
      (requests) => requests.some((one) => one.method === 'GET' && one.path.endsWith(instructionId)),
      'the question',
    );
    expect(scene.submissionsOf(partner, paid)).toHaveLength(sends);
    expect(await scene.attemptsOf(paid)).toMatchObject([{ state: 'unknown', fault: 'its bank has booked it' }]);
    expect((await scene.show(paid)).status).toBe('pending');
  });
});
