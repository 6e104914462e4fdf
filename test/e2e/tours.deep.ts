import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../../cli/embedded/ports';
import { DataDir } from '../../cli/place';
import { DOCUMENTS, hasPlaceholder, isOfCompose, ROOT, shellBlocksOf } from '../docs/shell-blocks';
import { closeAtEnd } from '../support/closing';

const LIMIT_MS = 600_000;

/** What a request of a tour was answered. */
interface Answered {
  /** The comment before the command. */
  comment: string;
  status: number;
  /** The body; the headers too, where the command prints them. */
  text: string;
}

/** Lines that another test runs, or that go on until somebody ends them; each with its reason. */
const LEFT_OUT: readonly { line: RegExp; why: string }[] = [
  { line: /^npm (start|test)\b/, why: 'test/e2e/up.deep.ts starts it, and this is the test' },
  { line: /^npx corridor (listen|events tail)/, why: 'goes on; test/cli runs it' },
  { line: /^npx corridor data pull /, why: 'asks the publishers; test/importers/pull-feeds.test.ts runs it' },
  { line: /^(file=|corridor backup )/, why: 'needs the client of Postgres; test/cli/backup.test.ts runs it' },
  { line: /^kubectl /, why: 'asks a cluster' },
  { line: /^npx corridor demo /, why: 'takes minutes; test/cli/demo.deep.ts runs it' },
  { line: /^CORRIDOR_SECRET=.*examples\/receiver/, why: 'goes on; test/api/docs/examples.test.ts runs it' },
];

/** The member at a path such as `data.fees.estimated` of what a request was answered. */
function memberAt(answered: Answered, where: string): unknown {
  const step = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return where.split('.').reduce<unknown>(step, JSON.parse(answered.text));
}

const says =
  (where: string, expected: unknown) =>
  (answered: Answered): void =>
    expect({ [where]: memberAt(answered, where) }).toEqual({ [where]: expected });

const saysAll =
  (...checks: ((answered: Answered) => void)[]) =>
  (answered: Answered): void =>
    checks.forEach((check) => check(answered));

const oneOf = (...values: string[]): unknown => expect.stringMatching(`^(${values.join('|')})$`) as unknown;
const anyOf = (type: unknown): unknown => expect.any(type) as unknown;

/** The guide that says of each command what it answers. */
const TOUR = 'docs/guides/tour.md';

/** What each of its comments promises of the answer to the command behind it. */
const PROMISES: Record<string, (answered: Answered) => void> = {
  'status is submitted (pending, with a waitingReason, where the machine is busy); fees.estimated is 6.25': saysAll(
    says('data.status', oneOf('submitted', 'pending')),
    says('data.fees.estimated', 6.25),
  ),
  'route is the chosen one, losingRoutes says why another was not; dateExplanation names weekends and holidays':
    saysAll(
      says('data.route.routeId', expect.stringMatching(/^rt_/)),
      says('data.losingRoutes', anyOf(Array)),
      says('data.settlementDetails.dateExplanation', anyOf(Object)),
    ),
  'disposition is applied; send it again, and it is duplicate': says('data.disposition', 'applied'),
  'reconciliation.status is mismatched: the fee is 99 instead of 6.25': says(
    'data.reconciliation.status',
    'mismatched',
  ),
  'statusHistory has each status with its time; settlementDetails.bankReference is S-1': saysAll(
    says('data.statusHistory', anyOf(Array)),
    says('data.settlementDetails.bankReference', 'S-1'),
  ),
  'summary.byStatus counts one settled': says('data.summary.byStatus.settled', 1),
  'transitions.settled.failed is conflicting: such a report becomes a case for a person': says(
    'data.transitions.settled.failed',
    'conflicting',
  ),
  'the account number must be an IBAN of 22 characters, and needs no swiftBic': ({ text }) => {
    expect(text).toContain('IBAN');
    expect(text).toContain('22');
  },
  'holidays: six days with names': ({ text }) => {
    const { data } = JSON.parse(text) as { data: { holidays: { name: string }[] } };
    expect(data.holidays.map(({ name }) => name.length > 0)).toEqual(Array.from({ length: 6 }, () => true));
  },
  'error.details names all five faults at once': ({ status, text }) => {
    const { error } = JSON.parse(text) as { error: { details: { field: string }[] } };
    expect([status, new Set(error.details.map(({ field }) => field)).size]).toEqual([400, 5]);
  },
  'each event with its schema and a sample': ({ text }) => {
    const { data } = JSON.parse(text) as { data: object[] };
    for (const one of data) expect(Object.keys(one)).toEqual(expect.arrayContaining(['schema', 'sample']));
  },
  'X-RateLimit-Limit is 100000: the plan is enterprise': ({ text }) =>
    expect(text).toMatch(/^x-ratelimit-limit: 100000\s*$/im),
  '610910 comes first, with the words that matched': says('data.results.0.code', '610910'),
  'mfnRate is 16.5, USMCA 0; coverage says how old the edition is': saysAll(
    says('data.tariffs.0.mfnRate', 16.5),
    says('data.tariffs.0.preferentialRates.USMCA', 0),
    says('data.coverage', anyOf(Object)),
  ),
  'totalDuties is 165; additional lists what may come on top, with applies null where that is not known': saysAll(
    says('data.tariff.totalDuties', 165),
    ({ text }) => expect(text).toContain('"applies":null'),
  ),
  'total is 1492.74: duty 134.4 on the CIF value of 1120, then VAT': says('data.total', 1492.74),
  'status is generated; generating, with downloadUrl null, where the machine is busy: then the loop waits for it': says(
    'data.status',
    oneOf('generated', 'generating'),
  ),
};

