import { countAttention, listAttention, readOwnAttention } from '../../../../db/payments/review/attention';
import { setApprovals } from '../../../../db/administration/approvals';
import { openDatabase, type Database } from '../../../../db/database';
import { OPERATOR_ROLES } from '../../../../domain/auth/operator-roles';
import { closeAtEnd } from '../../../support/closing';
import { createTestDatabase, urlFor, type TestDatabase } from '../../../support/database';
import { createIndependent } from '../../../support/operators';
import { insertInstructions, insertPartner } from '../../../support/rows';

let database: TestDatabase;
/** As a process that sends notices reads it. */
let worker: Database;
let proposer: string;
let invited: string;
let other: string;

beforeAll(async () => {
  database = await createTestDatabase();
  worker = openDatabase(urlFor('worker', database.url), 2);
  closeAtEnd(() => worker.close());
  await insertPartner(database, 'north');
  await insertInstructions(database, {
    ...{ prefix: 'instr_h', count: 2, partner: 'north' },
    waitingReason: 'compliance_review',
  });
  [proposer = '', invited = '', other = ''] = (await Promise.all([1, 2, 3].map(() => createIndependent(database)))).map(
    ({ id }) => id,
  );
  await database.query('update users set invited_by = $2, invited_at = now() where id = $1', [invited, proposer]);
  await database.query(
    `insert into proposals (id, act, subject, role, request, before, after, proposed_by, proposed_person, expires_at)
     values ('prop_1', 'route.created', 'rt_1', 'administration', '{}', '{}', '{}', 'user:' || $1::text, $1, now() + interval '1 day')`,
    [proposer],
  );
  await database.query(
    `update payment_instructions set version = version + 1, compliance_hold = jsonb_build_object('state', 'review', 'proposal',
       jsonb_build_object('by', 'user:' || $1::text, 'person', $1::text, 'reason', 'no match', 'at', now()))
     where id = 'instr_h1'`,
    [proposer],
  );
});

const readerOf = (personId: string) => ({ personId, roles: OPERATOR_ROLES });

async function mineOf(personId: string): Promise<string[]> {
  const rows = await listAttention(database, { reader: readerOf(personId), isMineOnly: true, limit: 100 });
  const counted = (await countAttention(database, readerOf(personId))).reduce((sum, { mine }) => sum + mine, 0);
  const told = (await readOwnAttention(worker, readerOf(personId))).flatMap(({ ids }) => ids);
  expect([counted, told.length]).toEqual([rows.length, rows.length]);
  return rows.map(({ id }) => id).sort();
}

/** Source: docs/GAPS.md#decisions, docs/GAPS.md#A5 */
describe('what an operator may decide', () => {
  it('is not what the operator has proposed, nor what somebody has who made the login', async () => {
    expect(await mineOf(proposer)).toEqual(['instr_h2']);
    expect(await mineOf(invited)).toEqual(['instr_h2']);
    expect(await mineOf(other)).toEqual(['instr_h1', 'instr_h2', 'prop_1']);
  });

  it('is that of an invited person a day later, and of anybody once a proposed release has run out', async () => {
    await database.query(`update users set invited_at = now() - interval '25 hours' where id = $1`, [invited]);
    expect(await mineOf(invited)).toEqual(['instr_h1', 'instr_h2', 'prop_1']);
    await database.query(
      `update payment_instructions set version = version + 1,
         compliance_hold = jsonb_set(compliance_hold, '{proposal,at}', to_jsonb(now() - interval '25 hours'))
       where id = 'instr_h1'`,
    );
    expect(await mineOf(proposer)).toEqual(['instr_h1', 'instr_h2']);
  });

  it('is not an act whose proposer is gone, and a release that one person decides or that is proposed by nobody', async () => {
    const repropose = (at: string) =>
      database.query(
        `update payment_instructions set version = version + 1,
           compliance_hold = jsonb_set(compliance_hold, '{proposal,at}', to_jsonb(now() - $1::interval)) where id = 'instr_h1'`,
        [at],
      );
    await repropose('1 hour');
    expect(await mineOf(proposer)).toEqual(['instr_h2']);
    await setApprovals(database, { setting: 'release-approvals', count: 'one', actor: 'command:test' });
    expect(await mineOf(proposer)).toEqual(['instr_h1', 'instr_h2']);
    await setApprovals(database, { setting: 'release-approvals', count: 'two', actor: 'command:test' });
    await database.query('update users set disabled_at = now() where id = $1', [proposer]);
    expect(await mineOf(other)).toEqual(['instr_h1', 'instr_h2']);
    expect(await mineOf(invited)).toEqual(['instr_h1', 'instr_h2']);
  });

  it('has another id once a wait began anew or a release was proposed anew', async () => {
    const ids = async () => (await readOwnAttention(worker, readerOf(other))).flatMap((group) => group.ids).sort();
    const before = await ids();
    await database.query(
      `update payment_instructions set version = version + 1, waiting_since = now() where id = 'instr_h2'`,
    );
    const [first, second] = await ids();
    expect([first === before[0], second === before[1]]).toEqual([true, false]);
  });
});
