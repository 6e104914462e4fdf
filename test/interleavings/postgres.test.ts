import { newId } from '../../lib/ids';
import { insertInstruction } from '../../db/payments/instruction/create-instruction';
import { beginDispatch, recordDelivered } from '../../db/payments/dispatch/dispatch';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertDispatch, insertPartner } from '../support/rows';
import { newInstruction } from './operation';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
  await insertPartner(database, 'ptn_2');
  await insertPartner(database, 'ptn_live', { environment: 'live' });
});

async function kept(): Promise<string> {
  const id = newId('instruction');
  await insertInstruction(database, newInstruction(id), null);
  return id;
}

async function sending(): Promise<string> {
  const id = await kept();
  await beginDispatch(database, id, 'ptn_1');
  return id;
}

async function statusOf(id: string): Promise<string | undefined> {
  const [row] = await database.query<{ status: string }>('select status from payment_instructions where id = $1', [id]);
  return row?.status;
}

/** A statement past every rule of the program, as a mistake or a hand at the database would send it. */
function setStatus(id: string, status: string): Promise<unknown> {
  return database.query('update payment_instructions set status = $2, version = version + 1 where id = $1', [
    id,
    status,
  ]);
}

describe('Postgres itself', () => {
  it('lets nobody cancel a payment while it is being sent', async () => {
    const id = await sending();
    await expect(setStatus(id, 'cancelled')).rejects.toMatchObject({ code: 'CR004' });
    expect(await statusOf(id)).toBe('pending');
  });

  it('lets nobody begin a second live dispatch', async () => {
    const id = await sending();
    const second = insertDispatch(database, id, { state: 'sending', attempt: 2 });
    await expect(second).rejects.toMatchObject({ constraint: 'dispatches_one_live' });
  });

  it.each([
    ['failed', 'submitted'],
    ['cancelled', 'settled'],
  ])('lets nothing leave %s for %s', async (final, next) => {
    const id = await kept();
    await setStatus(id, final);
    await expect(setStatus(id, next)).rejects.toMatchObject({ code: 'CR002' });
    expect(await statusOf(id)).toBe(final);
  });

  it('takes no change of a payment without a new version', async () => {
    const id = await kept();
    const change = database.query(`update payment_instructions set status = 'failed' where id = $1`, [id]);
    await expect(change).rejects.toMatchObject({ code: 'CR001' });
  });

  it('takes no submitted payment that was never dispatched', async () => {
    await expect(setStatus(await kept(), 'submitted')).rejects.toMatchObject({ code: 'CR003' });
  });

  it('lets nobody begin to send a payment that is no longer pending', async () => {
    const id = await sending();
    await beginDispatch(database, id, 'ptn_1');
    const call = { attempt: 1, sends: 1, partnerId: 'ptn_1' };
    await recordDelivered(database, { instructionId: id }, { ...call, partnerReference: null, status: 'submitted' });
    const again = database.query(`update dispatches set state = 'sending' where instruction_id = $1`, [id]);
    await expect(again).rejects.toMatchObject({ code: 'CR005' });
  });

  it.each([
    ['no approval of two', 'waiting', []],
    ['one approval of two, whatever its state says', 'approved', [{ by: 'usr_1' }]],
    ['a rejection', 'rejected', [{ by: 'usr_1' }, { by: 'usr_2' }]],
  ])('lets nobody begin to send a payment with %s', async (_what, state, given) => {
    const id = await kept();
    const approval = { state, needed: 2, given };
    await database.query('update payment_instructions set approval = $2 where id = $1', [id, JSON.stringify(approval)]);
    await expect(insertDispatch(database, id, { state: 'sending' })).rejects.toMatchObject({ code: 'CR015' });
    const whole = { state: 'approved', needed: 2, given: [{ by: 'usr_1' }, { by: 'usr_2' }] };
    await database.query('update payment_instructions set approval = $2 where id = $1', [id, JSON.stringify(whole)]);
    await insertDispatch(database, id, { state: 'sending' });
  });

  it('lets nobody begin to send a payment whose payee is not confirmed', async () => {
    const id = await kept();
    const decided = (decision: string) =>
      database.query('update payment_instructions set payee_check = $2 where id = $1', [
        id,
        JSON.stringify({ decision }),
      ]);
    for (const decision of ['pending', 'withdrawn']) {
      await decided(decision);
      await expect(insertDispatch(database, id, { state: 'sending' })).rejects.toMatchObject({ code: 'CR020' });
    }
    await decided('released');
    await insertDispatch(database, id, { state: 'sending' });
  });

  it('lets nobody begin to send a payment that waits for a condition', async () => {
    const id = await kept();
    const until = (at: string) =>
      database.query('update payment_instructions set conditions = $2 where id = $1', [
        id,
        JSON.stringify({ items: [{ type: 'not_before', at }] }),
      ]);
    await until('2199-01-01T00:00:00Z');
    await expect(insertDispatch(database, id, { state: 'sending' })).rejects.toMatchObject({ code: 'CR021' });
    await until('2026-01-01T00:00:00Z');
    await insertDispatch(database, id, { state: 'sending' });
  });

  it('lets nobody begin to send a payment of a cancelled batch', async () => {
    const id = await kept();
    await database.query(
      `with b as (
         insert into payment_batches (id, account_id, environment, request_id, mode, is_strict, pace, total, status, created_at)
         select 'bat_1', account_id, environment, 'req_1', 'valid_only', false, '{}', 1, 'cancelling', now()
         from payment_instructions where id = $1 returning id)
       update payment_instructions set batch_id = b.id from b where payment_instructions.id = $1`,
      [id],
    );
    await expect(insertDispatch(database, id, { state: 'sending' })).rejects.toMatchObject({ code: 'CR019' });
    await database.query(`update payment_batches set status = 'making' where id = 'bat_1'`);
    await insertDispatch(database, id, { state: 'sending' });
  });

  /** Past every rule of the program: a second attempt, at the second partner. */
  const beginSecondAttempt = (id: string, partnerId = 'ptn_2') =>
    insertDispatch(database, id, { state: 'sending', attempt: 2, partner: partnerId });
  const endFirstAttempt = (id: string, state: string, sends: number) =>
    database.query('update dispatches set state = $2, sends = $3 where instruction_id = $1', [id, state, sends]);
  const goOver = (id: string) =>
    database.query(
      `update payment_instructions set partner_id = 'ptn_2', route_id = 'rt_ptn_2', version = version + 1 where id = $1`,
      [id],
    );

  it.each([
    ['rejected', 2],
    ['not_delivered', 1],
  ])('lets nobody begin another attempt after one that was %s in call %d', async (state, sends) => {
    const id = await sending();
    await endFirstAttempt(id, state, sends);
    await goOver(id);
    await expect(beginSecondAttempt(id)).rejects.toMatchObject({ code: 'CR011' });
  });

  it.each([
    ['rejected', 1],
    ['not_delivered', 0],
  ])('lets another attempt begin after one that was %s with %d calls that left', async (state, sends) => {
    const id = await sending();
    await endFirstAttempt(id, state, sends);
    await goOver(id);
    await expect(beginSecondAttempt(id)).resolves.toBeUndefined();
  });

  it('lets no earlier attempt begin again', async () => {
    const id = await sending();
    await endFirstAttempt(id, 'not_delivered', 0);
    await goOver(id);
    await beginSecondAttempt(id);
    await database.query(`update dispatches set state = 'rejected' where instruction_id = $1 and attempt = 2`, [id]);
    const again = database.query(`update dispatches set state = 'sending' where instruction_id = $1 and attempt = 1`, [
      id,
    ]);
    await expect(again).rejects.toMatchObject({ code: 'CR012' });
  });

  it('lets nothing be sent to another partner than the one of the route', async () => {
    const id = await sending();
    await endFirstAttempt(id, 'rejected', 1);
    await expect(beginSecondAttempt(id)).rejects.toMatchObject({ code: 'CR013' });
  });

  it('lets no payment leave a route that its client named, or its partner once it is submitted', async () => {
    const named = newId('instruction');
    await insertInstruction(database, { ...newInstruction(named), requestedRoute: { routeId: 'rt_ptn_1' } }, null);
    await expect(goOver(named)).rejects.toMatchObject({ code: 'CR014' });
    const submitted = await sending();
    await setStatus(submitted, 'submitted');
    await expect(goOver(submitted)).rejects.toMatchObject({ code: 'CR014' });
  });

  it('lets no payment go over to the other environment', async () => {
    const id = await kept();
    const live = database.query(
      `update payment_instructions set partner_id = 'ptn_live', route_id = 'rt_ptn_live', version = version + 1
       where id = $1`,
      [id],
    );
    await expect(live).rejects.toMatchObject({ code: '23503' });
  });
});
