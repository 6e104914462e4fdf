import { up } from '../../db/migrations/0050-claim-tokens';
import { up as oneOpenCase } from '../../db/migrations/0065-one-open-case';
import { up as mootCancellations } from '../../db/migrations/0255-moot-cancellations';
import { up as failoverReasons } from '../../db/migrations/0258-failover-reasons';
import { up as doneCancellations } from '../../db/migrations/0260-done-cancellations';
import { insertInstructions, insertPartner } from '../support/rows';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

describe('claim tokens', () => {
  it('take the secret out of answers that were stored before, and keep what leads to the subscription', async () => {
    const insert = `insert into idempotency_keys
      (scope, operation, key, body_hash, claimed_until, status_code, body, created_at)
      values ('acc_1', $1, $2, '', now(), $3, $4, now())`;
    const made = JSON.stringify({ id: 'wh_1', secret: 'whsec_planted' });
    await database.query(insert, ['createWebhook', 'made', 201, made]);
    await database.query(insert, ['createWebhook', 'refused', 409, '{"error":{}}']);
    await database.query(insert, ['createShipment', 'other', 201, '{"id":"shp_1"}']);
    await up(database.builder);
    expect(await database.query('select key, subject, body from idempotency_keys order by key')).toEqual([
      { key: 'made', subject: 'wh_1', body: '' },
      { key: 'other', subject: null, body: '{"id":"shp_1"}' },
      { key: 'refused', subject: null, body: '{"error":{}}' },
    ]);
  });
});

describe('sides', () => {
  it('let instructions be that went to the other side before, and no new one', async () => {
    await insertPartner(database, 'ptn_live', { environment: 'live' });
    const move = 'update payment_instructions set environment = $2 where id = $1';
    const constraints = ['partner_id_environment', 'route_id_environment'].map(
      (columns) => `payment_instructions_${columns}_fkey`,
    );
    const defined = await database.query<{ name: string; text: string }>(
      `select conname as name, pg_get_constraintdef(oid) as text from pg_constraint where conname = any($1) order by 1`,
      [constraints],
    );
    expect(defined.map(({ name, text }) => [name, text.endsWith('NOT VALID')])).toEqual(
      constraints.map((name) => [name, true]),
    );
    for (const { name } of defined) await database.query(`alter table payment_instructions drop constraint ${name}`);
    await insertInstructions(database, { prefix: 'crossed_', count: 1, partner: 'ptn_live', environment: 'test' });
    for (const { name, text } of defined) {
      await database.query(`alter table payment_instructions add constraint ${name} ${text}`);
    }
    await database.query(`update payment_instructions set last_updated_at = now() where id = 'crossed_1'`);
    await insertInstructions(database, { prefix: 'right_', count: 1, partner: 'ptn_live', environment: 'live' });
    await expect(database.query(move, ['right_1', 'test'])).rejects.toThrow();
    const crossing = { prefix: 'wrong_', count: 1, partner: 'ptn_live', environment: 'test' } as const;
    await expect(insertInstructions(database, crossing)).rejects.toThrow();
  });
});

describe('one open case', () => {
  it('merges open cases of one instruction and kind into the oldest, and leaves all others alone', async () => {
    await database.query(`alter table reconciliation_cases drop column count, drop column last_seen_at,
      drop column last_report_id, drop column last_detail, drop column closed_at, drop column closed_by,
      drop column close_reason`);
    await database.query('drop index if exists reconciliation_cases_one_open, reconciliation_cases_created');
    await insertPartner(database, 'ptn_1');
    await insertInstructions(database, { prefix: 'instr_', count: 2, partner: 'ptn_1' });
    const insert = `insert into reconciliation_cases (id, instruction_id, report_id, kind, detail, state, created_at)
      values ($1, $2, $1, $3, $4, $5, $6)`;
    const cases = [
      ['case_1', 'instr_1', 'conflicting_report', 'closed', '2026-01-01T00:00:00Z'],
      ['case_2', 'instr_1', 'conflicting_report', 'open', '2026-01-02T00:00:00Z'],
      ['case_3', 'instr_1', 'conflicting_report', 'open', '2026-01-03T00:00:00Z'],
      ['case_4', 'instr_1', 'conflicting_report', 'open', '2026-01-04T00:00:00Z'],
      ['case_5', 'instr_1', 'conflicting_settlement', 'open', '2026-01-05T00:00:00Z'],
      ['case_6', 'instr_2', 'conflicting_report', 'open', '2026-01-06T00:00:00Z'],
    ] as const;
    for (const [id, instruction, kind, state, at] of cases) {
      await database.query(insert, [id, instruction, kind, JSON.stringify({ of: id }), state, at]);
    }
    const unreadable = [
      { type: 'amount', expected: 1, actual: 2 },
      { type: 'fx_math', expected: null, actual: 920 },
    ];
    await database.query(
      `insert into settlements (instruction_id, report_id, body_hash, confirmed_at, confirmation, reconciliation,
         recorded_at) values ('instr_1', 'rep_1', '', now(), $1, $2, now())`,
      [
        JSON.stringify({ exchangeRate: { rate: 1e308 } }),
        JSON.stringify({ status: 'mismatched', discrepancies: unreadable }),
      ],
    );
    await oneOpenCase(database.builder);
    expect(await database.query('select reconciliation from settlements')).toEqual([
      {
        reconciliation: {
          status: 'mismatched',
          discrepancies: [unreadable[0], { type: 'fx_unverifiable', expected: '1e-9..1e9', actual: 1e308 }],
        },
      },
    ]);
    const merged = await database.query(`select id, state, count, last_report_id, last_detail ->> 'of' as last_of,
      close_reason from reconciliation_cases order by id`);
    const row = (id: string, state: string, count: number, last: string, close_reason: string | null) => ({
      ...{ id, state, count, last_report_id: last, last_of: last, close_reason },
    });
    expect(merged).toEqual([
      row('case_1', 'closed', 1, 'case_1', null),
      row('case_2', 'open', 3, 'case_4', null),
      row('case_3', 'closed', 1, 'case_3', 'counted by case_2'),
      row('case_4', 'closed', 1, 'case_4', 'counted by case_2'),
      row('case_5', 'open', 1, 'case_5', null),
      row('case_6', 'open', 1, 'case_6', null),
    ]);
  });
});

