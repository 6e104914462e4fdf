import { proveDispatch } from '../../../activities/payments/dispatch-proof';
import type { PaymentActivities } from '../../../activities/payments/payments';
import { DatabaseClock } from '../../../db/database-clock';
import { requestCancellation } from '../../../db/payments/dispatch/cancellation';
import { insertInstruction } from '../../../db/payments/instruction/create-instruction';
import { beginDispatch, recordUndelivered } from '../../../db/payments/dispatch/dispatch';
import { newId } from '../../../lib/ids';
import { openVault } from '../../../lib/vault';
import { newInstruction } from '../../interleavings/operation';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { activitiesOf } from '../../support/payment-worker';
import { insertPartner } from '../../support/rows';

const CALL = { attempt: 1, sends: 1 };
const REQUEST = { reason: null, audit: { actor: 'key_1', act: 'cancel', requestId: null, detail: {} } };

const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
let database: TestDatabase;
let activities: PaymentActivities;
/** Partners whose gate was asked. */
const entered: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
  const clock = new DatabaseClock(database);
  await clock.look();
  // The partner's settings lack its address: what is sent to it is blocked.
  activities = activitiesOf({
    ...{ database, vault, clock },
    gate: {
      enter(partnerId) {
        entered.push(partnerId);
        return Promise.resolve({ kind: 'held', reason: 'partner_outage', retryAfterMs: 60_000, isUnreachable: false });
      },
    },
  });
});

beforeEach(() => {
  entered.length = 0;
});

/** @returns a payment as a call to its partner has left it, whose client asked for its cancellation meanwhile */
async function withdrawnPayment(): Promise<string> {
  const id = newId('instruction');
  await insertInstruction(database, newInstruction(id), null);
  await beginDispatch(database, id, 'ptn_1');
  const { cancellation } = await requestCancellation(database, id, REQUEST);
  expect(cancellation.status).toBe('requested');
  return id;
}

async function stateOf(id: string): Promise<unknown> {
  const [row] = await database.query(
    `select status, cancellation ->> 'status' as cancellation,
       (select d.state from dispatches d where d.instruction_id = i.id) as dispatch
     from payment_instructions i where id = $1`,
    [id],
  );
  return row;
}

/** Neither a partner that is away nor a fault of ours keeps it waiting. Source: docs/GAPS.md#P7 */
describe('a payment that its client wants back, when it is to be sent', () => {
  it('is cancelled when no partner has it', async () => {
    const id = await withdrawnPayment();
    // As it was kept by a version that left it open.
    await database.query(`update dispatches set state = 'not_delivered' where instruction_id = $1`, [id]);
    expect(await activities.sendInstruction(id)).toMatchObject({ kind: 'moved', moved: { status: 'cancelled' } });
    expect(await stateOf(id)).toEqual({ status: 'cancelled', cancellation: 'cancelled', dispatch: 'not_delivered' });
    expect(entered).toEqual([]);
  });

  it('is asked about when the partner may have it', async () => {
    const id = await withdrawnPayment();
    expect(await activities.sendInstruction(id)).toMatchObject({
      kind: 'ambiguous',
      refusing: false,
      recorded: { attempt: 1, sends: 1 },
    });
    expect(await stateOf(id)).toEqual({ status: 'pending', cancellation: 'requested', dispatch: 'unknown' });
    expect(entered).toEqual([]);
  });

  it('waits for what keeps every other one when it was refused', async () => {
    const id = await withdrawnPayment();
    await database.query(`update dispatches set state = 'not_delivered' where instruction_id = $1`, [id]);
    await database.query(
      `update payment_instructions set version = version + 1, cancellation = '{"status": "refused"}' where id = $1`,
      [id],
    );
    expect(await activities.sendInstruction(id)).toEqual({ kind: 'blocked' });
    expect(await stateOf(id)).toMatchObject({ status: 'pending' });
  });
});

