import { createServer, type Server } from 'node:http';
import { closeAtEnd } from '../support/closing';
import { eventually } from '../support/builders';
import { startStack, type Stack } from '../support/stack';
import { listenOn } from '../../lib/listen-on';

const HANGING = 50;
const GOOD = 50;
/** How many attempts at receivers that hang may be ahead of the deliveries; 50 where an account has no fair share. */
const MAX_AHEAD = 20;

interface Receiver {
  url: string;
  server: Server;
}

/** What receivers saw, in its order: the speed of the machine does not matter. */
const happened: ('hangs' | 'delivered')[] = [];
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
  hanging = await several(HANGING, () => happened.push('hangs'));
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
  let ahead = 0;
  const leads = happened.map((what) => (ahead += what === 'hangs' ? 1 : -1));
  expect(Math.max(...leads)).toBeLessThan(MAX_AHEAD);
  const recorded = () =>
    stack.database.query<{ number: number }>(
      `select a.number from delivery_attempts a join deliveries d on d.id = a.delivery_id where d.status = 'delivered'`,
    );
  const attempts = await eventually(recorded, (rows) => rows.length >= GOOD, 'the record of the deliveries');
  expect(attempts).toEqual(Array.from({ length: GOOD }, () => ({ number: 1 })));
});