/** Answers that are no success, by the comment before their command. */
const REFUSED = new Map([['error.details names all five faults at once', 400]]);

/** Asks for the payment of the last answer until it is settled, for four minutes at most: a bank is asked once a minute. */
const UNTIL_SETTLED = `
id=$(grep -ho 'instr_[a-z0-9]*' calls/*/text | tail -1)
for _ in $(seq 480); do
  curl -s "$BASE/api/v1/payments/instructions/$id" -H "$AUTH" | grep -q '"status":"settled"' && break
  sleep 0.5
done
`;

let partnerPort: number;
let folder: string;
let calls: string;
let environment: NodeJS.ProcessEnv;

/** A `curl` before the real one: it prints what that prints, and keeps it with its status. */
function shimOfCurl(programs: string): void {
  const real = spawnSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).stdout.trim();
  if (real === '') throw new Error('The tours need curl (Debian: apt-get install curl).');
  const text = `#!/bin/bash
call=$(mktemp -d "${calls}/$(date +%s%N)-XXXX")
printf '%s' "$PROMISE" > "$call/comment"
${real} "$@" -w '%{stderr}%{http_code}' 2> "$call/status" | tee "$call/text"
exit "\${PIPESTATUS[0]}"
`;
  writeFileSync(path.join(programs, 'curl'), text);
  chmodSync(path.join(programs, 'curl'), 0o755);
}

/** A block as it is run: comments at the beginning of a line are kept for the command behind them. */
function runnable(text: string): string {
  const joined = text.split('\n').map((line) => {
    if (line.startsWith('# ')) return `export PROMISE=${JSON.stringify(line.slice(2)).replaceAll('$', '\\$')}`;
    if (LEFT_OUT.some(({ line: left }) => left.test(line)) || hasPlaceholder(line)) return ':';
    if (/examples\/(partner\.m|bank\.c)js/.test(line))
      return `PORT=${partnerPort} ${line.replace(/ +#.*$/, '')} > partner.log 2>&1 &`;
    return line.replace(':9900', `:${partnerPort}`);
  });
  return joined.join('\n');
}

function answersSince(count: number): Answered[] {
  const read = (call: string, name: string): string => readFileSync(path.join(calls, call, name), 'utf8');
  return readdirSync(calls)
    .sort()
    .slice(count)
    .map((call) => ({
      comment: read(call, 'comment'),
      status: Number(read(call, 'status').slice(-3)),
      text: read(call, 'text'),
    }));
}

