import { randomUUID } from 'node:crypto';
import { archivingRule } from '../../db/archive/archive-payments';
import { eraseSubject } from '../../db/erasure/erase-subject';
import { applyRetention } from '../../db/retention/apply-retention';
import { OUTCOMES } from '../../domain/payments/instruction/status';
import { exportAccount } from '../../process/export-account';
import { resealEverything } from '../../db/reseal';
import { createUser } from '../../db/auth/users';
import { openOperatorDatabase } from '../../db/database';
import { instructionBody, settlementBody } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { CommandLine } from '../support/command-line';
import { createConsoleApp, Person } from '../support/console-app';
import { untilWaiting } from '../support/locks';
import { startTestPartner } from '../support/partner';
import { INSTRUCTIONS, instructionIdOf, PaymentScene } from '../support/payment-scene';

const PASSWORD = 'nine blue herons at dawn';

let scene: PaymentScene;
let operatorKey: string;
beforeAll(async () => {
  scene = await PaymentScene.open();
  operatorKey = await scene.stack.createOperator();
});

/** @returns how many payments moved of those that have not changed since just now */
async function archive(): Promise<number> {
  const counts = await applyRetention(scene.stack.database, { rules: [archivingRule(0)] });
  return counts['archivedPayments'] ?? 0;
}

async function settled(overrides: Record<string, unknown> = {}): Promise<string> {
  const id = await scene.create(overrides);
  expect((await scene.settle(id, settlementBody({ settlementReference: `S-${id}` }))).status).toBe(200);
  return id;
}

/** @returns the place of each row that is about a payment, such as `archive.dispatches` */
async function placesOf(id: string): Promise<string[]> {
  const [row] = await scene.stack.database.query<{ places: string[] }>(
    `select array(
       select place from (
         select 'public.payment_instructions' as place from payment_instructions where id = $1
         union all select 'archive.payment_instructions' from archive.payment_instructions where id = $1
         union all select 'public.dispatches' from dispatches where instruction_id = $1
         union all select 'archive.dispatches' from archive.dispatches where instruction_id = $1
         union all select 'public.settlements' from settlements where instruction_id = $1
         union all select 'archive.settlements' from archive.settlements where instruction_id = $1
         union all select distinct 'public.status_history' from status_history where instruction_id = $1
         union all select distinct 'archive.status_history' from archive.status_history where instruction_id = $1
       ) found order by place) as places`,
    [id],
  );
  return row?.places ?? [];
}

const THERE = ['dispatches', 'payment_instructions', 'settlements', 'status_history'];
const inPlace = (name: string): string[] => THERE.map((table) => `${name}.${table}`);

function get(path: string, key: string) {
  return scene.stack.call('GET', path, { key });
}

