import { createServer, type Server } from 'node:http';
import { closeAtEnd } from '../support/closing';
import { eventually } from '../support/builders';
import { startStack, type Stack } from '../support/stack';
import { listenOn } from '../../lib/listen-on';

const HANGING = 50;
const GOOD = 50;
/** Slots of a worker unless it is given more: behind the hanging ones, the last good one would come after forty ends. */
const DEFAULT_SLOTS = 40;

interface Receiver {
  url: string;
  server: Server;
}

/** What happened, in its order: an attempt at a hanging receiver ended, or a good one got its delivery. */
const happened: ('hanging ended' | 'delivered')[] = [];
let inFlight = 0;
let stack: Stack;
let hanging: Receiver[];
let good: Receiver[];
let delivered: Promise<void>;

async function receiver(react: Parameters<typeof createServer>[1]): Promise<Receiver> {
  const server = createServer({}, react);
  const port = await listenOn(server);
  closeAtEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, server };
}

const several = (count: number, react: Parameters<typeof createServer>[1]): Promise<Receiver[]> =>
  Promise.all(Array.from({ length: count }, () => receiver(react)));

beforeAll(async () => {
  let tell: () => void = () => undefined;
  delivered = new Promise((resolve) => (tell = resolve));
  hanging = await several(HANGING, (request) => {
    inFlight += 1;
    request.socket.once('close', () => {
      inFlight -= 1;
      happened.push('hanging ended');
    });
  });
  good = await several(GOOD, (_request, response) => {
    response.end();
    happened.push('delivered');
    if (happened.filter((what) => what === 'delivered').length === GOOD) tell();
  });
  stack = await startStack({ workers: false, webhookTrustedOrigins: [...hanging, ...good].map(({ url }) => url) });
});

async function account(name: string, receivers: Receiver[]): Promise<void> {
  const key = await stack.createKey(name);
  const events = ['shipment.created'];
  for (const { url } of receivers) {
    const made = await stack.call('POST', '/v1/webhooks', { key, body: { url: `${url}/hook`, events } });
    expect(made.status).toBe(201);
  }
  const body = { origin_country: 'VN', destination_country: 'DE' };
  expect((await stack.call('POST', '/v1/shipments', { key, body })).status).toBe(201);
}

it('fifty receivers that hang let fifty others have their deliveries first', async () => {
  await account('hangs', hanging);
  await account('answers', good);
  // All deliveries wait by now, those of the hanging receivers first.
  await stack.startWorkers();
  await delivered;
  const endedBefore = happened.slice(0, happened.lastIndexOf('delivered')).filter((what) => what === 'hanging ended');
  expect(endedBefore.length).toBeLessThan(DEFAULT_SLOTS);
  expect(inFlight).toBeGreaterThan(0);
  const recorded = () =>
    stack.database.query<{ number: number }>(
      `select a.number from delivery_attempts a join deliveries d on d.id = a.delivery_id where d.status = 'delivered'`,
    );
  const attempts = await eventually(recorded, (rows) => rows.length >= GOOD, 'the record of the deliveries');
  expect(attempts).toEqual(Array.from({ length: GOOD }, () => ({ number: 1 })));
});
