import { createServer, type Server, type ServerResponse } from 'node:http';
import { Drain } from '../../lib/drain';
import { listenOn } from '../../lib/listen-on';
import { closeAtEnd } from '../support/closing';
import { RawClient } from '../support/raw-socket';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const LONG_MS = 60_000;

let server: Server;
let drain: Drain;
let url: string;
/** Answers that the server owes, in the order of the requests. */
let owed: ServerResponse[];
let onRequest: () => void;

beforeEach(async () => {
  owed = [];
  onRequest = () => undefined;
  server = createServer((_request, response) => {
    owed.push(response);
    onRequest();
  });
  drain = new Drain(server);
  url = `http://127.0.0.1:${await listenOn(server)}`;
  closeAtEnd(() => server.closeAllConnections());
});

/** Sends a request and waits until the server has it. */
function ask(client: RawClient): Promise<void> {
  return new Promise((resolve) => {
    onRequest = resolve;
    client.write(REQUEST);
  });
}

function answered(response: ServerResponse | undefined): Promise<void> {
  return new Promise((resolve) => {
    response?.once('close', () => resolve());
    response?.end('fine');
  });
}

const connections = (text: string): string[] =>
  [...text.matchAll(/^Connection: (.*)\r$/gm)].map(([, word]) => word ?? '');

describe('a server that is about to end', () => {
  it('still accepts connections, and ends each with its answer', async () => {
    drain.begin();
    const client = new RawClient(url);
    await ask(client);
    await answered(owed[0]);
    expect(connections(await client.closed)).toEqual(['close']);
  });

  it('answers what it has in hand, and what comes on a connection that was idle', async () => {
    const [busy, idle] = [new RawClient(url), new RawClient(url)];
    await ask(idle);
    await answered(owed[0]);
    await ask(busy);
    drain.begin();
    await answered(owed[1]);
    expect(connections(await busy.closed)).toEqual(['close']);
    await ask(idle);
    await answered(owed[2]);
    expect(connections(await idle.closed)).toEqual(['keep-alive', 'close']);
  });
});

describe('a server that ends', () => {
  it('ends idle connections, and waits for answers: also for one that had begun to be sent', async () => {
    const [idle, late, begun] = [new RawClient(url), new RawClient(url), new RawClient(url)];
    await ask(idle);
    await answered(owed[0]);
    await ask(late);
    await ask(begun);
    owed[2]?.write('half an ');
    const ended = drain.end(LONG_MS);
    expect(connections(await idle.closed)).toEqual(['keep-alive']);
    await answered(owed[1]);
    await answered(owed[2]);
    await ended;
    expect(connections(await late.closed)).toEqual(['close']);
    expect(await begun.closed).toMatch(/half an [^]*fine/);
  });

  it('cuts off what takes too long', async () => {
    const client = new RawClient(url);
    await ask(client);
    await drain.end(0);
    expect(await client.closed).toBe('');
  });
});
