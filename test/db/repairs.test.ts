import { newId } from '../../lib/ids';
import { insertInstruction } from '../../db/payments/instruction/create-instruction';
import { readOpenPayments } from '../../db/repairs/open-payments';
import { recordRepair } from '../../db/repairs/record';
import { readMaybeStopped, type Stoppable, type Visited } from '../../db/repairs/stopped';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertDispatch, insertInstructions, insertPartner } from '../support/rows';
import { newInstruction } from '../interleavings/operation';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const id of ['ptn_1', 'ptn_a', 'ptn_b']) await insertPartner(database, id);
});

/** @returns id of a payment whose client has asked for its cancellation, and that has rested since */
async function restingPayment(): Promise<string> {
  const id = newId('instruction');
  await insertInstruction(database, newInstruction(id), null);
  await database.query(
    `update payment_instructions set version = version + 1, cancellation = '{"status": "requested"}',
       last_updated_at = now() - interval '2 days' where id = $1`,
    [id],
  );
  return id;
}

/** @returns whether what was repaired so often, and so long ago at last, is looked at */
async function isLookedAt(kind: Stoppable, attempts: number, secondsAgo: number): Promise<boolean> {
  const id = await restingPayment();
  await database.query(
    `insert into repairs (kind, subject, attempts, last_at)
     values ($4, $1, $2, now() - make_interval(secs => $3))`,
    [id, attempts, secondsAgo, kind],
  );
  if (kind === 'payment') {
    const payments = await readOpenPayments(database, { after: '', limit: 100 });
    return payments.some((payment) => payment.id === id && payment.isDue);
  }
  const rows = await readMaybeStopped(database, kind, { after: null, limit: 100 });
  return rows.some((row) => row.id === id);
}

describe('a workflow that stops again and again', () => {
  it.each([
    [1, 20, false],
    [1, 40, true],
    [2, 40, false],
    [2, 70, true],
    [4, 200, false],
    [4, 250, true],
    [30, 3_500, false],
    [30, 3_700, true],
  ])('begun again %i times, the last time %i s ago, is looked at: %s', async (attempts, secondsAgo, expected) => {
    expect(await isLookedAt('payment', attempts, secondsAgo)).toBe(expected);
  });
});

describe('a workflow that should be running', () => {
  /** @returns ids of what is looked at among rows that began so many seconds ago, by their names */
  async function lookedAt(kind: Visited, ages: Record<string, number>, insert: string): Promise<string[]> {
    for (const [id, seconds] of Object.entries(ages)) {
      await database.query('insert into accounts (id, name) values ($1, $1) on conflict do nothing', [id]);
      await database.query(insert, [id, seconds]);
    }
    const rows = await readMaybeStopped(database, kind, { after: null, limit: 100 });
    return rows.map(({ id }) => id).filter((id) => id in ages);
  }

  it('is that of a document which is being made for a minute, and of none that is made', async () => {
    const ages = { doc_old_generating: 65, doc_new_generating: 55, doc_old_failed: 65 };
    const insert = `insert into documents
        (id, account_id, environment, request_id, type, number, locale, status, created_at, expires_at, finished_at)
      select $1, $1, 'test', '', 'packing_list', '1', 'en', status, now() - make_interval(secs => $2), now(),
        case status when 'failed' then now() end
      from (select split_part($1::text, '_', 3) as status) named`;
    expect(await lookedAt('document', ages, insert)).toEqual(['doc_old_generating']);
  });

  it('is that of a recovery which runs for a minute, and of none that is completed', async () => {
    const ages = { rec_old_running: 65, rec_new_running: 55, rec_old_completed: 65 };
    const insert = `with endpoint as (
        insert into webhook_subscriptions (id, account_id, environment, url, events, secret_sealed, created_at)
        values ($1, $1, 'test', 'https://example.com', '{*}', '', now()))
      insert into webhook_recoveries (id, account_id, environment, webhook_id, since, until, status, events, created_at)
      values ($1, $1, 'test', $1, now(), now(), split_part($1::text, '_', 3), 1, now() - make_interval(secs => $2))`;
    expect(await lookedAt('recovery', ages, insert)).toEqual(['rec_old_running']);
  });
});

/** Source: docs/GAPS.md#P18 */
describe('the workflow of a batch', () => {
  it('is looked at while the batch is worked on, a minute after the last step', async () => {
    const insert = async (id: string, status: string, seconds: number): Promise<void> => {
      await database.query('insert into accounts (id, name) values ($1, $1)', [id]);
      await database.query(
        `insert into payment_batches (id, account_id, environment, request_id, mode, is_strict, pace, status, total,
           created_at, worked_at, finished_at)
         values ($1, $1, 'test', '', 'valid_only', false, '{}', $2, 1, now(), now() - make_interval(secs => $3),
           case when $2 = 'completed' then now() end)`,
        [id, status, seconds],
      );
    };
    await insert('bat_old', 'making', 65);
    await insert('bat_new', 'making', 55);
    await insert('bat_cancelling', 'cancelling', 70);
    await insert('bat_deciding', 'deciding', 80);
    await insert('bat_completed', 'completed', 65);
    const rows = await readMaybeStopped(database, 'batch', { after: null, limit: 100 });
    expect(rows.map(({ id }) => id)).toEqual(['bat_deciding', 'bat_cancelling', 'bat_old']);
  });
});

