import { actor } from '../../cli/actor';
import { listAuditEntries } from '../../db/auth/audit-log';
import { insertInstructions, insertPartner } from '../support/rows';
import { CommandLine } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';

const ACTOR = actor().id;

let database: TestDatabase;
let line: CommandLine;
beforeAll(async () => {
  database = await createTestDatabase();
  line = new CommandLine({ DATABASE_URL: database.url });
  await insertPartner(database, 'ptn_1');
  await insertInstructions(database, { prefix: 'instr_', count: 2, partner: 'ptn_1' });
  await database.query(`update payment_instructions set status = 'failed', version = version + 1 where id = 'instr_1'`);
});

const erasure = (...args: string[]) => line.run('erasure', 'run', ...args);

describe('corridor erasure run', () => {
  it('erases what it names, and says that there is nothing left when it is repeated', async () => {
    const typed = ['--instruction', 'instr_1', '--reason', 'request 17', '--json'];
    const first = JSON.parse((await erasure(...typed)).text) as unknown;
    expect(first).toMatchObject({ subject: 'instruction', id: 'instr_1', erased: true, removed: { payment: 1 } });
    const again = JSON.parse((await erasure(...typed)).text) as unknown;
    expect(again).toMatchObject({ erased: false, note: 'It was erased before; there was nothing left to erase.' });
    const entries = (await listAuditEntries(database, null)).map(({ actor, act, subject }) => [actor, act, subject]);
    expect(entries).toEqual([[ACTOR, 'payment.erased', 'instr_1']]);
  });

  it('refuses a payment that goes on, two subjects, an unknown one and an empty reason', async () => {
    for (const [args, words] of [
      [['--instruction', 'instr_2', '--reason', 'r'], 'The payment is submitted'],
      [['--instruction', 'instr_1', '--user', 'usr_1', '--reason', 'r'], 'Name one subject'],
      [['--document', 'doc_1', '--reason', 'r'], 'There is no document doc_1'],
      [['--shipment', 'shp_1', '--reason', ' '], 'Give a reason'],
    ] as const) {
      const { code, fault } = await erasure(...args);
      expect([code, fault]).toEqual([1, expect.stringContaining(words)]);
    }
  });
});
