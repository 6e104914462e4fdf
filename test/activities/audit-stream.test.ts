import { Webhook } from 'standardwebhooks';
import { AuditStream } from '../../activities/audit-stream';
import { appendAuditEntry } from '../../db/auth/audit-log';
import { takeStreamTurn } from '../../db/auth/audit-stream';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startScriptedServer, type HttpRequest, type Reaction } from '../support/http-server';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Sink {
  database: TestDatabase;
  requests: readonly HttpRequest[];
  /** Reactions to the next requests; 204 after them. */
  reactions: Reaction[];
  streamOf(instance: string): AuditStream;
  act(subject: string): Promise<void>;
}

async function newSink(): Promise<Sink> {
  const database = await createTestDatabase();
  const reactions: Reaction[] = [];
  const { url, requests } = await startScriptedServer(() => reactions.shift() ?? { status: 204 });
  const act = (subject: string): Promise<void> =>
    appendAuditEntry(database, { actor: 'corridor', act: 'flag.cleared', subject, accountId: null });
  const sink = { url: `${url}/audit`, secret: SECRET };
  return { database, requests, reactions, act, streamOf: (instance) => new AuditStream({ database, sink, instance }) };
}

const entriesOf = ({ body }: HttpRequest) =>
  (JSON.parse(body.toString()) as { entries: { subject: string; position: string; hash: string }[] }).entries;
const subjectsOf = (requests: readonly HttpRequest[]) =>
  requests.map((one) => entriesOf(one).map(({ subject }) => subject));

/** Source: docs/GAPS.md#audit-stream */
describe('the audit log at its sink', () => {
  it('comes in order, whole, signed, and with what the log holds alone', async () => {
    const { requests, streamOf, act, database } = await newSink();
    const subjects = Array.from({ length: 205 }, (_, at) => `flag_${at}`);
    for (const subject of subjects) await act(subject);
    await streamOf('worker-1').look();
    expect(requests.map((one) => entriesOf(one).length)).toEqual([100, 100, 5]);
    expect(subjectsOf(requests).flat()).toEqual(subjects);
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = requests;
    expect(new Webhook(SECRET).verify(body.toString(), headers as Record<string, string>)).toBeTruthy();
    const [kept] = await database.query<{ hash: string }>(
      "select encode(hash, 'hex') as hash from audit_chain order by position limit 1",
    );
    const [first] = requests.flatMap(entriesOf);
    expect(first).toEqual({
      ...{ position: '1', hash: kept?.hash, id: '1', at: expect.any(String) as string },
      ...{ actor: 'corridor', act: 'flag.cleared', subject: 'flag_0', accountId: null, requestId: null, detail: {} },
    });
  });

  it('loses nothing while the sink is away, and goes on where it stopped', async () => {
    const { requests, reactions, streamOf, act } = await newSink();
    const stream = streamOf('worker-1');
    await act('flag_1');
    reactions.push({ status: 503 }, 'reset', { status: 302, headers: { location: 'https://elsewhere.example' } });
    await expect(stream.look()).rejects.toThrow('answers 503');
    await act('flag_2');
    await expect(stream.look()).rejects.toThrow('fetch failed');
    await expect(stream.look()).rejects.toThrow('answers 302');
    await stream.look();
    expect(subjectsOf(requests)).toEqual([['flag_1'], ...Array.from({ length: 3 }, () => ['flag_1', 'flag_2'])]);
    await stream.look();
    expect(requests).toHaveLength(4);
    const ids = requests.slice(1).map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
  });

  it('is sent by one process at a time, and by another once that one is gone', async () => {
    const { requests, streamOf, act, database } = await newSink();
    await act('flag_1');
    expect(await takeStreamTurn(database, { holder: 'worker-1', seconds: 60 })).toMatchObject({ position: '0' });
    await streamOf('worker-2').look();
    expect(requests).toHaveLength(0);
    await database.query("update audit_stream set held_until = clock_timestamp() - interval '1 s'");
    await streamOf('worker-2').look();
    expect(subjectsOf(requests)).toEqual([['flag_1']]);
  });

  it('writes nothing while nothing waits', async () => {
    const { streamOf, act, database } = await newSink();
    await act('flag_1');
    await streamOf('worker-1').look();
    const version = async () => (await database.query('select xmin::text as version from audit_stream'))[0];
    const before = await version();
    await streamOf('worker-1').look();
    expect(await version()).toEqual(before);
  });
});
