import { spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isGenuine } from '../../docs/receivers/verify';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import { secretOf, signDelivery } from '../../domain/webhooks/signature';
import { newId } from '../../lib/ids';
import { describeWith } from '../support/tools';

const SNIPPETS = path.join(__dirname, '..', '..', 'docs', 'receivers');
const HARNESSES = path.join(__dirname, 'harnesses');
/** Compilers take their time on a busy machine. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-receivers-'));
  cpSync(SNIPPETS, folder, { recursive: true });
  cpSync(HARNESSES, folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Request {
  secret: string;
  id: string;
  timestamp: string;
  signature: string;
  body: Buffer;
}

/** A delivery of any kind of event as it is sent, to a receiver that knows one secret. */
function delivery(secrets: readonly [string, ...string[]], known: string, at: Date, index: number): Request {
  const type = EVENT_TYPES[index % EVENT_TYPES.length];
  if (type === undefined) throw new Error('there are no events');
  const event = { id: newId('event'), type: type.name, createdAt: new Date(), object: type.sample };
  const { body, headers } = signDelivery(event, secrets, at);
  const header = (name: string): string => headers[name] ?? '';
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header);
  return { secret: known, id: id ?? '', timestamp: timestamp ?? '', signature: signature ?? '', body };
}

/** The text with another digit or letter at a place, one that such a text may have there. */
function replaced(text: string, place: number): string {
  return text.slice(0, place) + (text[place] === '1' ? '2' : '1') + text.slice(place + 1);
}

/**
 * The same with one byte changed: of the body, the id, the timestamp, or the signature of the secret that the receiver
 * knows. The last letter of a signature has bits that mean nothing, and the other signature is nothing to this receiver.
 */
function flipped(request: Request, index: number): Request {
  const { body, id, timestamp, signature } = request;
  switch (index % 8) {
    case 0:
    case 1:
      return { ...request, id: replaced(id, randomInt(id.length)) };
    case 2:
    case 3:
      return { ...request, timestamp: replaced(timestamp, randomInt(timestamp.length)) };
    case 4:
    case 5: {
      const own = index % 2 === 0 ? 0 : signature.indexOf(' ') + 1;
      return { ...request, signature: replaced(signature, own + 'v1,'.length + randomInt(42)) };
    }
  }
  const changed = Buffer.from(body);
  const place = randomInt(changed.length);
  changed[place] = (changed[place] ?? 0) ^ (1 << randomInt(8));
  return { ...request, body: changed };
}

const EACH = 500;
const [old, fresh, stranger] = [0, 1, 2].map(() => secretOf(randomBytes(32)));

/** Requests with whether a receiver is to accept them: 1,000 during a rotation and 1,000 of them with a byte changed. */
function requests(): { request: Request; isAccepted: boolean }[] {
  const secrets = { old: String(old), fresh: String(fresh), stranger: String(stranger) };
  const now = new Date();
  const during = Array.from({ length: 2 * EACH }, (_, index) =>
    delivery([secrets.old, secrets.fresh], index % 2 === 0 ? secrets.old : secrets.fresh, now, index),
  );
  const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
  const whole = during[0];
  return [
    ...during.map((request) => ({ request, isAccepted: true })),
    ...during.map((request, index) => ({ request: flipped(request, index), isAccepted: false })),
    { request: delivery([secrets.fresh], secrets.fresh, now, 1), isAccepted: true },
    { request: delivery([secrets.fresh], secrets.old, now, 1), isAccepted: false },
    { request: delivery([secrets.old, secrets.fresh], secrets.stranger, now, 1), isAccepted: false },
    { request: delivery([secrets.fresh], secrets.fresh, ago(3_600), 1), isAccepted: false },
    { request: delivery([secrets.fresh], secrets.fresh, ago(-3_600), 1), isAccepted: false },
    ...(whole === undefined ? [] : [{ request: { ...whole, id: newId('event') }, isAccepted: false }]),
    ...(whole === undefined ? [] : [{ request: { ...whole, timestamp: 'now' }, isAccepted: false }]),
    ...(whole === undefined ? [] : [{ request: { ...whole, signature: 'v1,' }, isAccepted: false }]),
  ];
}

function run(command: string, ...args: string[]) {
  return (input: string): string => {
    const env = { ...process.env, GO111MODULE: 'off' };
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, input, env, maxBuffer: 1 << 26 });
    if (status !== 0) throw new Error(stderr.toString());
    return stdout.toString();
  };
}

function compiled(compile: (input: string) => string, check: (input: string) => string) {
  return (input: string): string => {
    compile('');
    return check(input);
  };
}

/** How each is run, and the word by which a machine is asked whether it has the language. */
const LANGUAGES = [
  { name: 'Python', probe: ['python3', '--version'], check: run('python3', 'check.py') },
  { name: 'Go', probe: ['go', 'version'], check: run('go', 'run', 'verify.go', 'check.go') },
  {
    name: 'Java',
    probe: ['javac', '-version'],
    check: compiled(run('javac', 'Verify.java', 'Check.java'), run('java', 'Check')),
  },
  { name: 'PHP', probe: ['php', '--version'], check: run('php', 'check.php') },
] as const;

function isHere([command, ...args]: readonly string[]): boolean {
  return spawnSync(String(command), args).status === 0;
}

describe('a receiver in TypeScript', () => {
  it('accepts what was signed for it and refuses one changed byte', () => {
    const wrong = requests().filter(({ request, isAccepted }) => {
      const { secret, id, timestamp, signature, body } = request;
      const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
      return isGenuine(secret, headers, body) !== isAccepted;
    });
    expect(wrong).toEqual([]);
  });
});

for (const { name, probe, check } of LANGUAGES) {
  describeWith(name, isHere(probe))(`a receiver in ${name}`, () => {
    it('accepts what was signed for it and refuses one changed byte', () => {
      const all = requests();
      const lines = all.map(({ request: { secret, id, timestamp, signature, body } }) =>
        [secret, id, timestamp, signature, body.toString('base64')].join('\t'),
      );
      const answers = check(`${lines.join('\n')}\n`)
        .trim()
        .split('\n');
      expect(answers).toHaveLength(all.length);
      expect(all.filter(({ isAccepted }, index) => answers[index] !== String(isAccepted))).toEqual([]);
    });
  });
}
