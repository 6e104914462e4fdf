import { requestCancellation } from '../../../../db/payments/dispatch/cancellation';
import { insertInstruction } from '../../../../db/payments/instruction/create-instruction';
import { beginDispatch, recordDelivered, recordKnown, recordRejected } from '../../../../db/payments/dispatch/dispatch';
import { readPaymentState } from '../../../../db/payments/instruction/payment-state';
import type { ReportKey } from '../../../../domain/payments/reports/report-key';
import type { PaymentState } from '../../../../domain/payments/instruction/state';
import type { PaymentStatus } from '../../../../domain/payments/instruction/status';
import { newInstruction } from '../../../interleavings/operation';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { insertPartner } from '../../../support/rows';

/** What a decision about a payment looks at is that payment's own. Source: docs/ARCHITECTURE.md, "Invariants" */
const CALL = { attempt: 1, sends: 1 };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
});

async function create(id: string): Promise<string> {
  await insertInstruction(database, newInstruction(id), null);
  return id;
}

async function deliver(id: string): Promise<void> {
  await beginDispatch(database, id, 'ptn_1');
  const taking = { partnerId: 'ptn_1', partnerReference: 'P-1', status: 'submitted' as const };
  await recordDelivered(database, { instructionId: id }, { ...CALL, ...taking });
}

async function say(id: string, status: PaymentStatus): Promise<void> {
  await recordKnown(database, id, { partnerId: 'ptn_1', status, partnerReference: 'P-1', askedAt: new Date() });
}

async function stateOf(id: string, report: ReportKey | null = null): Promise<PaymentState> {
  const read = await readPaymentState(database, id, report);
  if (read === null) throw new Error(`${id} is not there`);
  return read.state;
}

const FAILED: ReportKey = {
  ...{ partnerId: 'ptn_1', kind: 'inquiry' },
  dedupeKey: 'answer:{"partnerReference":"P-1","status":"failed"}',
};

/** Payments of the same partner, each with something that the others lack. */
beforeAll(async () => {
  await deliver(await create('instr_failed'));
  await say('instr_failed', 'failed');
  await deliver(await create('instr_gone'));
  await say('instr_gone', 'cancelled');
  await deliver(await create('instr_waiting'));
  await say('instr_waiting', 'returned');
  await create('instr_rejected');
  await beginDispatch(database, 'instr_rejected', 'ptn_1');
  await recordRejected(database, 'instr_rejected', CALL, { message: 'closed', reasonCode: null, next: null });
  await deliver(await create('instr_settled'));
  await database.query(
    `insert into settlements (instruction_id, report_id, body_hash, confirmed_at, confirmation, reconciliation, recorded_at)
     values ('instr_settled', 'rep_s', 'hash', now(), '{}', '{}', now())`,
  );
  await create('instr_claimed');
  await database.query(
    `insert into unmatched_reports (id, partner_id, instruction_id, kind, body_hash, evidence_sealed)
     values ('urep_1', 'ptn_1', 'instr_claimed', 'status', 'hash', ''), ('urep_2', 'ptn_1', 'instr_failed', 'status', 'hash', '')`,
  );
});

describe('the state of a payment', () => {
  it('has what its partner said and what was tried', async () => {
    const failed = await stateOf('instr_failed', FAILED);
    expect(failed).toMatchObject({
      status: 'failed',
      dispatch: { attempt: 1, sends: 1, state: 'delivered', partnerId: 'ptn_1' },
      knownToPartner: true,
      repeat: { status: 'failed', disposition: 'applied' },
      // It was sent, whatever was kept before as not matched.
      isClaimed: false,
    });
    expect([...failed.historyStatuses].sort()).toEqual(['failed', 'submitted']);
    expect(failed.endedByPartnerAt).toBeInstanceOf(Date);
    expect((await stateOf('instr_gone')).endedByPartnerAt).toBeInstanceOf(Date);
    expect((await stateOf('instr_waiting')).waiting).toMatchObject([{ status: 'returned' }]);
    const rejected = await stateOf('instr_rejected');
    expect([rejected.status, rejected.dispatch?.state]).toEqual(['failed', 'rejected']);
    expect(rejected.endedByPartnerAt).toBeInstanceOf(Date);
    expect((await stateOf('instr_settled')).settlementHash).toBe('hash');
    expect((await stateOf('instr_claimed')).isClaimed).toBe(true);
  });

  it('has nothing of the others at the same partner', async () => {
    const audit = { actor: 'key_1', act: 'cancel', requestId: null, detail: {} };
    await create('instr_own');
    const nothing = {
      dispatch: null,
      waiting: [],
      repeat: null,
      settlementHash: null,
      isClaimed: false,
      endedByPartnerAt: null,
    };
    const own = await stateOf('instr_own', FAILED);
    expect(own).toMatchObject({ ...nothing, historyStatuses: [], knownToPartner: false });
    await requestCancellation(database, 'instr_own', { reason: null, audit });
    expect(await stateOf('instr_own')).toMatchObject({ ...nothing, status: 'cancelled' });
  });
});
