import { followEvents } from '../../cli/event-stream';
import { startScriptedServer } from '../support/http-server';

const EVENT = 'evt_00000000007000000000000000';

it('goes on from where a stream began that ended before its first event', async () => {
  const streams = ['retry: 1000\nid: start\n\n', `id: ${EVENT}\nevent: buyer.matched\ndata: {}\n\n`];
  const server = await startScriptedServer(() => {
    const text = streams.shift();
    if (text === undefined) return { status: 401 };
    return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: Buffer.from(text) };
  });
  const events = followEvents({ baseUrl: server.url, key: 'crd_test_x' }, new URLSearchParams(), () => undefined);
  expect((await events.next()).value).toEqual({ id: EVENT, type: 'buyer.matched', data: {} });
  await expect(events.next()).rejects.toThrow('The API answered 401.');
  expect(server.requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'start', EVENT]);
});

const STREAM = { 'content-type': 'text/event-stream' };

it('waits as long as it is told where a place is still held, and goes on', async () => {
  const answers = [
    { status: 200, headers: STREAM, body: Buffer.from('id: start\n\n') },
    { status: 429, headers: { 'retry-after': '1' } },
    { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('back soon') },
    { status: 200, headers: STREAM, body: Buffer.from(`id: ${EVENT}\nevent: buyer.matched\ndata: {}\n\n`) },
  ];
  const server = await startScriptedServer(() => answers.shift() ?? { status: 401 });
  const events = followEvents({ baseUrl: server.url, key: 'crd_test_x' }, new URLSearchParams(), () => undefined);
  expect((await events.next()).value).toMatchObject({ id: EVENT });
  expect(server.requests).toHaveLength(4);
});

it.each([
  [{ status: 429, headers: {} }, 'The API answered 429.'],
  [{ status: 200, headers: { 'content-type': 'text/html' } }, 'gives no stream of events'],
])('says at once what keeps it from beginning: %j', async (answer, fault) => {
  const server = await startScriptedServer(() => answer);
  const events = followEvents({ baseUrl: server.url, key: 'crd_test_x' }, new URLSearchParams(), () => undefined);
  await expect(events.next()).rejects.toThrow(fault);
});
