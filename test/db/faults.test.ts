import { createServer } from 'node:net';
import { Client, Pool } from 'pg';
import { openDatabase } from '../../db/database';
import { translateFault } from '../../db/faults';
import { DomainError } from '../../domain/errors';
import { listenOn } from '../../lib/listen-on';
import { closeAtEnd } from '../support/closing';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

async function faultOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (fault: unknown) => fault,
  );
}

describe('faults of Postgres', () => {
  it('are "not now" for a statement that takes too long', async () => {
    const fault = await faultOf(
      database.transaction(async (client) => {
        await client.query("set local statement_timeout = '50ms'");
        await client.query('select pg_sleep(30)');
      }),
    );
    expect(fault).toBeInstanceOf(DomainError);
    expect(fault).toMatchObject({ code: 'UNAVAILABLE', status: 503, retryAfterSeconds: 2 });
  });

  it('are "not now" for a lock that somebody else holds', async () => {
    const fault = await faultOf(
      database.transaction(async (holder) => {
        await holder.query('lock table accounts');
        await database.transaction((client) => client.query('lock table accounts nowait'));
      }),
    );
    expect(fault).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('are "not now" where nobody listens, also for queries that are built', async () => {
    const nowhere = openDatabase('postgres://corridor@127.0.0.1:1/corridor', 1);
    expect(await faultOf(nowhere.query('select 1'))).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await faultOf(nowhere.transaction((client) => client.query('select 1')))).toMatchObject({
      code: 'UNAVAILABLE',
    });
    const built = await faultOf(Promise.resolve(nowhere.builder('accounts').select('id')));
    expect(translateFault(built)).toMatchObject({ code: 'UNAVAILABLE' });
    await nowhere.close();
  });

  it('are "not now" where somebody listens and says nothing', async () => {
    const silent = createServer((socket) => void socket.on('error', () => undefined).resume());
    closeAtEnd(() => new Promise((resolve) => silent.close(resolve)));
    const port = await listenOn(silent);
    const address = { connectionString: `postgres://corridor@127.0.0.1:${port}/corridor`, connectionTimeoutMillis: 50 };
    const alone = await faultOf(new Client(address).connect());
    const pooled = await faultOf(new Pool(address).connect());
    expect(translateFault(alone)).toMatchObject({ code: 'UNAVAILABLE' });
    expect(translateFault(pooled)).toMatchObject({ code: 'UNAVAILABLE' });
  });

  // A name that does not resolve, a container that is gone, a network that is down.
  it.each(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', '57P01', '53300', '08006'])(
    'are "not now" with the code %s',
    (code) => {
      expect(translateFault(Object.assign(new Error('x'), { code }))).toMatchObject({ code: 'UNAVAILABLE' });
    },
  );

  it('stay what they are when the statement is wrong', async () => {
    const fault = await faultOf(database.query('select nothing_of_this_name'));
    expect(fault).not.toBeInstanceOf(DomainError);
    expect(fault).toMatchObject({ code: '42703' });
  });
});
