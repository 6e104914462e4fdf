import { insertInstruction } from '../../../../db/payments/instruction/create-instruction';
import { beginDispatch } from '../../../../db/payments/dispatch/dispatch';
import { findPartnerToStop, isUnanswered } from '../../../../db/payments/dispatch/wanted-questions';
import { newId } from '../../../../lib/ids';
import { newInstruction } from '../../../interleavings/operation';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { insertDispatch, insertPartner } from '../../../support/rows';

/** Whoever started the workflow that asks is not believed: the row says whom to ask. Source: docs/GAPS.md#P14 */
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
  await insertPartner(database, 'ptn_2');
});

/** @returns a payment that the first partner was called about */
async function called(status = 'submitted'): Promise<string> {
  const id = newId('instruction');
  await insertInstruction(database, newInstruction(id), null);
  await beginDispatch(database, id, 'ptn_1');
  // Only what no partner has is cancelled for its client.
  if (status === 'cancelled') {
    await database.query(`update dispatches set state = 'not_delivered' where instruction_id = $1`, [id]);
  }
  await database.query('update payment_instructions set status = $2, version = version + 1 where id = $1', [
    id,
    status,
  ]);
  return id;
}

async function cancellation(id: string, status: string): Promise<void> {
  await database.query('update payment_instructions set version = version + 1, cancellation = $2 where id = $1', [
    id,
    JSON.stringify({ status, reason: null, requestedAt: '2026-11-20T09:00:00.000Z' }),
  ]);
}

interface Case {
  kind: string;
  state?: 'open' | 'closed';
  detail?: object;
  last?: object;
}

async function openCase(id: string, { kind, state = 'open', detail = {}, last = detail }: Case): Promise<void> {
  await database.query(
    `insert into reconciliation_cases (id, instruction_id, report_id, kind, state, detail, created_at, last_seen_at,
       last_report_id, last_detail) values ($1, $2, 'rep_1', $3, $4, $5, now(), now(), 'rep_1', $6)`,
    [newId('reconciliationCase'), id, kind, state, JSON.stringify(detail), JSON.stringify(last)],
  );
}

/** @returns a payment that was rerouted from the first partner to the second, which has it */
async function left(): Promise<string> {
  const id = await called('pending');
  await database.query(`update dispatches set state = 'rejected' where instruction_id = $1`, [id]);
  await insertDispatch(database, id, { attempt: 2, partner: 'ptn_2' });
  await database.query(
    `update payment_instructions set partner_id = 'ptn_2', route_id = 'rt_ptn_2', version = version + 1 where id = $1`,
    [id],
  );
  await database.query(`update payment_instructions set status = 'submitted', version = version + 1 where id = $1`, [
    id,
  ]);
  return id;
}

async function report(id: string, partnerId: string, said: { status: string; disposition: string }): Promise<void> {
  const reportId = newId('report');
  await database.query(
    `insert into partner_reports (id, instruction_id, partner_id, kind, dedupe_key, body_hash, status, effective_at,
       disposition, previous_status, resulting_status, recorded_at)
     values ($1, $2, $3, 'status', $1, '', $4, clock_timestamp(), $5, 'submitted', 'submitted', clock_timestamp())`,
    [reportId, id, partnerId, said.status, said.disposition],
  );
}

describe('the partner that has a payment', () => {
  it.each([
    ['requested', 'submitted', 'ptn_1'],
    ['requested', 'processing', 'ptn_1'],
    ['refused', 'submitted', null],
    ['requested', 'settled', null],
  ])('is asked for a cancellation that is %s while it is %s: %s', async (asked, status, partner) => {
    const id = await called(status);
    await cancellation(id, asked);
    expect(await findPartnerToStop(database, id, null)).toBe(partner);
    expect(await isUnanswered(database, id, 'cancellation_unanswered')).toBe(partner !== null);
  });

  it.each([
    ['failed', { kind: 'partner_continues' }, 'ptn_1'],
    ['cancelled', { kind: 'given_up' }, 'ptn_1'],
    ['failed', { kind: 'partner_continues', state: 'closed' }, null],
    ['failed', { kind: 'conflicting_status' }, null],
    ['settled', { kind: 'partner_continues' }, null],
    ['submitted', { kind: 'partner_continues' }, null],
  ] as const)('is asked to stop what is %s, with %j: %s', async (status, kept, partner) => {
    const id = await called(status);
    await openCase(id, kept);
    expect(await findPartnerToStop(database, id, null)).toBe(partner);
    expect(await isUnanswered(database, id, 'stop_unanswered')).toBe(partner !== null);
  });

  it('is asked about none of the cases of other payments', async () => {
    const id = await called('failed');
    expect(await findPartnerToStop(database, id, null)).toBeNull();
    expect(await findPartnerToStop(database, 'instr_unknown', null)).toBeNull();
  });

  it('is no partner that it has left', async () => {
    const id = await left();
    await cancellation(id, 'requested');
    expect(await findPartnerToStop(database, id, null)).toBe('ptn_2');
  });
});

describe('a partner that a payment has left', () => {
  const taking = { kind: 'submission', partnerId: 'ptn_1' };

  it('is asked to stop when it said that it took it', async () => {
    const id = await left();
    await openCase(id, { kind: 'earlier_partner', detail: taking });
    expect(await findPartnerToStop(database, id, 'ptn_1')).toBe('ptn_1');
    expect(await isUnanswered(database, id, 'stop_unanswered')).toBe(true);
    // Neither the partner that has it nor one that never had it.
    expect(await findPartnerToStop(database, id, 'ptn_2')).toBeNull();
    expect(await findPartnerToStop(database, id, 'ptn_3')).toBeNull();
  });

  it.each([
    ['whose case is closed', { kind: 'earlier_partner', state: 'closed', detail: taking }],
    ['with a case of another kind', { kind: 'conflicting_status', detail: taking }],
    ['with a case about another partner', { kind: 'earlier_partner', detail: { ...taking, partnerId: 'ptn_3' } }],
    [
      'that has answered since',
      { kind: 'earlier_partner', detail: taking, last: { kind: 'cancellation', partnerId: 'ptn_1' } },
    ],
  ] as const)('is not asked %s', async (_what, kept) => {
    const id = await left();
    await openCase(id, kept);
    expect(await findPartnerToStop(database, id, 'ptn_1')).toBeNull();
    expect(await isUnanswered(database, id, 'stop_unanswered')).toBe(false);
  });

  it.each([
    [[{ status: 'processing', disposition: 'conflicting' }], 'ptn_1'],
    [[{ status: 'cancelled', disposition: 'conflicting' }], null],
    [[{ status: 'processing', disposition: 'applied' }], null],
    [
      [
        { status: 'processing', disposition: 'conflicting' },
        { status: 'failed', disposition: 'conflicting' },
      ],
      null,
    ],
    [
      [
        { status: 'failed', disposition: 'conflicting' },
        { status: 'accepted', disposition: 'conflicting' },
      ],
      'ptn_1',
    ],
  ])('is asked by what it reported last: %j', async (reports, partner) => {
    const id = await left();
    for (const said of reports) await report(id, 'ptn_1', said);
    await report(id, 'ptn_2', { status: 'processing', disposition: 'applied' });
    const detail = { kind: 'status', partnerId: 'ptn_1' };
    await openCase(id, { kind: 'earlier_partner', detail });
    expect(await findPartnerToStop(database, id, 'ptn_1')).toBe(partner);
  });
});
