import { invite } from '../../db/auth/invitations';
import { rotatePartnerSecret } from '../../db/auth/partner-credentials';
import { openDatabase, type Database, type Queryable } from '../../db/database';
import { instructionBody } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { INSTRUCTIONS, PaymentScene } from '../support/payment-scene';
import type { Answer } from '../support/stack';

/** Payments that nobody holds; the partner says something of each again and again. */
const OTHERS = 12;

let scene: PaymentScene;
/** Another process. */
let elsewhere: Database;
let held: string;
let others: string[];

beforeAll(async () => {
  scene = await PaymentScene.open();
  elsewhere = openDatabase(scene.stack.database.url, 1);
  closeAtEnd(() => elsewhere.close());
  held = await scene.create();
  others = await Promise.all(Array.from({ length: OTHERS }, () => scene.create()));
});

/** A transaction of another process holds what `lock` selects while `work` runs. */
function whileHeld(lock: string, id: string, work: () => Promise<void>): Promise<void> {
  return elsewhere.transaction(async (client) => {
    expect(await client.query(lock, [id])).toHaveLength(1);
    await work();
  });
}

interface Owner {
  account: string;
  partner: string;
}

async function ownerOf(id: string): Promise<Owner> {
  const [row] = await elsewhere.query<Owner>(
    'select account_id as account, partner_id as partner from payment_instructions where id = $1',
    [id],
  );
  if (row === undefined) throw new Error('the payment is not in the database');
  return row;
}

type Act = (database: Database) => Promise<unknown>;

function invitation(accountId: string): Act {
  const request = { accountId, email: 'new@shop.example', role: 'viewer', actor: 'test' } as const;
  return (database) => invite(database, request);
}

function rotation(partnerId: string): Act {
  return (database) => rotatePartnerSecret(database, scene.stack.vault, { partnerId, actor: 'test' });
}

/** A database whose transactions stand still once they have locked something, as those of a process that is frozen there. */
function pausedAtItsLock(database: Database) {
  let arrive: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const pausing = (client: Queryable): Queryable => ({
    async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
      const rows = await client.query<Row>(text, values);
      if (!/ for (no key )?update/.test(text)) return rows;
      arrive();
      await released;
      return rows;
    },
  });
  const paused: Database = {
    ...database,
    transaction: (work) => database.transaction((client) => work(pausing(client))),
  };
  return { database: paused, reached, release };
}

let words = 0;

/** Says what was not said before, so that it is kept. */
function report(id: string): Promise<Answer> {
  words += 1;
  return scene.report(id, { status: 'accepted', details: { message: `still accepted (${words})` } });
}

/** @returns the statuses of the answers about payments that nobody holds, asked for until `isOver` */
async function neighbours(isOver: () => boolean): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const count = (what: string, { status }: Answer): void => {
    counts.set(`${what} ${status}`, (counts.get(`${what} ${status}`) ?? 0) + 1);
  };
  await Promise.all(
    others.map(async (id) => {
      for (let asked = 0; asked < 3 || !isOver(); asked += 1) {
        count('report', await report(id));
        count('create', await scene.instruct());
      }
    }),
  );
  return counts;
}

function refusalOf({ status, headers, body }: Answer): unknown[] {
  return [status, headers.get('retry-after'), (body['error'] as { code: string }).code];
}

describe('a row that somebody holds', () => {
  it('stops no report and no creation of another payment, however often its partner repeats itself', async () => {
    let refused: Answer[] = [];
    await whileHeld('select id from payment_instructions where id = $1 for update', held, async () => {
      let isOver = false;
      const repeats = Promise.all(Array.from({ length: 5 }, () => report(held))).finally(() => (isOver = true));
      const counts = await neighbours(() => isOver);
      // All of them were answered while the row was held.
      expect([...counts.keys()].sort()).toEqual(['create 201', 'report 200']);
      refused = await repeats;
    });
    expect(refused.map(refusalOf)).toEqual(refused.map(() => [503, '2', 'UNAVAILABLE']));
    expect((await report(held)).status).toBe(200);
  });

  it('is waited for by whoever needs it, and has lost nothing', async () => {
    let reported: Promise<Answer> = Promise.reject(new Error('not reported'));
    reported.catch(() => undefined);
    await whileHeld('select id from payment_instructions where id = $1 for update', held, async () => {
      reported = report(held);
      expect((await report(others[0] ?? '')).status).toBe(200);
    });
    expect((await reported).status).toBe(200);
  });

  it.each([
    ['an account invites a member', (owner: Owner) => invitation(owner.account)],
    ['a partner gets a new secret', (owner: Owner) => rotation(owner.partner)],
  ])('stops nothing while %s', async (_what, act) => {
    const paused = pausedAtItsLock(elsewhere);
    const done = act(await ownerOf(held))(paused.database);
    await paused.reached;
    const counts = await neighbours(() => true);
    expect([...counts.keys()].sort()).toEqual(['create 201', 'report 200']);
    expect((await report(held)).status).toBe(200);
    paused.release();
    await done;
  });

  it('stops the creations that need it alone', async () => {
    const { stack } = scene;
    const key = await stack.createKey('neighbour');
    const { account } = await ownerOf(held);
    const needsIt = (index: number): boolean => index % 8 === 3;
    await whileHeld('select id from accounts where id = $1 for update', account, async () => {
      const create = (_: unknown, index: number): Promise<Answer> =>
        stack.call('POST', INSTRUCTIONS, { key: needsIt(index) ? scene.key : key, body: instructionBody() });
      const answers = await Promise.all(Array.from({ length: 40 }, create));
      expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (needsIt(index) ? 503 : 201)));
      const refused = answers.filter((_, index) => needsIt(index));
      expect(refused.map(refusalOf)).toEqual(refused.map(() => [503, '2', 'UNAVAILABLE']));
    });
    expect((await scene.instruct()).status).toBe(201);
  });
});