describe('moot cancellations', () => {
  it('are refused once the payment has failed, and no other', async () => {
    await insertPartner(database, 'ptn_2');
    await insertInstructions(database, { prefix: 'moot_', count: 4, partner: 'ptn_2' });
    const ask = `update payment_instructions set version = 2, status = $2,
      cancellation = jsonb_build_object('status', $3::text, 'reason', 'twice', 'requestedAt', '2026-01-01T00:00:00Z')
      where id = $1`;
    await database.query(ask, ['moot_1', 'failed', 'requested']);
    await database.query(ask, ['moot_2', 'submitted', 'requested']);
    await database.query(ask, ['moot_3', 'failed', 'refused']);
    await database.query(`update payment_instructions set version = 2, status = 'failed' where id = 'moot_4'`);
    const before = 'select * from payment_instructions order by id';
    const rows = await database.query<{ id: string; cancellation: object; version: number }>(before);
    await mootCancellations(database.builder);
    expect(await database.query(before)).toEqual(
      rows.map((row) =>
        row.id === 'moot_1' ? { ...row, version: 3, cancellation: { ...row.cancellation, status: 'refused' } } : row,
      ),
    );
    await mootCancellations(database.builder);
    expect(await database.query(`select version from payment_instructions where id = 'moot_1'`)).toEqual([
      { version: 3 },
    ]);
  });
});

describe('custom endpoint limits', () => {
  it('are an object, and none of a key that names none', async () => {
    await database.query(`insert into api_keys (id, kind, hash, hint) values ('key_1', 'operator', 'x', '')`);
    const read = () => database.query('select custom_endpoint_limits from api_keys');
    expect(await read()).toEqual([{ custom_endpoint_limits: {} }]);
    for (const wrong of ['[]', '5', 'null', '"track=5"']) {
      await expect(database.query('update api_keys set custom_endpoint_limits = $1', [wrong])).rejects.toThrow();
    }
    await database.query('update api_keys set custom_endpoint_limits = $1', ['{"track": 5}']);
    expect(await read()).toEqual([{ custom_endpoint_limits: { track: 5 } }]);
  });
});

describe('reasons of failovers', () => {
  it('lose the words of the partner, and all others stay', async () => {
    await insertPartner(database, 'ptn_3');
    await insertInstructions(database, { prefix: 'over_', count: 2, partner: 'ptn_3' });
    const message = (words: string) => `north rejected the payment${words}; the next route was taken.`;
    const ranked = { code: 'ranked', message: 'It has priority 1.' };
    const reasons = (words: string) => [{ code: 'failover', message: message(words) }, ranked];
    const set = 'update payment_instructions set version = 2, route_reasons = $2 where id = $1';
    await database.query(set, ['over_1', JSON.stringify(reasons(' (Account of "Zhadrek" (retail) is closed)'))]);
    await database.query(set, ['over_2', JSON.stringify([ranked])]);
    await database.query(
      `insert into idempotency_keys (scope, operation, key, body_hash, claimed_until, status_code, body, created_at)
       values ('acc_1', 'createPaymentInstruction', 'over', '', now(), 201, $1, now())`,
      [JSON.stringify({ reasons: reasons(' (Account of "Zhadrek" is closed)') })],
    );
    await failoverReasons(database.builder);
    expect(
      await database.query(
        `select id, version, route_reasons as reasons from payment_instructions where id like 'over_%' order by id`,
      ),
    ).toEqual([
      { id: 'over_1', version: 3, reasons: reasons('') },
      { id: 'over_2', version: 2, reasons: [ranked] },
    ]);
    const [stored] = await database.query<{ body: string }>(`select body from idempotency_keys where key = 'over'`);
    expect(JSON.parse(stored?.body ?? '')).toEqual({ reasons: reasons('') });
  });
});

describe('done cancellations', () => {
  it('are those of payments that a partner cancelled after it had refused to, alone', async () => {
    await insertPartner(database, 'ptn_done');
    await insertInstructions(database, { prefix: 'done_', count: 4, partner: 'ptn_done' });
    const ask = `update payment_instructions set version = 1, status = $2,
      cancellation = jsonb_build_object('status', $3::text, 'reason', null, 'requestedAt', '2026-11-20T09:00:00Z') where id = $1`;
    // Of them only the answers matter here, not the reports that led to them.
    await database.query('alter table payment_instructions disable trigger payment_dispatch');
    await database.query(ask, ['done_1', 'cancelled', 'refused']);
    await database.query(ask, ['done_2', 'cancelled', 'cancelled']);
    await database.query(ask, ['done_3', 'accepted', 'refused']);
    await database.query(`update payment_instructions set version = 1, status = 'cancelled' where id = 'done_4'`);
    await database.query('alter table payment_instructions enable trigger payment_dispatch');
    const before = `select * from payment_instructions where id like 'done_%' order by id`;
    const rows = await database.query<{ id: string; cancellation: object }>(before);
    await doneCancellations(database.builder);
    expect(await database.query(before)).toEqual(
      rows.map((row) =>
        row.id === 'done_1' ? { ...row, version: 2, cancellation: { ...row.cancellation, status: 'cancelled' } } : row,
      ),
    );
  });
});
