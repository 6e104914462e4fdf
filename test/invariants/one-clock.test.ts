import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.join(__dirname, '..', '..');

/** Their clocks are the ages of what they have read, which no decision sees. */
const CACHES = ['db/payments/routing/calendars.ts', 'db/payments/routing/routes.ts'];

/** What makes a change of a payment imports one of these; partners and their keys are no payments. */
const MAKES_CHANGES =
  /\/(change-payment|payments\/instruction\/change|payments\/decisions\/[a-z-]+|db\/payments\/[a-z]+\/(?!partners$)[a-z-]+)$/;

function filesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.posix.join(folder, name));
}

function importsOf(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) =>
    ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)
      ? [statement.moduleSpecifier.text]
      : [],
  );
}

const isDate = (node: ts.Node): boolean => ts.isIdentifier(node) && node.text === 'Date';

/** @returns whether an expression reads the clock of the process: `new Date()`, `Date()`, `Date.now` */
function readsClock(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return isDate(node.expression) && (node.arguments ?? []).length === 0;
  if (ts.isCallExpression(node)) return isDate(node.expression);
  return ts.isPropertyAccessExpression(node) && isDate(node.expression) && node.name.text === 'now';
}

/** @returns the lines at which a file reads the clock of the process */
function clockLines(source: ts.SourceFile): number[] {
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (readsClock(node)) lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

interface Judged {
  file: string;
  /** Whether it makes changes of payments, or reads what they are decided by. */
  makesChanges: boolean;
  lines: number[];
}

function judge(file: string, text: string): Judged {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const isOfPayments = file.startsWith('db/payments/') && !CACHES.includes(file);
  const makesChanges = isOfPayments || importsOf(source).some((name) => MAKES_CHANGES.test(name));
  return { file, makesChanges, lines: clockLines(source) };
}

/**
 * Times on which a proof about a payment rests are Postgres': a partner's word that it never received a payment counts by
 * seconds between moments that several processes write down. Source: docs/GAPS.md#P14
 */
describe('one clock for what is decided about a payment', () => {
  const judged = filesIn('db')
    .concat(filesIn('activities/').filter((file) => !/^activities\/(relay|webhooks|importers|documents)\//.test(file)))
    .map((file) => judge(file, readFileSync(path.join(ROOT, file), 'utf8')));

  it('is kept to wherever a change is made', () => {
    const makers = judged.filter(({ makesChanges }) => makesChanges);
    expect(makers.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        'activities/payments/failover.ts',
        'activities/payments/payment-questions.ts',
        'activities/payments/payments.ts',
        'db/compliance/rescreening.ts',
        'db/payments/dispatch/dispatch.ts',
        'db/payments/instruction/payment-state.ts',
      ]),
    );
    expect(makers.filter(({ lines }) => lines.length > 0)).toEqual([]);
  });

  it.each([
    ['a moment of the process', `export const at = new Date();`],
    ['its milliseconds', `export const at = new Date(Date.now());`],
    ['its text', `export const at = Date();`],
    ['its clock, given on', `export const clock = Date.now;`],
  ])('is missed by %s', (_name, line) => {
    const text = `import { changePayment } from '../payments/change-payment';\n${line}\n`;
    expect(judge('db/compliance/seeded.ts', text)).toMatchObject({
      makesChanges: true,
      lines: expect.arrayContaining([2]),
    });
    expect(judge('db/payments/seeded.ts', line)).toMatchObject({
      makesChanges: true,
      lines: expect.arrayContaining([1]),
    });
  });

  it('may be the moment that a report names', () => {
    expect(judge('db/payments/seeded.ts', `export const at = new Date(body.timestamp);`).lines).toEqual([]);
  });
});
