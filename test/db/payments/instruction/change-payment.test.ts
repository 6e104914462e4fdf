import type { Database } from '../../../../db/database';
import { TOPICS } from '../../../../db/outbox';
import { beginDispatch, recordDelivered } from '../../../../db/payments/dispatch/dispatch';
import { insertInstruction } from '../../../../db/payments/instruction/create-instruction';
import { readPaymentState, type ReadPayment } from '../../../../db/payments/instruction/payment-state';
import { recordRedating } from '../../../../db/payments/routing/redating';
import { createShipment } from '../../../../db/shipments/shipments';
import { consistentPapers } from '../../../domain/shipments/file/consignment';
import { newInstruction, VAULT } from '../../../interleavings/operation';
import { filePaper } from '../../../shipments/file-paper';
import { eventually } from '../../../support/builders';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { insertPartner } from '../../../support/rows';

const ID = 'instr_known';
const DELIVERY = { attempt: 1, sends: 1, partnerId: 'ptn_1', partnerReference: 'P-1', status: 'submitted' as const };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
  for (const id of [ID, 'instr_claimed']) await insertInstruction(database, newInstruction(id), null);
});

async function read(id = ID): Promise<ReadPayment> {
  const found = await readPaymentState(database, id, null);
  if (found === null) throw new Error(`${id} is not there`);
  return found;
}

describe('a state that the caller knows', () => {
  it('of an earlier version is read again: the call begins once', async () => {
    const known = await read();
    const first = await beginDispatch(database, ID, 'ptn_1', { known });
    expect(first.result).toMatchObject({ kind: 'send', attempt: 1, sends: 1, takenAt: known.at });
    expect((await beginDispatch(database, ID, 'ptn_1', { known })).result).toEqual({ kind: 'ambiguous' });
  });

  it('does not begin a call about which its partner has reported since', async () => {
    const known = await read('instr_claimed');
    await database.query(
      `insert into unmatched_reports (id, partner_id, instruction_id, kind, body_hash, evidence_sealed)
       values ('urep_1', 'ptn_1', 'instr_claimed', 'status', 'hash', '')`,
    );
    expect((await beginDispatch(database, 'instr_claimed', 'ptn_1', { known })).result).toEqual({ kind: 'ambiguous' });
  });

  it('that asks for no change is read again before the caller gets that answer', async () => {
    const known = await read();
    const moved = { state: { ...known.state, partnerId: 'ptn_2' }, at: known.at };
    expect((await beginDispatch(database, ID, 'ptn_1', { known: moved })).result).toEqual({ kind: 'ambiguous' });
  });

  it('that is current is written without a read', async () => {
    const known = await read();
    const at = new Date(known.at.getTime() + 1_000);
    const moved = await recordDelivered(database, { instructionId: ID, known: { ...known, at } }, DELIVERY);
    expect(moved).toEqual({ status: 'submitted', version: known.state.version + 1 });
    expect((await read()).state.dispatch).toMatchObject({ state: 'delivered', endedAt: at });
  });
});

describe('a change that has the papers of a shipment compared again', () => {
  it('goes alone while the shipment is held, and keeps no other change waiting', async () => {
    const tenant = { accountId: 'acc_ptn_1', environment: 'test' } as const;
    const { shipment: details, invoice: data } = consistentPapers();
    const made = { tenant, requestId: 'req_1', details, now: new Date() };
    const { id: shipmentId } = await createShipment(database, made, null);
    for (const id of ['instr_filed', 'instr_unfiled']) await insertInstruction(database, newInstruction(id), null);
    const paper = { ...tenant, shipmentId, type: 'proforma_invoice', data, instructionId: 'instr_filed' };
    await filePaper(database, VAULT, paper);
    const faults: unknown[] = [];
    const watched: Database = {
      ...database,
      query: (text, values, plan) =>
        database.query<never>(text, values, plan).catch((fault: unknown) => {
          faults.push(values?.[2]);
          throw fault;
        }),
    };
    const dates = { because: 'held' as const, expectedDate: '2199-01-01', dateExplanation: [], releaseAt: null };
    const compared = (): Promise<object[]> =>
      database.query(`select from outbox where topic = $1 and subject = $2`, [TOPICS.compareShipment, shipmentId]);
    const before = (await compared()).length;
    const waiting: Promise<boolean>[] = [];
    await database.transaction(async (client) => {
      await client.query('select from shipments where id = $1 for no key update', [shipmentId]);
      waiting.push(recordRedating(watched, 'instr_filed', dates));
      expect(await recordRedating(watched, 'instr_unfiled', dates)).toBe(true);
      await eventually(
        () => Promise.resolve(faults.length),
        (count) => count > 0,
        'the change has waited alone',
      );
    });
    expect(await Promise.all(waiting)).toEqual([true]);
    expect((await compared()).length).toBe(before + 1);
    // No statement but the change's own has waited for the shipment.
    expect(new Set(faults)).toEqual(new Set(['1000']));
  });
});
