import { createServer } from 'node:net';
import { Client, DatabaseError, Pool } from 'pg';
import { openDatabase } from '../../db/database';
import { withBuilder } from '../../db/operator-work/builder';
import { breaksConnection, mayHaveCommitted, translateFault } from '../../db/faults';
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
    const built = await faultOf(withBuilder(nowhere.directUrl, (builder) => builder('accounts').select('id')));
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
  it.each(['EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'ERR_STREAM_DESTROYED', 'ETIMEDOUT', '57P01', '53300', '08006'])(
    'are "not now" with the code %s',
    (code) => {
      expect(translateFault(Object.assign(new Error('x'), { code }))).toMatchObject({ code: 'UNAVAILABLE' });
    },
  );

  it.each([
    ['getaddrinfo', 'ENOTFOUND'],
    ['getaddrinfo', 'EAI_AGAIN'],
    // A name server that refuses to answer, as one may that starts.
    ['getaddrinfo', 'EAI_FAIL'],
    ['connect', 'EADDRNOTAVAIL'],
    ['connect', 'ECONNREFUSED'],
  ])('are "not now" where %s fails with %s, and nothing was committed', (syscall, code) => {
    const fault = Object.assign(new Error('x'), { syscall, code });
    const several = Object.assign(new AggregateError([fault]), { code });
    for (const one of [fault, several]) {
      expect(translateFault(one)).toMatchObject({ code: 'UNAVAILABLE' });
      expect(mayHaveCommitted(translateFault(one))).toBe(false);
    }
  });

  it.each(['ECONNRESET', 'EHOSTUNREACH'])('leave open whether it was committed where read fails with %s', (code) => {
    const fault = Object.assign(new Error('x'), { syscall: 'read', code });
    expect(mayHaveCommitted(translateFault(fault))).toBe(true);
  });

  // As Postgres 15 sends them: `code` of what failed, `file` and `severity` of where.
  it.each([
    ['a full disk as a session begins', { severity: 'FATAL', code: 'XX000', file: 'relcache.c' }, true],
    ['the same in another language', { severity: 'FATALE', code: 'XX000', file: 'relcache.c' }, false],
    ['a full disk as a table grows', { severity: 'ERROR', code: '53100', file: 'md.c' }, false],
    ['a full disk as a sort spills', { severity: 'ERROR', code: '53100', file: 'buffile.c' }, false],
    ['a full disk as a transaction is recorded', { severity: 'ERROR', code: '53100', file: 'slru.c' }, false],
    ['a full disk of the write-ahead log', { severity: 'PANIC', code: '53100', file: 'xlog.c' }, true],
    ['a quota that is used up', { severity: 'ERROR', code: 'XX000', file: 'md.c' }, false],
    ['a file system that became read-only', { severity: 'ERROR', code: '42501', file: 'fd.c' }, false],
    ['a disk that fails', { severity: 'ERROR', code: '58030', file: 'md.c' }, true],
    ['no memory', { severity: 'ERROR', code: '53200', file: 'mcxt.c' }, false],
    ['a server that recovers', { severity: 'FATAL', code: '57P03', file: 'postmaster.c' }, true],
    ['a session that Postgres ends for itself', { severity: 'FATAL', code: 'XX000', file: 'postinit.c' }, true],
  ])('are "not now" for %s', (_what, fields, isBroken) => {
    const fault = Object.assign(new DatabaseError('x', 1, 'error'), fields);
    expect(translateFault(fault)).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 2 });
    expect(breaksConnection(fault)).toBe(isBroken);
  });

  it('are "not now" for a row that refers to a payment which has just moved to the archive', () => {
    const fields = { code: '23503', constraint: 'partner_reports_instruction_id_fkey' };
    expect(translateFault(Object.assign(new DatabaseError('x', 1, 'error'), fields))).toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  it.each([
    ['a right that a role lacks', { severity: 'ERROR', code: '42501', file: 'aclchk.c' }],
    ['a fault of the planner', { severity: 'ERROR', code: 'XX000', file: 'createplan.c' }],
    ['a password that is wrong', { severity: 'FATAL', code: '28P01', file: 'auth.c' }],
  ])('stay what they are for %s', (_what, fields) => {
    const fault = Object.assign(new DatabaseError('x', 1, 'error'), fields);
    expect(translateFault(fault)).toBe(fault);
  });

  it('stay what they are when the statement is wrong', async () => {
    const fault = await faultOf(database.query('select nothing_of_this_name'));
    expect(fault).not.toBeInstanceOf(DomainError);
    expect(fault).toMatchObject({ code: '42703' });
  });
});
