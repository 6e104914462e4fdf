import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase, type TestDatabase } from '../support/database';

const MODULE = pathToFileURL(path.join(__dirname, '..', '..', 'scripts', 'mutation', 'sql-mutants.mjs')).href;

interface Mutant {
  start: number;
  end: number;
  replacement: string;
}

/** @returns the text of each mutant; the module is loaded by a process of its own, since jest compiles no modules */
function mutantsOf(text: string): string[] {
  const script = `import { sqlMutants } from ${JSON.stringify(MODULE)};
    console.log(JSON.stringify(sqlMutants(${JSON.stringify(text)})));`;
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return (JSON.parse(told) as Mutant[]).map(
    ({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
  );
}

describe('mutants of a statement', () => {
  it('drop each condition, and keep its parameters', () => {
    const mutants = mutantsOf('select a from t where a = $1 and (b = $2 or c = $3) order by a');
    expect(mutants).toEqual([
      'select a from t where ((a = $1) or true) and (b = $2 or c = $3) order by a',
      'select a from t where a = $1 and (((b = $2 or c = $3)) or true) order by a',
      'select a from t where a = $1 and (b = $2 or ((c = $3) and false)) order by a',
    ]);
  });

  it('take locks away, turn comparisons and choose one side of coalesce', () => {
    expect(mutantsOf('select coalesce(a, $1) from t where b >= 1 for update skip locked')).toEqual([
      'select coalesce(a, $1) from t where ((b >= 1) or true) for update skip locked',
      'select coalesce(a, $1) from t where b > 1 for update skip locked',
      'select coalesce(a, $1) from t where b >= 1 for update',
      'select coalesce(a, $1) from t where b >= 1',
      'select (case when true then a else $1 end) from t where b >= 1 for update skip locked',
      'select (case when false then a else $1 end) from t where b >= 1 for update skip locked',
    ]);
  });

  it('leave ranges, words in quotes and what the program puts in as they are', () => {
    const mutants = mutantsOf("select a from t where a between 1 and 2 and b = 'x and y' and ${fits({ b: 1 })}");
    expect(mutants).toEqual([
      "select a from t where ((a between 1 and 2) or true) and b = 'x and y' and ${fits({ b: 1 })}",
      "select a from t where a between 1 and 2 and ((b = 'x and y') or true) and ${fits({ b: 1 })}",
      "select a from t where a between 1 and 2 and b = 'x and y' and ((${fits({ b: 1 })}) or true)",
    ]);
    expect(mutantsOf('What is not sent, and why.')).toEqual([]);
  });

  it('are statements that Postgres takes', async () => {
    const database: TestDatabase = await createTestDatabase();
    const text = `with due as (
        select o.id from outbox o left join accounts a on a.id = o.account_id and a.name is not null
        where o.lane = $1 and (o.leased_until is null or o.leased_until <= now() - interval '1 s')
          and exists (select from outbox p where p.id < o.id and p.topic is distinct from $2)
          and case when o.attempts > 1 and o.attempts < 9 then true else o.topic in ($2, 'x') end
        order by o.available_at desc, o.id limit 5 for update of o skip locked)
      select count(distinct due.id), coalesce(max(due.id), 0) as last from due where due.id not in (1, 2)`;
    const mutants = mutantsOf(text);
    expect(mutants.length).toBeGreaterThan(20);
    for (const mutant of mutants) await database.query(mutant, ['payments', 'payment.start']);
  });
});
