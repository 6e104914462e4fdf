import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every place where money can leave is in the table of docs/ARCHITECTURE.md, "Where money can leave". */
const ROOT = path.join(__dirname, '..', '..');
const ROOMS = ['activities', 'api', 'cli', 'console', 'db', 'domain', 'importers', 'process', 'workflows'];
const CALLS =
  'insertInstruction|createPayment|createBatchPayment|beginDispatch|decideDispatch|startAndWait|startPayment|resumePayment|signalOrResume';
/** A call, but not the definition of a function of that name, nor one of the demonstration's own. */
const CALL = new RegExp(`(?<!function )\\b(${CALLS})\\(`, 'g');
/** What has a waiting payment tried at once. */
const URGE = /topic: '(changed)', disposition: 'operator'/g;

const files = ROOMS.flatMap((room) =>
  readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${room}/${file.split(path.sep).join('/')}`),
).filter((file) => !file.startsWith('cli/demo/'));

function placesIn(file: string): string[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  return [CALL, URGE].flatMap((pattern) => [...source.matchAll(pattern)].map(([, name]) => `${file} ${name}`));
}

function section(): string {
  const [, text = ''] = readFileSync(path.join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8').split('## Where money can leave');
  return text.split('\n## ')[0] ?? '';
}

describe('money leaves', () => {
  it('by the places of the table alone', () => {
    const listed = [...section().matchAll(/^\| [^|]+ \| `([^`|]+\.ts)` \| `(\w+)` \|/gm)].map(
      ([, file, name]) => `${file} ${name}`,
    );
    expect([...new Set(files.flatMap(placesIn))].sort()).toEqual([...new Set(listed)].sort());
  });

  it('by one decision that begins a dispatch, and one insert', () => {
    const matching = (pattern: RegExp) =>
      files.filter((file) => pattern.test(readFileSync(path.join(ROOT, file), 'utf8')));
    expect(matching(/kind: 'begin' as const/)).toEqual(['domain/payments/decisions/dispatch.ts']);
    expect(matching(/insert into payment_instructions/)).toEqual(['db/payments/instruction/insert-sql.ts']);
  });

  it('under the conditions of the table, each with a code of its own', () => {
    const schema = readFileSync(path.join(ROOT, 'db/schema/11-payment-invariants.sql'), 'utf8');
    const [, body = ''] = schema.split('function check_leave_to_send()');
    const held = [...(body.split('end $$')[0] ?? '').matchAll(/errcode = '(CR\d+)'/g)].map(([, code]) => code);
    const listed = [...section().matchAll(/`check_leave_to_send` \(`(CR\d+)`\)/g)].map(([, code]) => code);
    expect(held).toEqual(listed);
  });
});
