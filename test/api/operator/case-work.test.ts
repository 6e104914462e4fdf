import { listAccountAuditEntries, listAuditEntries } from '../../../db/auth/audit-log';
import { MAX_NOTES } from '../../../domain/payments/review/case-work-schema';
import { insertInstructions, insertPartner, tablesThatName } from '../../support/rows';
import { startStack, type Answer, type Stack } from '../../support/stack';

const PAYMENTS = '/v1/operator/payments';
const PREFIX = `instr_${'0'.repeat(25)}`;

let stack: Stack;
let ana: string;
let ben: string;

beforeAll(async () => {
  stack = await startStack({ workers: false });
  await insertPartner(stack.database, 'ptn_1');
  const waitingReason = 'compliance_review';
  await insertInstructions(stack.database, { prefix: PREFIX, count: 4, partner: 'ptn_1', waitingReason });
  ana = await stack.createOperator();
  ben = await stack.createOperator('compliance');
});

const call = (method: string, path: string, key: string, body?: unknown): Promise<Answer> =>
  stack.call(method, `${PAYMENTS}/${path}`, { key, ...(body === undefined ? {} : { body }) });
const take = (number: number, key: string, body: object = {}): Promise<Answer> =>
  call('PUT', `${PREFIX}${number}/assignment`, key, body);
const giveBack = (number: number, key: string): Promise<Answer> => call('DELETE', `${PREFIX}${number}/assignment`, key);
const note = (number: number, key: string, text: string): Promise<Answer> =>
  call('POST', `${PREFIX}${number}/notes`, key, { note: text });

async function listed(key: string, assigned: string): Promise<unknown[]> {
  const path = `${PAYMENTS}?waiting=compliance_review&assigned=${assigned}`;
  const { status, body } = await stack.call('GET', path, { key });
  expect(status).toBe(200);
  return (body['data'] as { instructionId: string }[]).map(({ instructionId }) => instructionId.slice(-1));
}

async function actsOn(number: number): Promise<string[]> {
  const entries = await listAuditEntries(stack.database, null);
  return entries.filter(({ subject }) => subject === `${PREFIX}${number}`).map(({ act }) => act);
}

/** Source: docs/GAPS.md#case-work */
describe('an operator takes a payment', () => {
  it('and others see who has it, and take it over only if they say so', async () => {
    const taken = await take(1, ana);
    expect(taken.status).toBe(200);
    const { person } = taken.body as { person: { email: string } };
    expect((await call('GET', `${PREFIX}1`, ben)).body).toMatchObject({ assignment: { person } });
    const refused = await take(1, ben);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      error: { code: 'DUPLICATE', message: expect.stringContaining(person.email) as string },
    });
    expect((await take(1, ben, { takeOver: true })).status).toBe(200);
    expect(await actsOn(1)).toEqual(['payment.taken', 'payment.taken']);
    expect((await giveBack(1, ana)).status).toBe(409);
    expect((await giveBack(1, ben)).status).toBe(204);
    expect((await giveBack(1, ben)).status).toBe(204);
    expect((await call('GET', `${PREFIX}1`, ben)).body).toMatchObject({ assignment: null });
    expect(await actsOn(1)).toEqual(['payment.given_back', 'payment.taken', 'payment.taken']);
  });

  it('once, however often it is said', async () => {
    const first = await take(2, ana);
    expect((await take(2, ana)).body).toEqual(first.body);
    expect(await actsOn(2)).toEqual(['payment.taken']);
  });

  it('of those who take it at the same moment one gets it', async () => {
    const answers = await Promise.all([take(3, ana), take(3, ben)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await actsOn(3)).toEqual(['payment.taken']);
    await take(3, ben, { takeOver: true });
  });

  it('and lists name those of a person and those unassigned', async () => {
    expect(await listed(ana, 'mine')).toEqual(['2']);
    expect(await listed(ben, 'mine')).toEqual(['3']);
    expect(await listed(ana, 'unassigned')).toEqual(['1', '4']);
    const { status } = await stack.call('GET', `${PAYMENTS}?assigned=theirs`, { key: ana });
    expect(status).toBe(400);
  });

  it('but none that does not exist', async () => {
    expect((await take(9, ana)).status).toBe(404);
    expect((await giveBack(9, ana)).status).toBe(404);
    expect((await note(9, ana, 'who?')).status).toBe(404);
  });
});

/** Source: docs/GAPS.md#case-work */
describe('a note', () => {
  it('is read by operators, with its author and time, and stands in no table in plain text', async () => {
    const text = 'Ermintrude calls back\non Monday';
    const noted = await note(4, ben, text);
    expect(noted.status).toBe(201);
    const { body } = await call('GET', `${PREFIX}4`, ana);
    expect(body['notes']).toEqual([
      {
        noteId: noted.body['noteId'],
        notedBy: expect.stringContaining('@') as string,
        notedAt: noted.body['notedAt'],
        note: text,
      },
    ]);
    expect(await tablesThatName(stack.database, 'Ermintrude')).toEqual([]);
  });

  it('leaves no trace for the account', async () => {
    const acts = (await listAccountAuditEntries(stack.database, 'acc_ptn_1')).map(({ act }) => act);
    expect(acts).not.toContain('payment.noted');
    expect(acts).not.toContain('payment.taken');
    expect(await actsOn(4)).toEqual(['payment.noted']);
  });

  it('says something, in 1,500 characters', async () => {
    expect((await note(4, ana, ' \n ')).status).toBe(400);
    expect((await note(4, ana, 'x'.repeat(1_501))).status).toBe(400);
    expect((await note(4, ana, 'x'.repeat(1_500))).status).toBe(201);
  });

  it('is one of a hundred at most', async () => {
    await stack.database.query(
      `insert into payment_notes (id, instruction_id, author) select 'note_' || n, $1, 'command:test'
       from generate_series(1, $2::integer) as n`,
      [`${PREFIX}1`, MAX_NOTES - 1],
    );
    const answers = await Promise.all([note(1, ana, 'the last one'), note(1, ben, 'one too many')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  });
});