/** Runs the blocks of a document in one shell, after the set-up of the quickstart where it needs that. */
function runDocument(document: string, after = ''): Answered[] {
  const blocks = shellBlocksOf(document).filter((block) => !isOfCompose(block));
  const [setUp] = shellBlocksOf('docs/guides/quickstart.md');
  const texts = [
    ...(document.startsWith('docs/guides/') && setUp ? [setUp.text] : []),
    ...blocks.map(({ text }) => text),
  ];
  const before = readdirSync(calls).length;
  // Each reader begins in a fresh clone: curl refuses to write a document over one that is there.
  const script = `rm -f -- *.pdf\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${texts.map(runnable).join('\n')}\n${after}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
  expect({ document, status, stdout: status === 0 ? '' : stdout, stderr: status === 0 ? '' : stderr }).toEqual({
    document,
    status: 0,
    stdout: '',
    stderr: '',
  });
  return answersSince(before);
}

beforeAll(async () => {
  partnerPort = await findFreePort();
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-tours-'));
  chmodSync(folder, 0o755);
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['package.json', 'cli', 'dist', 'docs', 'scripts', 'node_modules']) {
    symlinkSync(path.join(ROOT, name), path.join(folder, name));
  }
  calls = path.join(folder, 'calls');
  const programs = path.join(folder, 'programs');
  for (const made of [calls, programs]) mkdirSync(made);
  shimOfCurl(programs);
  environment = { ...process.env, PATH: `${programs}:${process.env['PATH'] ?? ''}`, PROMISE: '' };
  const child = spawn(
    process.execPath,
    ['dist/cli/main.js', 'up', '--no-story', '--port', String(await findFreePort())],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  closeAtEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
  const run = new DataDir(path.join(folder, '.corridor'));
  const isRunning = (async () => {
    for await (const line of createInterface({ input: child.stdout })) if (line.includes('Ctrl-C')) return;
    throw new Error('The service ended before it ran.');
  })();
  await isRunning;
  child.stdout.resume();
  expect(run.readRun()).not.toBeNull();
}, LIMIT_MS);

/** Guides that make a partner and pay through it, with its name. */
const PAID: readonly [document: string, partner: string][] = [
  ['docs/guides/partner.md', 'North'],
  ['docs/guides/first-bank.md', 'First bank'],
];

/** Other documents with a block of which something can be run. */
const OTHERS = DOCUMENTS.filter((document) => ![TOUR, ...PAID.map(([name]) => name)].includes(document)).filter(
  (document) => shellBlocksOf(document).some((block) => !isOfCompose(block) && /^[^:\n]/m.test(runnable(block.text))),
);

describe('a tour of a document', () => {
  it(
    'the guide: each command does what the comment before it says',
    () => {
      const answers = runDocument(TOUR);
      const promised = shellBlocksOf(TOUR).flatMap(({ text }) =>
        [...text.matchAll(/^# (.*)$/gm)].map(([, comment]) => comment ?? ''),
      );
      expect(promised.filter((comment) => !(comment in PROMISES))).toEqual([]);
      expect(Object.keys(PROMISES).filter((comment) => !promised.includes(comment))).toEqual([]);
      for (const comment of promised) {
        const answered = answers.find((one) => one.comment === comment);
        if (answered === undefined) throw new Error(`No request follows the comment "${comment}".`);
        PROMISES[comment]?.(answered);
      }
      const refused = answers.filter(({ status, comment }) => (REFUSED.get(comment) ?? 200) !== status && status > 299);
      expect(refused).toEqual([]);
    },
    LIMIT_MS,
  );

  it.each(OTHERS)(
    '%s: each command succeeds',
    (document) => expect(runDocument(document).filter(({ status }) => status > 299)).toEqual([]),
    LIMIT_MS,
  );

  it.each(PAID)(
    '%s: the partner that it makes takes the payment and settles it',
    (document, partner) => {
      const answered = runDocument(document, UNTIL_SETTLED).at(-1);
      const { data } = JSON.parse(answered?.text ?? '') as { data: { status: string; route: { partnerName: string } } };
      expect([data.status, data.route.partnerName]).toEqual(['settled', partner]);
    },
    LIMIT_MS,
  );

  it('docs/guides/first-bank.md has at most six blocks of commands', () => {
    expect(shellBlocksOf('docs/guides/first-bank.md').length).toBeLessThanOrEqual(6);
  });
});
