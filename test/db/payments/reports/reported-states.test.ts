import { openDatabase, type Database } from '../../../../db/database';
import { beginDispatch, recordDelivered } from '../../../../db/payments/dispatch/dispatch';
import { insertInstruction } from '../../../../db/payments/instruction/create-instruction';
import { recordStatusReport } from '../../../../db/payments/reports/record-report';
import { reportedState } from '../../../../db/payments/reports/reported-states';
import { StatusReport } from '../../../../domain/payments/reports/report-schema';
import type { ReportAnswer } from '../../../../domain/payments/decisions/report';
import type { PaymentStatus } from '../../../../domain/payments/instruction/status';
import { newId } from '../../../../lib/ids';
import { newInstruction } from '../../../interleavings/operation';
import { closeAtEnd } from '../../../support/closing';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { insertPartner } from '../../../support/rows';

/** Each is the database as one process has it. */
let one: TestDatabase;
let other: Database;

beforeAll(async () => {
  one = await createTestDatabase();
  other = openDatabase(one.url, 2);
  closeAtEnd(() => other.close());
  await insertPartner(one, 'ptn_1');
});

async function submitted(): Promise<string> {
  const id = newId('instruction');
  await insertInstruction(one, newInstruction(id), null);
  await beginDispatch(one, id, 'ptn_1');
  const delivery = { attempt: 1, sends: 1, partnerId: 'ptn_1', partnerReference: 'P-1', status: 'submitted' as const };
  await recordDelivered(one, { instructionId: id }, delivery);
  return id;
}

function report(
  database: Database,
  instructionId: string,
  status: PaymentStatus,
  key: string = status,
): Promise<ReportAnswer> {
  const context = {
    instructionId,
    partnerId: 'ptn_1',
    idempotencyKey: key,
    requestId: 'req_1',
    receivedAt: new Date(),
  };
  const kept = { reportId: newId('report'), evidence: Buffer.from('{}') };
  return recordStatusReport(database, { ...context, ...kept }, StatusReport.parse({ status }));
}

function remembered(instructionId: string, partnerId = 'ptn_1', dedupeKey = 'key:next'): PaymentStatus | null {
  const asked = { instructionId, partnerId, kind: 'status' as const, dedupeKey, status: 'settled' as const };
  return reportedState(one, asked)?.state.status ?? null;
}

async function historyOf(id: string): Promise<unknown[]> {
  const rows = await one.query<{ status: string }>(
    'select status from status_history where instruction_id = $1 order by recorded_at, rank',
    [id],
  );
  return rows.map(({ status }) => status);
}

describe('the state that a report has left', () => {
  it('is remembered for the next report of its partner, until the outcome', async () => {
    const id = await submitted();
    expect(remembered(id)).toBeNull();
    await report(one, id, 'accepted');
    expect(remembered(id)).toBe('accepted');
    expect(remembered(id, 'ptn_2')).toBeNull();
    expect(remembered(id, 'ptn_1', 'key:accepted')).toBeNull();
    const processing = await report(one, id, 'processing');
    expect(processing).toMatchObject({ disposition: 'applied', previousStatus: 'accepted' });
    await report(one, id, 'settled');
    expect(remembered(id)).toBeNull();
    expect(await historyOf(id)).toEqual(['submitted', 'accepted', 'processing', 'settled']);
  });

  it('decides nothing once another process has changed the payment', async () => {
    const id = await submitted();
    await report(one, id, 'accepted');
    await report(other, id, 'processing');
    const settled = await report(one, id, 'settled');
    expect(settled).toMatchObject({ disposition: 'applied', previousStatus: 'processing' });
    expect(await historyOf(id)).toEqual(['submitted', 'accepted', 'processing', 'settled']);
  });

  it('finds a report that is repeated after another one', async () => {
    const id = await submitted();
    const first = await report(one, id, 'accepted', 'first');
    await report(one, id, 'processing', 'second');
    expect(await report(one, id, 'accepted', 'first')).toMatchObject({
      disposition: 'duplicate',
      reportId: first.reportId,
    });
    await expect(report(one, id, 'settled', 'first')).rejects.toMatchObject({ code: 'DUPLICATE' });
  });

  it('decides nothing where Postgres has lost it and given its version again', async () => {
    const id = await submitted();
    await report(one, id, 'accepted');
    await one.query(
      `with unchecked as materialized (select set_config('session_replication_role', 'replica', true) as role)
       update payment_instructions set status = 'processing', last_updated_at = last_updated_at + interval '1 second'
       from unchecked where id = $1 and role is not null`,
      [id],
    );
    const processing = await report(one, id, 'processing');
    expect(processing).toMatchObject({ status: 'processing', previousStatus: 'processing' });
  });
});
