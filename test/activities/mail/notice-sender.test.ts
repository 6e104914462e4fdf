import { EventEmitter, once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { MAIL_SECONDS } from '../../../activities/mail/mail-server';
import { NoticeSender } from '../../../activities/mail/notice-sender';
import { writeLetter } from '../../../console/mail/letter';
import { findNoticeSetting, setNotices } from '../../../db/auth/notice-settings';
import { createUser } from '../../../db/auth/users';
import { setLanguage } from '../../../db/auth/user-languages';
import { openDatabase } from '../../../db/database';
import { eraseSubject } from '../../../db/erasure/erase-subject';
import { raiseFlag } from '../../../db/operator-flags';
import type { NoticeFrequency } from '../../../domain/auth/notices';
import { openVault } from '../../../lib/vault';
import { createLogger } from '../../../process/logger';
import { closeAtEnd } from '../../support/closing';
import { createConsoleApp, Person } from '../../support/console-app';
import { createTestDatabase, urlFor, type TestDatabase } from '../../support/database';
import { insertInstructions, insertPartner } from '../../support/rows';

const KEY = Buffer.alloc(32, 7).toString('base64');
const PASSWORD = 'nine blue herons at dawn';
const FROM = 'Corridor <notices@corridor.example>';
const LOGIN = { user: 'notices', password: 'a pass:word' };

/** What the server does with a mail: takes it, takes it and drops the connection without an answer, refuses the address or the mail by that code, or takes it once asked to. */
type Reaction = 'take' | 'drop' | { rcpt: number } | { data: number; text?: string } | { until: Promise<unknown> };

interface Received {
  to: string;
  text: string;
  header(name: string): string;
}

interface Inbox {
  mails: Received[];
  port: number;
  /** Reactions to the next mails; after them all are taken. */
  reactions: Reaction[];
  /** Resolves once the server has had so many mails in hand. */
  inHand(many: number): Promise<unknown>;
  close(): Promise<void>;
}

const refusal = (code: number, text = 'no'): Error => Object.assign(new Error(text), { responseCode: code });

function parse(to: string, raw: string): Received {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const header = (name: string): string =>
    (lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `)) ?? '').slice(name.length + 2);
  const body = rest.join('\n\n');
  const encoding = header('Content-Transfer-Encoding');
  const quoted = body
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));
  const text = encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8') : quoted;
  return { to, header, text: (encoding === '7bit' ? body : text).replaceAll('\r\n', '\n') };
}

/** A server that asks for a log-in. @param over of its options */
async function startServer(over: SMTPServerOptions = {}): Promise<Inbox> {
  const mails: Received[] = [];
  const reactions: Reaction[] = [];
  const hands = new EventEmitter();
  let begun = 0;
  const inHand = async (many: number): Promise<void> => {
    while (begun < many) await once(hands, 'mail');
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === LOGIN.user && password === LOGIN.password ? done(null, { user: username }) : done(refusal(535)),
    onRcptTo: (_address, _session, done) => {
      const [next] = reactions;
      if (typeof next !== 'object' || !('rcpt' in next)) return done();
      reactions.shift();
      done(refusal(next.rcpt));
    },
    ...over,
    onData: (stream, { envelope }: SMTPServerSession, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const next = reactions.shift() ?? 'take';
        begun += 1;
        hands.emit('mail');
        if (typeof next === 'object' && 'data' in next) return done(refusal(next.data, next.text));
        void Promise.resolve(typeof next === 'object' && 'until' in next ? next.until : null).then(() => {
          mails.push(parse(envelope.rcptTo.map(({ address }) => address).join(), Buffer.concat(chunks).toString()));
          if (next === 'drop') for (const socket of sockets) socket.destroy();
          else done();
        });
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  const sockets = new Set<Socket>();
  listening.on('connection', (socket) => sockets.add(socket));
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  closeAtEnd(close);
  return { mails, port, reactions, inHand, close };
}

let database: TestDatabase;
let count = 0;

/** A world of its own: an account with an owner who is told, and a mail server. */
async function newScene(frequency: NoticeFrequency = 'at_once', over?: SMTPServerOptions) {
  count += 1;
  const account = `bank${count}`;
  await insertPartner(database, account);
  const email = `olga${count}@example.com`;
  const userId = await createUser(database, {
    ...{ email, name: 'Olga', role: 'owner', accountId: `acc_${account}`, password: PASSWORD, actor: 'command:test' },
  });
  await setNotices(database, { userId, frequency });
  const inbox = await startServer(over);
  const lines: string[] = [];
  const worker = openDatabase(urlFor('worker', database.url), 2);
  closeAtEnd(() => worker.close());
  const context = {
    ...{ database: worker, vault: openVault(KEY), publicUrl: 'https://pay.example.com' },
    log: createLogger('info', 'test', { write: (line: string) => void lines.push(line) }),
    writeLetter: (...given: Parameters<typeof writeLetter>) => Promise.resolve(writeLetter(...given)),
  };
  const server = { host: '127.0.0.1', port: inbox.port, isTls: false, credentials: LOGIN };
  const newSender = (over: object = {}): NoticeSender =>
    new NoticeSender({ ...context, mail: { server: { ...server, ...over }, from: FROM } });
  const own = () => inbox.mails.filter(({ to }) => to === email);
  const wait = (prefix: string, many = 1): Promise<void> =>
    insertInstructions(database, {
      ...{ prefix: `instr_${account}${prefix}`, count: many, partner: account },
      waitingReason: 'compliance_review',
    });
  return { account, email, userId, inbox, lines, newSender, own, wait };
}

/** As if so much time had passed since the last mail and look. */
const pass = (userId: string) =>
  database.query('update notice_settings set next_at = now() where user_id = $1', [userId]);

beforeAll(async () => {
  database = await createTestDatabase();
});

/** What one test leaves is not sent in the next one. */
afterEach(() => database.query(`update notice_settings set frequency = 'off'`));

/** Source: docs/GAPS.md#mail */
describe('a notice by e-mail', () => {
  it('says how many of which kind wait and where, and no amount, payee or reference', async () => {
    const { newSender, own, wait, account, userId } = await newScene();
    await wait('a', 2);
    await database.query(
      `insert into webhook_subscriptions (id, account_id, environment, url, events, secret_sealed, failing_since, created_at)
       values ($1, $2, 'live', 'https://hooks.example.com/a', '{payment.settled}', '', now(), now())`,
      [`wh_${account}`, `acc_${account}`],
    );
    await newSender().look();
    const [mail, ...more] = own();
    expect(more).toEqual([]);
    expect(mail?.header('Subject')).toBe('Corridor: 3 things wait for you');
    expect(mail?.header('From')).toBe(FROM);
    const off = `https://pay.example.com/console/notices-off/${userId}/`;
    expect(mail?.text.replace(/(notices-off\/\w+\/)[\w-]+/, '$1')).toBe(
      [
        ...['This waits in Corridor:', ''],
        ...['Test: https://pay.example.com/console/test/payments?status=pending', '- 2 payments held for a review', ''],
        ...['Live: https://pay.example.com/console/live/decisions', '- 1 endpoint failing or switched off', ''],
        'Amounts and names are not in this mail. You chose these notices on the page “Security”. To turn them off:',
        ...[off, ''],
      ].join('\n'),
    );
  });

  it('is not sent again for the same, nor for more within 15 minutes, and later says all that waits', async () => {
    const { newSender, own, wait, userId } = await newScene();
    await wait('a');
    await newSender().look();
    await wait('b');
    await newSender().look();
    expect(own()).toHaveLength(1);
    for (let looks = 0; looks < 2; looks += 1) {
      await pass(userId);
      await newSender().look();
    }
    expect(own().map(({ text }) => /- (.*)/.exec(text)?.[1]?.trim())).toEqual([
      '1 payment held for a review',
      '2 payments held for a review',
    ]);
    expect(new Set(own().map(({ header }) => header('Message-ID'))).size).toBe(2);
  });

  it('is sent again for what had ended and waits again', async () => {
    const { newSender, own, wait, userId, account } = await newScene();
    await wait('a');
    await newSender().look();
    const hold = (reason: string | null) =>
      database.query(
        'update payment_instructions set waiting_reason = $2, version = version + 1 where account_id = $1',
        [`acc_${account}`, reason],
      );
    for (const reason of ['partner_outage', 'compliance_review']) {
      await hold(reason);
      await pass(userId);
      await newSender().look();
    }
    expect(own()).toHaveLength(2);
  });

  it('is sent again for a second question or hold that came before the next look', async () => {
    const { newSender, own, wait, userId, account } = await newScene();
    await wait('a');
    const change = async (sql: string): Promise<void> => {
      await database.query(`update payment_instructions set version = version + 1, ${sql} where account_id = $1`, [
        `acc_${account}`,
      ]);
      await pass(userId);
      await newSender().look();
    };
    const ask = (id: string): Promise<void> =>
      change(`information = jsonb_build_array(jsonb_build_object('id', '${id}', 'answeredAt', null))`);
    await ask('inf_1');
    await ask('inf_1');
    expect(own()).toHaveLength(1);
    await ask('inf_2');
    expect(own()).toHaveLength(2);
    await change('waiting_since = now()');
    expect(own()).toHaveLength(3);
  });

  it('is sent by one of two processes, also where the server takes its time', async () => {
    const { newSender, own, wait, inbox } = await newScene();
    await wait('a');
    let take = (): void => undefined;
    inbox.reactions.push({ until: new Promise<void>((resolve) => (take = resolve)) });
    const slow = newSender();
    const sending = slow.look();
    await inbox.inHand(1);
    await Promise.all([newSender().look(), slow.look()]);
    take();
    await sending;
    await newSender().look();
    expect(own()).toHaveLength(1);
  });

  it('waits for a server that is away, refuses the log-in or every mail, and is one mail then', async () => {
    const { newSender, own, wait, inbox, email, lines, userId } = await newScene();
    await wait('a');
    const fails = async (over: object, words: string): Promise<void> => {
      await newSender(over).look();
      expect(lines.join('')).toContain(`the mail server takes no mail: ${words}`);
      await pass(userId);
    };
    await fails({ port: 1 }, 'ESOCKET ECONNREFUSED CONN');
    await fails({ credentials: { ...LOGIN, password: 'wrong' } }, 'EAUTH AUTH PLAIN 535');
    // No address of the machine itself, as far as its name tells: the password would go out in clear text.
    await fails({ host: '0.0.0.0' }, 'ETLS STARTTLS');
    inbox.reactions.push({ data: 421 });
    await fails({}, 'EMESSAGE DATA 421');
    inbox.reactions.push({ data: 554, text: '5.7.1 the sender is not welcome' });
    await fails({}, 'EMESSAGE DATA 554');
    expect((await findNoticeSetting(database, userId)).refusedAt).toBeNull();
    await wait('b', 3);
    await newSender().look();
    expect(own().map(({ header }) => header('Subject'))).toEqual(['Corridor: 4 things wait for you']);
    expect(lines.join('')).not.toContain(email);
  });

  it('is not repeated for 15 minutes where it is unknown whether the server has it', async () => {
    const { newSender, own, wait, inbox, userId } = await newScene();
    await wait('a');
    inbox.reactions.push('drop');
    await newSender().look();
    await newSender().look();
    expect(own()).toHaveLength(1);
    const [row] = await database.query(
      `select next_at > now() + interval '14 minutes' as late, told from notice_settings where user_id = $1`,
      [userId],
    );
    expect(row).toEqual({ late: true, told: [] });
    expect(MAIL_SECONDS).toBeGreaterThan(600);
  });

  it('reaches the others where the server or the database fails for one person', async () => {
    const { newSender, own, wait, inbox, userId, account } = await newScene();
    const email = `zoe${count}@example.com`;
    const id = await createUser(database, {
      ...{ email, name: 'Zoe', role: 'viewer', accountId: `acc_${account}`, password: PASSWORD, actor: 'command:test' },
    });
    await setNotices(database, { userId: id, frequency: 'at_once' });
    await wait('a');
    // Who waits longest comes first, whatever the id.
    await database.query(`update notice_settings set next_at = now() - interval '1 hour' where user_id = $1`, [userId]);
    inbox.reactions.push({ rcpt: 421 });
    await newSender().look();
    expect(inbox.mails.map(({ to }) => to)).toEqual([email]);
    expect(own()).toHaveLength(0);
  });

  it('is tried for three people where the server fails, and the rest wait for the next look', async () => {
    const { newSender, wait, inbox, account } = await newScene();
    for (const name of ['b', 'c', 'd']) {
      const id = await createUser(database, {
        ...{ email: `${name}${count}@example.com`, name, role: 'viewer', accountId: `acc_${account}` },
        ...{ password: PASSWORD, actor: 'command:test' },
      });
      await setNotices(database, { userId: id, frequency: 'at_once' });
    }
    await wait('a');
    inbox.reactions.push({ data: 451 }, { data: 451 }, { data: 451 });
    await newSender().look();
    expect(inbox.mails).toEqual([]);
    await newSender().look();
    expect(inbox.mails).toHaveLength(1);
  });

  it('says again all that waits to who turned notices on while a mail was under way', async () => {
    const { newSender, own, wait, userId, inbox } = await newScene();
    await wait('a');
    await newSender().look();
    await wait('b');
    await pass(userId);
    let take = (): void => undefined;
    const slow = new Promise<void>((resolve) => (take = resolve));
    inbox.reactions.push({ until: slow });
    const sending = newSender().look();
    await inbox.inHand(2);
    for (const frequency of ['off', 'at_once'] as const) await setNotices(database, { userId, frequency });
    take();
    await sending;
    await pass(userId);
    await newSender().look();
    expect(own()).toHaveLength(3);
  });

  it('is looked for once a minute, by however many processes', async () => {
    const { newSender, own, wait } = await newScene();
    await newSender().look();
    await wait('a');
    await newSender().look();
    expect(own()).toHaveLength(0);
  });

  it('is sent to the end where its process closes, and no further person is begun', async () => {
    const { newSender, own, wait, inbox, account } = await newScene();
    const id = await createUser(database, {
      ...{ email: `zoe${count}@example.com`, name: 'Zoe', role: 'viewer', accountId: `acc_${account}` },
      ...{ password: PASSWORD, actor: 'command:test' },
    });
    await wait('a');
    let take = (): void => undefined;
    inbox.reactions.push({ until: new Promise<void>((resolve) => (take = resolve)) });
    const sender = newSender();
    const sending = sender.look();
    await inbox.inHand(1);
    await setNotices(database, { userId: id, frequency: 'at_once' });
    const closing = sender.close();
    take();
    await Promise.all([closing, sending, sender.look()]);
    expect([inbox.mails.length, own().length]).toEqual([1, 1]);
  });

  it('goes to a server on the same machine whose certificate is of its own making', async () => {
    const { newSender, own, wait } = await newScene('at_once', { disabledCommands: [] });
    await wait('a');
    await newSender().look();
    expect(own()).toHaveLength(1);
  });

  it('is put off for an address that is refused, and the others get theirs', async () => {
    const { newSender, own, wait, inbox, userId, email, account, lines } = await newScene();
    const other = { email: `zoe${count}@example.com`, name: 'Zoe', role: 'viewer' as const };
    const id = await createUser(database, {
      ...{ ...other, accountId: `acc_${account}`, password: PASSWORD, actor: 'command:test' },
    });
    await setNotices(database, { userId: id, frequency: 'at_once' });
    await wait('a');
    inbox.reactions.push({ rcpt: 550 });
    await newSender().look();
    expect(inbox.mails.map(({ to }) => to)).toEqual([other.email]);
    expect((await findNoticeSetting(database, userId)).refusedAt).not.toBeNull();
    expect(lines.join('')).toContain(`"userId":"${userId}","outcome":"refused"`);
    expect(lines.join('')).not.toContain(email);
    await newSender().look();
    expect(own()).toHaveLength(0);
    await pass(userId);
    inbox.reactions.push({ data: 451 });
    await newSender().look();
    await newSender().look();
    await pass(userId);
    await newSender().look();
    expect(own()).toHaveLength(1);
    expect((await findNoticeSetting(database, userId)).refusedAt).toBeNull();
    await wait('b');
    await pass(userId);
    inbox.reactions.push({ data: 550, text: '5.1.1 no such person' });
    await newSender().look();
    expect((await findNoticeSetting(database, userId)).refusedAt).not.toBeNull();
  });

  it('comes once a day at seven for those who want it so', async () => {
    const { newSender, own, wait, userId } = await newScene('daily');
    await wait('a');
    const dueAt = async () => {
      const [row] = await database.query<{ next: boolean; hour: string }>(
        `select next_at > now() and next_at <= now() + interval '1 day' as next, to_char(next_at at time zone 'UTC', 'HH24:MI:SS') as hour
         from notice_settings where user_id = $1`,
        [userId],
      );
      return row;
    };
    for (const mails of [1, 1]) {
      expect(await dueAt()).toEqual({ next: true, hour: '07:00:00' });
      await pass(userId);
      await newSender().look();
      expect(own()).toHaveLength(mails);
    }
    expect(await dueAt()).toEqual({ next: true, hour: '07:00:00' });
  });

  it('is in the language of the person, and tells operators what is theirs in English', async () => {
    const { newSender, own, wait, inbox, userId } = await newScene();
    await setLanguage(database, { userId, language: 'de' });
    const email = `op${count}@example.com`;
    const operator = { email, name: 'Op', role: 'operator' as const, operatorRoles: ['operations'] as const };
    const id = await createUser(database, {
      ...{ ...operator, accountId: null, password: PASSWORD, actor: 'command:test' },
    });
    await setNotices(database, { userId: id, frequency: 'at_once' });
    await setLanguage(database, { userId: id, language: 'de' });
    await wait('a');
    await raiseFlag(database, 'payment.start', 'outbox_stuck', {});
    await newSender().look();
    expect(own()[0]?.text).toContain('- 1 Zahlung zur Prüfung angehalten');
    const mail = inbox.mails.find(({ to }) => to === email);
    expect(mail?.text).toContain('https://pay.example.com/console/operator\n- Temporal does not accept work: 1');
    // Holds are decided by another role.
    expect(mail?.text).not.toContain('compliance review');
  });

  it('goes to nobody who is disabled or erased, and erasure forgets the choice', async () => {
    const { newSender, own, wait, userId } = await newScene();
    await wait('a');
    await database.query('update users set disabled_at = now() where id = $1', [userId]);
    await newSender().look();
    await database.query('update users set disabled_at = null where id = $1', [userId]);
    await eraseSubject(database, { subject: 'user', id: userId, reason: 'asked', actor: 'command:test' });
    await newSender().look();
    expect(own()).toHaveLength(0);
    expect(await database.query('select from notice_settings where user_id = $1', [userId])).toEqual([]);
  });

  it('ends by its link at one click, by the person on a page, and by no other link', async () => {
    const { newSender, own, wait, userId } = await newScene();
    await wait('a');
    await newSender().look();
    const [mail] = own();
    expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const { pathname } = new URL((mail?.header('List-Unsubscribe') ?? '').slice(1, -1));
    const visitor = new Person(createConsoleApp(database));
    const frequency = async (): Promise<string> => (await findNoticeSetting(database, userId)).frequency;
    expect((await visitor.get(pathname)).text).toContain('Turn notices by e-mail off');
    expect(await frequency()).toBe('at_once');
    for (const wrong of [`${pathname}x`, pathname.replace(userId, `usr_${'0'.repeat(26)}`)])
      expect((await visitor.post(wrong, [['List-Unsubscribe', 'One-Click']])).status).toBe(404);
    expect((await visitor.post(pathname, [['List-Unsubscribe', 'One-Click']])).status).toBe(200);
    expect(await frequency()).toBe('off');
    await setNotices(database, { userId, frequency: 'at_once' });
    expect(await frequency()).toBe('off');
    expect((await visitor.post(`${pathname}/on`, [])).status).toBe(403);
    expect((await visitor.submit(pathname, `${pathname}/on`, [])).status).toBe(200);
    expect(await frequency()).toBe('at_once');
    // RFC 8058, 3.1 lets a mail program send either form.
    expect((await visitor.postParts(pathname, [['List-Unsubscribe', 'One-Click']])).status).toBe(200);
    expect(await frequency()).toBe('off');
    expect((await visitor.get(pathname)).text).toContain('Notices by e-mail are off');
    await pass(userId);
    await wait('b');
    await newSender().look();
    expect(own()).toHaveLength(1);
  });
});
