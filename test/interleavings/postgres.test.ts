import { newId } from '../../lib/ids';
import { insertInstruction } from '../../db/payments/create-instruction';
import { beginDispatch, recordDelivered } from '../../db/payments/dispatch';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertPartner } from '../support/rows';
import { newInstruction } from './operations';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
});

afterAll(() => database.drop());

async function kept(): Promise<string> {
  const id = newId('instruction');
  await insertInstruction(database, newInstruction(id), null);
  return id;
}

async function sending(): Promise<string> {
  const id = await kept();
  await beginDispatch(database, id);
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
    const second = database.query(
      `insert into dispatches (instruction_id, attempt, partner_id, route_id, state, started_at)
       values ($1, 2, 'ptn_1', 'rt_ptn_1', 'sending', now())`,
      [id],
    );
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
    const { state } = await beginDispatch(database, id);
    const delivery = { attempt: 1, sends: 1, partnerReference: null, status: 'submitted' as const };
    await recordDelivered(database, state, delivery);
    const again = database.query(`update dispatches set state = 'sending' where instruction_id = $1`, [id]);
    await expect(again).rejects.toMatchObject({ code: 'CR005' });
  });
});