/** Source: docs/GAPS.md#archive */
describe('a payment in the archive', () => {
  it('is answered by its id as before, and is in no list', async () => {
    const id = await settled();
    const before = await scene.show(id);
    const reports = await get(`${INSTRUCTIONS}/${id}/reports`, scene.key);
    const seen = await get(`/v1/operator/payments/${id}`, operatorKey);
    const given = await get(`/api/v1/partner/instructions/${id}`, scene.partner.key);
    expect(given.status).toBe(200);
    expect(await archive()).toBeGreaterThanOrEqual(1);
    expect(await placesOf(id)).toEqual(inPlace('archive'));

    expect(await scene.show(id)).toEqual(before);
    expect((await get(`${INSTRUCTIONS}/${id}/reports`, scene.key)).body).toEqual(reports.body);
    expect((await get(`/v1/operator/payments/${id}`, operatorKey)).body).toEqual(seen.body);
    expect((await get(`/api/v1/partner/instructions/${id}`, scene.partner.key)).body).toEqual(given.body);
    const tracked = await get(`/api/v1/payments/track?instructionIds=${id},instr_${'0'.repeat(26)}`, scene.key);
    expect(tracked.body['data']).toMatchObject({
      instructions: [{ instructionId: id, status: 'settled' }],
      notFound: [`instr_${'0'.repeat(26)}`],
    });
    const narrowed = `/api/v1/payments/track?instructionIds=${id}&status=settled&updatedSince=2026-01-01T00:00:00Z`;
    expect((await get(narrowed, scene.key)).body['data']).toMatchObject({ instructions: [{ instructionId: id }] });
    const list = await get('/api/v1/payments/track', scene.key);
    expect(JSON.stringify(list.body)).not.toContain(id);
    // Looking changes nothing.
    expect(await placesOf(id)).toEqual(inPlace('archive'));
  });

  it('is nobody else’s', async () => {
    const id = await settled();
    await archive();
    const other = await scene.stack.createKey('other');
    expect((await get(`${INSTRUCTIONS}/${id}`, other)).status).toBe(404);
    expect((await get(`/api/v1/payments/track?instructionIds=${id}`, other)).body['data']).toMatchObject({
      notFound: [id],
    });
    const stranger = await startTestPartner(scene.stack.database, scene.stack.vault, { name: 'stranger' });
    const asked = [
      await scene.stack.call('POST', `${INSTRUCTIONS}/${id}/resubmit`, { key: other, body: {} }),
      await scene.stack.call('PUT', `${INSTRUCTIONS}/${id}/tracking-link`, { key: other }),
      await scene.stack.call('POST', `${INSTRUCTIONS}/${id}/cancel`, { key: other, body: {} }),
      await scene.stack.call('PUT', `${INSTRUCTIONS}/${id}/status`, {
        key: stranger.key,
        body: { status: 'returned', partnerReference: 'R-9' },
      }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await placesOf(id)).toEqual(inPlace('archive'));
  });

  it('is not paid again under its key, its reference or its UETR', async () => {
    const names = { clientReference: `ref-${randomUUID()}`, uetr: randomUUID() };
    const key = { 'Idempotency-Key': randomUUID() };
    const id = instructionIdOf(await scene.instruct(names, key));
    await scene.until(id, 'submitted');
    await scene.settle(id);
    await archive();
    // As after a restore of the keys alone, or for an operation whose keys are not kept.
    await scene.stack.database.query('delete from idempotency_keys where key = $1', [key['Idempotency-Key']]);
    const again = await scene.instruct(names, key);
    expect(again.status).toBe(201);
    expect(instructionIdOf(again)).toBe(id);
    expect((await scene.instruct(names, { 'Idempotency-Key': randomUUID() })).body['error']).toMatchObject({
      code: 'DUPLICATE',
      instructionId: id,
    });
    expect((await scene.instruct({ uetr: names.uetr })).body['error']).toMatchObject({
      code: 'DUPLICATE',
      instructionId: id,
    });
    const body = { mode: 'all_or_nothing', items: [instructionBody(), instructionBody(names)] };
    const batch = await scene.stack.call('POST', '/api/v1/payments/batches', { key: scene.key, body });
    expect(batch.status).toBe(400);
    expect((batch.body['error'] as { details: { field: string; message: string }[] }).details).toMatchObject([
      { field: 'items[1].clientReference', message: `was used for instruction ${id}` },
      { field: 'items[1].uetr' },
    ]);
    expect(scene.partner.submissions().filter(({ body: sent }) => sent.toString().includes(id))).toHaveLength(1);
  });

  it('comes back for a report of its partner, which is applied once', async () => {
    const id = await settled();
    await archive();
    const returned = { status: 'returned', partnerReference: 'R-1', details: { message: 'sent back' } };
    expect((await scene.report(id, returned)).body['data']).toMatchObject({ disposition: 'applied' });
    expect(await placesOf(id)).toEqual(inPlace('public'));
    expect(await scene.show(id)).toMatchObject({ status: 'returned' });
    expect((await scene.report(id, returned)).body['data']).toMatchObject({ disposition: 'duplicate' });
    const unmatched = await scene.stack.database.query('select from unmatched_reports where instruction_id = $1', [id]);
    expect(unmatched).toHaveLength(0);
  });

  it('comes back for a request of its client, and with those that it instructs again', async () => {
    const first = await scene.create();
    await scene.report(first, { status: 'failed', partnerReference: 'F-1' });
    const again = await scene.stack.call('POST', `${INSTRUCTIONS}/${first}/resubmit`, { key: scene.key, body: {} });
    const second = instructionIdOf(again);
    await scene.until(second, 'submitted');
    await scene.settle(second, settlementBody({ settlementReference: `S-${second}` }));
    expect(await archive()).toBeGreaterThanOrEqual(1);
    // The one that was instructed again goes in the pass after.
    await archive();
    expect(await placesOf(first)).toContain('archive.payment_instructions');
    const link = await scene.stack.call('PUT', `${INSTRUCTIONS}/${second}/tracking-link`, { key: scene.key });
    expect(link.status).toBe(201);
    expect(await placesOf(second)).toEqual(inPlace('public'));
    expect(await placesOf(first)).toContain('public.payment_instructions');
    const repeated = await scene.stack.call('POST', `${INSTRUCTIONS}/${first}/resubmit`, { key: scene.key, body: {} });
    expect(repeated.status).toBe(409);
  });

  it('is on its page, in the export of its account, and shown by the command', async () => {
    const id = await settled();
    await archive();
    const { database, vault, settings } = scene.stack;
    const [payment] = await database.query<{ accountId: string }>(
      'select account_id as "accountId" from archive.payment_instructions where id = $1',
      [id],
    );
    const accountId = payment?.accountId ?? '';
    const member = { email: 'olga@example.com', name: 'Olga', role: 'owner', accountId } as const;
    await createUser(database, { ...member, password: PASSWORD, actor: 'command:test' });
    const person = new Person(createConsoleApp(database, { vault }));
    await person.logIn(member.email, PASSWORD);
    const page = await person.get(`/console/test/payments/${id}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`S-${id}`);
    const source = { database, vault, publicUrl: '', now: () => new Date() };
    const exported: string[] = [];
    for await (const line of exportAccount(source, { accountId, environment: 'test' })) {
      if (line.startsWith('{"kind":"payment"') && line.includes(id)) exported.push(line);
    }
    expect(exported).toHaveLength(1);
    const command = new CommandLine({ DATABASE_URL: database.url, DATA_KEY: settings.dataKey ?? '' });
    expect((await command.run('payments', 'show', id, '--json')).said).toMatchObject({ id, status: 'settled' });
    expect((await command.run('archive', 'run', '--json')).said).toEqual({ archived: 0, months: 13 });
    expect((await command.run('archive', 'run', '--months', '12')).code).not.toBe(0);
  });

  it('is erased like any other, and sealed again with a new key', async () => {
    const [kept, erased] = [await settled(), await settled()];
    await archive();
    const { database } = scene.stack;
    const request = { subject: 'instruction', id: erased, reason: 'request 1', actor: 'command:test' } as const;
    expect(await eraseSubject(database, request)).toMatchObject({ kind: 'erased' });
    expect((await scene.show(erased)).beneficiary).toBeNull();
    const operator = openOperatorDatabase(database.url);
    closeAtEnd(() => operator.close());
    const resealed = await resealEverything(operator, scene.stack.vault);
    expect(resealed.map(({ table }) => table)).toContain('archive.payment_instructions');
    expect((await scene.show(kept)).status).toBe('settled');
  });
});

describe('the archive', () => {
  it('takes no payment about which something is open', async () => {
    const [open, flagged, doubted] = [await scene.create(), await settled(), await settled()];
    const { database } = scene.stack;
    await database.query(`insert into operator_flags (subject, kind, detail) values ($1, 'silence', '{}')`, [flagged]);
    // A second confirmation with other figures is a case.
    await scene.settle(doubted, settlementBody({ settlementReference: 'other', actualAmount: 1 }));
    expect(await scene.countCases(doubted)).toBe(1);
    await archive();
    for (const id of [open, flagged, doubted]) {
      expect(await placesOf(id)).toContain('public.payment_instructions');
    }
  });

  it('keeps out what is made while the payment of the same reference moves', async () => {
    const clientReference = `ref-${randomUUID()}`;
    const id = await settled({ clientReference });
    const { database } = scene.stack;
    const outcome = await database.transaction(async (client) => {
      await applyRetention(client, { rules: [archivingRule(0)] });
      const late = scene.instruct({ clientReference });
      await untilWaiting(database, 1);
      return { late };
    });
    expect((await outcome.late).body['error']).toMatchObject({ code: 'DUPLICATE', instructionId: id });
  });

  it('takes payments of the statuses that are outcomes', async () => {
    const [found] = await scene.stack.database.query<{ prosrc: string }>(
      "select prosrc from pg_proc where proname = 'archive_payments'",
    );
    const [, statuses = ''] = /i\.status in \(([^)]+)\)/.exec(found?.prosrc ?? '') ?? [];
    expect(statuses.replaceAll("'", '').split(', ')).toEqual(OUTCOMES);
  });

  it('has every column of what moves there', async () => {
    const rows = await scene.stack.database.query(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and table_name = any(archived_tables())
       except select table_name, column_name from information_schema.columns where table_schema = 'archive'`,
    );
    expect(rows).toEqual([]);
  });
});
