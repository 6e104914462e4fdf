import { Writable } from 'node:stream';
import pino from 'pino';
import { waitFor } from '../../process/wait-for';

const BACKEND = { name: 'Postgres', address: 'db.example:5432' };

function logged(): { log: pino.Logger; lines: { level: number; msg: string; address?: string }[] } {
  const lines: { level: number; msg: string; address?: string }[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as (typeof lines)[number]);
      done();
    },
  });
  return { log: pino(sink), lines };
}

it('waits for a backend that is away, and says once for which and where', async () => {
  const { log, lines } = logged();
  const said: string[] = [];
  let attempts = 0;
  const attempt = (): Promise<string> => {
    attempts += 1;
    return attempts < 4 ? Promise.reject(new Error('connection refused')) : Promise.resolve('connected');
  };
  const say = (reason: string): unknown => said.push(reason);
  await expect(waitFor(BACKEND, attempt, { log, say, pauseMs: 1 })).resolves.toBe('connected');
  expect(attempts).toBe(4);
  expect(said).toEqual(['the process waits for Postgres', 'the process starts']);
  expect(lines.map(({ level, msg, address }) => [level, msg, address])).toEqual([
    [40, 'the process waits for Postgres', 'db.example:5432'],
    [30, 'the process no longer waits for Postgres', 'db.example:5432'],
  ]);
});

it('waits for nothing that time does not mend', async () => {
  const { log, lines } = logged();
  const wrongKey = new Error('the key of another database');
  const attempt = (): Promise<never> => Promise.reject(wrongKey);
  await expect(waitFor(BACKEND, attempt, { log, isFinal: (fault) => fault === wrongKey })).rejects.toBe(wrongKey);
  expect(lines).toEqual([]);
});

it('says nothing where it need not wait', async () => {
  const { log, lines } = logged();
  await expect(waitFor(BACKEND, () => Promise.resolve('connected'), { log })).resolves.toBe('connected');
  expect(lines).toEqual([]);
});
