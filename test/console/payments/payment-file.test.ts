import { createUser } from '../../../db/auth/users';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase } from '../../support/database';
import { insertInstructions, insertPartner } from '../../support/rows';

const PASSWORD = 'nine blue herons at dawn';
const PAYMENTS = '/console/test/payments';

it("the account's list of payments is a file with the same filter, whose texts no spreadsheet runs", async () => {
  const database = await createTestDatabase();
  for (const partner of ['ptn_1', 'ptn_2']) {
    await insertPartner(database, partner);
    await insertInstructions(database, { prefix: `instr_${partner}_`, count: 3, partner });
  }
  await database.query(
    `update payment_instructions set client_reference = '=1+1', version = version + 1 where id = 'instr_ptn_1_2'`,
  );
  await database.query(
    `update payment_instructions set status = 'failed', version = version + 1 where id = 'instr_ptn_1_3'`,
  );
  const email = 'olga@example.com';
  const accountId = 'acc_ptn_1';
  await createUser(database, {
    email,
    name: 'Olga',
    role: 'viewer',
    accountId,
    password: PASSWORD,
    actor: 'command:test',
  });
  const viewer = new Person(createConsoleApp(database), '203.0.113.7');
  await viewer.logIn(email, PASSWORD);
  const linesOf = async (query: string): Promise<string[][]> => {
    const { status, text } = await viewer.get(`${PAYMENTS}/file${query}`);
    expect(status).toBe(200);
    return text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',').slice(0, 4));
  };
  expect(await linesOf('')).toEqual([
    ['id', 'reference', 'status', 'amount'],
    ['instr_ptn_1_3', '', 'failed', '1250.5'],
    ['instr_ptn_1_2', "'=1+1", 'submitted', '1250.5'],
    ['instr_ptn_1_1', '', 'submitted', '1250.5'],
  ]);
  expect((await linesOf('?status=failed')).map(([id]) => id)).toEqual(['id', 'instr_ptn_1_3']);
  expect((await viewer.get(`${PAYMENTS}/file?status=paid`)).status).toBe(400);
  expect((await viewer.get(`${PAYMENTS}?status=failed`)).text).toContain(`${PAYMENTS}/file?status=failed`);
});
