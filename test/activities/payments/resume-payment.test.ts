import { proveDispatch } from '../../../activities/payments/dispatch-proof';
import { recordContradiction, type Knowledge } from '../../../activities/payments/resume-payment';
import { insertInstruction } from '../../../db/payments/instruction/create-instruction';
import { beginDispatch, recordDelivered } from '../../../db/payments/dispatch/dispatch';
import { newId } from '../../../lib/ids';
import { openVault } from '../../../lib/vault';
import { newInstruction } from '../../interleavings/operation';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertPartner } from '../../support/rows';

const CALL = { attempt: 1, sends: 1 };
const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
});

async function pendingPayment(): Promise<string> {
  const id = newId('instruction');
  await insertInstruction(database, newInstruction(id), null);
  return id;
}

async function submittedPayment(): Promise<string> {
  const id = await pendingPayment();
  await beginDispatch(database, id, 'ptn_1');
  const taken = { ...CALL, partnerId: 'ptn_1', partnerReference: 'P-1', status: 'submitted' } as const;
  await recordDelivered(database, { instructionId: id }, taken);
  return id;
}

const knows = (known: Partial<Knowledge>): Knowledge => ({
  ...{
    status: 'submitted',
    proofs: null,
    run: 'runs, and has it',
    runId: null,
    isOver: false,
    endedAt: null,
    partnerName: null,
  },
  ...known,
});
const flagsOf = (id: string) => database.query('select kind from operator_flags where subject = $1', [id]);
const dispatchesOf = (id: string) => database.query('select state from dispatches where instruction_id = $1', [id]);

/** Source: docs/OPERATIONS.md, "Backups and restore" */
describe('a workflow that was seen to know more than Postgres', () => {
  it('is shown to nobody once the row has caught up', async () => {
    const id = await submittedPayment();
    const found = await recordContradiction({ database, vault }, id, knows({}));
    expect(found).toEqual({ standing: null, isRecorded: false });
    expect(await flagsOf(id)).toEqual([]);
  });

  it('is shown while it knows more than the row', async () => {
    const id = await submittedPayment();
    expect(await recordContradiction({ database, vault }, id, knows({ status: 'accepted' }))).toMatchObject({
      standing: 'open',
    });
    expect(await flagsOf(id)).toEqual([{ kind: 'workflow_ahead' }]);
  });

  it.each([
    ['unknown', false],
    ['delivered', true],
  ])('has its dispatch put on record as %s where it proves so', async (state, isTaken) => {
    const id = await pendingPayment();
    const proofs = [proveDispatch(vault, id, CALL, isTaken)];
    expect(await recordContradiction({ database, vault }, id, knows({ proofs }))).toEqual({
      standing: 'open',
      isRecorded: true,
    });
    expect(await dispatchesOf(id)).toEqual([{ state }]);
  });

  it('has nothing put on record for a proof of another payment', async () => {
    const [id, other] = [await pendingPayment(), await pendingPayment()];
    const proofs = [proveDispatch(vault, other, CALL, true)];
    expect(await recordContradiction({ database, vault }, id, knows({ proofs }))).toEqual({
      standing: 'open',
      isRecorded: false,
    });
    expect(await dispatchesOf(id)).toEqual([]);
  });
});