/** Only what has moved ends the inquiries and their ever longer pauses. Source: docs/GAPS.md#P14 */
describe('an inquiry whose answer moves nothing', () => {
  it('is made again: the partner that answers has the payment no more', async () => {
    const partner: TestPartner = await startTestPartner(database, vault, {
      name: 'left',
      async react() {
        await database.query(`update payment_instructions set partner_id = 'ptn_1' where partner_id = $1`, [
          partner.id,
        ]);
        return { status: 200, body: { partnerReference: 'L-1', status: 'accepted' } };
      },
    });
    const id = newId('instruction');
    await insertInstruction(database, newInstruction(id), null);
    await database.query('update payment_instructions set partner_id = $2 where id = $1', [id, partner.id]);
    await beginDispatch(database, id, partner.id);
    expect(await activities.inquireInstruction(id)).toMatchObject({ kind: 'ask_again' });
    expect(await stateOf(id)).toMatchObject({ status: 'pending' });
  });
});

/** @returns a payment at a partner that knows nothing of it, whose only call was given up a minute ago */
async function deniedPayment(): Promise<string> {
  const partner = await startTestPartner(database, vault, {
    name: 'forgetful',
    react: () => ({ status: 404, body: {} }),
  });
  const id = newId('instruction');
  await insertInstruction(database, newInstruction(id), null);
  await database.query('update payment_instructions set partner_id = $2 where id = $1', [id, partner.id]);
  await beginDispatch(database, id, partner.id);
  await recordUndelivered(database, id, CALL, { kind: 'unknown', fault: 'no answer', refusal: null });
  await database.query(
    `update dispatches set finished_at = finished_at - interval '1 minute' where instruction_id = $1`,
    [id],
  );
  return id;
}

/** Source: docs/GAPS.md#P14 */
describe('a pending payment that its workflow follows', () => {
  it('is shown to people once its partner has proven that it has it not, and is sent by their word alone', async () => {
    const id = await deniedPayment();
    const flags = () => database.query('select kind from operator_flags where subject = $1', [id]);
    await activities.checkSilence(id);
    expect(await flags()).toEqual([]);
    await database.query(
      `update dispatches set denied_at = denied_at - interval '1 minute' where instruction_id = $1`,
      [id],
    );
    expect(await activities.checkSilence(id)).toMatchObject({ moved: { status: 'pending' } });
    expect(await stateOf(id)).toMatchObject({ status: 'pending', dispatch: 'not_delivered' });
    expect(await flags()).toEqual([{ kind: 'partner_denies' }]);
  });
});

/** Source: docs/OPERATIONS.md, "Backups and restore" */
describe('a call that a workflow says was on record', () => {
  const FORGED = { attempt: 1, sends: 1, isTaken: true, mac: 'invented' };

  async function forgotten(): Promise<string> {
    const id = newId('instruction');
    await insertInstruction(database, newInstruction(id), null);
    return id;
  }

  it.each([
    ['an invented proof', FORGED],
    ['the proof of another payment', proveDispatch(vault, 'instr_other', CALL, true)],
  ])('with %s puts nothing on record, and nothing is sent', async (_name, recorded) => {
    const id = await forgotten();
    expect(await activities.inquireInstruction(id, recorded)).toEqual({ kind: 'ask_again' });
    expect(await stateOf(id)).toMatchObject({ status: 'pending', dispatch: null });
    const flags = await database.query('select kind from operator_flags where subject = $1', [id]);
    expect(flags).toEqual([{ kind: 'workflow_ahead' }]);
  });

  it('with a proof is in doubt again', async () => {
    const id = await forgotten();
    await activities.inquireInstruction(id, proveDispatch(vault, id, CALL, false)).catch(() => undefined);
    expect(await stateOf(id)).toMatchObject({ status: 'pending', dispatch: 'unknown' });
  });
});

describe('a payment that its client wants back while a call is under way', () => {
  it('is cancelled as soon as the call is known to have delivered nothing', async () => {
    const id = await withdrawnPayment();
    const { state } = await recordUndelivered(database, id, CALL, {
      kind: 'not_delivered',
      fault: 'ECONNREFUSED',
      next: null,
    });
    expect(state.status).toBe('cancelled');
    expect(await stateOf(id)).toEqual({
      status: 'cancelled',
      cancellation: 'cancelled',
      dispatch: 'not_delivered',
    });
  });
});
