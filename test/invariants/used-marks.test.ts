import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.join(__dirname, '..', '..');
const ROOMS = ['db', 'activities', 'api', 'cli', 'console', 'importers', 'process'];

/** A look-up by what a payment may be named by once. */
const BY_MARK = /\b(client_reference|uetr|idempotency_key|quote_id|resubmission_of)(::\w+)?\s*(=|in\s*\(|~|like\b)/i;

/** Files whose look-ups need not see the archive, by the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'db/archive/archive-payments.ts': 'a payment that another one instructs again is moved together with it',
  'db/schema/25-archive.sql': 'the functions that move payments name the place that they move them from',
  'db/payments/batches/cancel-batch.ts': 'payments of a batch that is worked on, which ended a moment ago at most',
  'db/payments/batches/work-batch.ts': 'payments of a batch that is worked on, which ended a moment ago at most',
  'db/payments/dispatch/partner-instructions.ts': 'a list, which leaves the archive out',
  'db/payments/instruction/find-proposal.ts': 'proposals of the last day, which are not in the archive yet',
  'db/payments/instruction/list-instructions.ts': 'a list, which leaves the archive out',
  'db/payments/instruction/resubmission.ts': 'who instructs a payment again brings it back before',
  'db/payments/settlement/named-payments.ts': 'references of banks; whether one is free is not asked',
};

/** @returns string literals and templates of a source, or the statements of a file of SQL */
function textsOf(file: string): string[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  if (file.endsWith('.sql')) return source.split(/;\s*\n/);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node)) texts.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return texts;
}

const leavesOutArchive = (sql: string): boolean =>
  /\b(from|join) (public\.)?payment_instructions\b/.test(sql) && BY_MARK.test(sql) && !/archive\.|used_marks/.test(sql);

/** Source: docs/GAPS.md#archive, "Its keys and references stay used" */
describe('a look-up of payments by a key or a reference', () => {
  it('looks in the archive too, or says why not', () => {
    const files = ROOMS.flatMap((room) =>
      readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((name) => path.join(room, name)),
    );
    const sources = files.filter((file) => /\.(tsx?|sql)$/.test(file) && !file.startsWith('db/migrations'));
    const found = sources.filter((file) => textsOf(file).some(leavesOutArchive));
    expect(found.filter((file) => !(file in EXCEPTIONS))).toEqual([]);
    const users = sources.filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes('used_marks'));
    expect(users.sort()).toEqual([
      'db/grants.ts',
      'db/payments/batches/create-batch.ts',
      'db/payments/instruction/create-instruction.ts',
      'db/schema/25-archive.sql',
    ]);
  });

  it.each([
    'select id from payment_instructions where client_reference = $1',
    'select 1 from a join payment_instructions i on i.uetr = a.uetr',
  ])('is found: %s', (sql) => {
    expect(leavesOutArchive(sql)).toBe(true);
  });
});
