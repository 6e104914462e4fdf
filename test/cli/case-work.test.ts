import { listAuditEntries } from '../../db/auth/audit-log';
import { CommandLine } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createOperatorPerson } from '../support/operators';
import { insertInstructions, insertPartner } from '../support/rows';

let database: TestDatabase;
let line: CommandLine;
/** Addresses of two operators. */
let ann: string;
let ben: string;

beforeAll(async () => {
  database = await createTestDatabase();
  line = new CommandLine({ DATABASE_URL: database.url });
  await insertPartner(database, 'ptn_1');
  await insertInstructions(database, { prefix: 'instr_', count: 2, partner: 'ptn_1' });
  [ann, ben] = [
    `${await createOperatorPerson(database)}@example.com`,
    `${await createOperatorPerson(database)}@example.com`,
  ];
});

const payments = (as: string, ...args: string[]) => line.run('--as', as, 'payments', ...args);

/** Source: docs/GAPS.md#case-work */
describe('corridor payments take and give-back', () => {
  it('assigns a payment to the operator, and to another one only by --take-over', async () => {
    expect((await payments(ann, 'take', 'instr_1', '--json')).said).toMatchObject({ assignedTo: ann });
    const refused = await payments(ben, 'take', 'instr_1');
    expect([refused.code, refused.fault]).toEqual([1, expect.stringContaining(`${ann} works on this payment`)]);
    expect((await payments(ben, 'take', 'instr_1', '--take-over', '--json')).said).toMatchObject({ assignedTo: ben });
    expect((await payments(ann, 'give-back', 'instr_1')).code).toBe(1);
    expect((await payments(ben, 'give-back', 'instr_1', '--json')).said).toMatchObject({ assignedTo: null });
    const acts = (await listAuditEntries(database, null)).map(({ act, subject }) => `${act} ${subject}`);
    expect(acts.reverse()).toEqual(['payment.taken instr_1', 'payment.taken instr_1', 'payment.given_back instr_1']);
  });

  it('names what is missing: the operator, or the payment', async () => {
    expect((await line.run('payments', 'take', 'instr_1')).fault).toContain('Name the operator with --as');
    expect((await payments(ann, 'take', 'instr_none')).fault).toContain('There is no such payment');
  });
});

describe('corridor payments note', () => {
  it('stores the note sealed, and refuses one without words', async () => {
    const { said } = await payments(ann, 'note', 'instr_2', '--text', 'The bank calls back on Monday', '--json');
    expect(said).toMatchObject({ id: 'instr_2', noteId: expect.stringMatching(/^note_/) as unknown });
    const [row] = await database.query<{ row: string }>('select t::text as row from payment_notes t');
    expect(row?.row).toContain(String(said['noteId']));
    expect(row?.row).not.toContain('Monday');
    expect((await payments(ann, 'note', 'instr_2', '--text', ' ')).code).toBe(1);
  });
});