/** Source: docs/GAPS.md#P7 */
describe('a cancellation that stays unanswered', () => {
  it.each([
    [1, 290, false],
    [1, 310, true],
    [2, 310, false],
    [2, 610, true],
    [30, 14_300, false],
    [30, 14_500, true],
  ])('asked for %i times more, the last time %i s ago, is asked for again: %s', async (attempts, secondsAgo, due) => {
    expect(await isLookedAt('cancellation', attempts, secondsAgo)).toBe(due);
  });

  it('is shown to people after a day', async () => {
    const id = await restingPayment();
    const flags = () =>
      database.query<{ kind: string }>('select kind from operator_flags where subject = $1 and cleared_at is null', [
        id,
      ]);
    for (let times = 0; times < 10; times += 1) await recordRepair(database, 'cancellation', id);
    expect(await flags()).toEqual([]);
    await recordRepair(database, 'cancellation', id);
    expect(await flags()).toEqual([{ kind: 'cancellation_unanswered' }]);
  });
});

/** Temporal knows for a day that a partner was asked. Source: docs/GAPS.md#recalls */
describe('a question to a partner', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

  /** @returns ids of the questions about an instruction that are looked at */
  async function questionsAbout(instructionId: string): Promise<string[]> {
    const rows = await readMaybeStopped(database, 'question', { after: null, limit: 100 });
    return rows.map(({ id }) => id).filter((id) => id.split('/')[1] === instructionId);
  }

  /** @returns id of a payment whose settled money was asked back so long ago */
  async function recalled(hours: number): Promise<string> {
    const prefix = newId('instruction');
    await insertInstructions(database, { prefix, count: 1, partner: 'ptn_1' });
    const id = `${prefix}1`;
    await insertDispatch(database, id);
    const recall = { status: 'requested', reasonCode: 'DUPL', requestedAt: hoursAgo(hours).toISOString() };
    await database.query(
      `update payment_instructions set version = version + 1, status = 'settled', recall = $2 where id = $1`,
      [id, JSON.stringify(recall)],
    );
    return id;
  }

  /** @returns id of a payment that another partner has, with a case of what its earlier one said */
  async function left(detail: object, hours = 1): Promise<string> {
    const prefix = newId('instruction');
    await insertInstructions(database, { prefix, count: 1, partner: 'ptn_1' });
    const said = { current: 'submitted', reported: 'processing', partnerId: 'ptn_a', ...detail };
    await database.query(
      `insert into reconciliation_cases (id, instruction_id, report_id, kind, detail, created_at, last_seen_at, last_report_id, last_detail)
       values ($1, $2, $1, 'earlier_partner', $3, $4, $4, $1, $3)`,
      [newId('reconciliationCase'), `${prefix}1`, JSON.stringify(said), hoursAgo(hours)],
    );
    return `${prefix}1`;
  }

  /** Has a partner say something of a payment that contradicts what is known of it, or not. */
  async function say(id: string, partnerId: string, status: string, hours: number): Promise<void> {
    await database.query(
      `insert into partner_reports (id, instruction_id, partner_id, kind, dedupe_key, body_hash, status, effective_at,
         disposition, previous_status, resulting_status, recorded_at)
       values ($1, $2, $3, 'status', $1, '', $4, $5, $6, 'submitted', 'submitted', $5)`,
      [newId('report'), id, partnerId, status, hoursAgo(hours), status === 'failed' ? 'stale' : 'conflicting'],
    );
  }

  it('for settled money is looked at until Temporal may have forgotten that it was answered', async () => {
    const [recent, old] = [await recalled(22), await recalled(23.5)];
    expect(await questionsAbout(recent)).toEqual([`recall/${recent}`]);
    expect(await questionsAbout(old)).toEqual([]);
  });

  it('to stop is looked at as long', async () => {
    const [recent, old] = [await left({ kind: 'submission' }, 22), await left({ kind: 'submission' }, 23.5)];
    expect(await questionsAbout(recent)).toEqual([`stop/${recent}/ptn_a`]);
    expect(await questionsAbout(old)).toEqual([]);
  });

  it('to stop that was answered by a refusal is asked no more', async () => {
    const id = await left({ kind: 'cancellation' });
    expect(await questionsAbout(id)).toEqual([]);
    await say(id, 'ptn_a', 'processing', 1);
    expect(await questionsAbout(id)).toEqual([]);
  });

  it('to stop is one to each that a payment has left and that works on it, by its own last word', async () => {
    const id = await left({ kind: 'status', reported: 'failed', partnerId: 'ptn_b' });
    await say(id, 'ptn_a', 'accepted', 3);
    await say(id, 'ptn_a', 'processing', 2);
    await say(id, 'ptn_b', 'processing', 2);
    await say(id, 'ptn_b', 'failed', 1);
    await say(id, 'ptn_1', 'processing', 1);
    expect(await questionsAbout(id)).toEqual([`stop/${id}/ptn_a`]);
  });
});
