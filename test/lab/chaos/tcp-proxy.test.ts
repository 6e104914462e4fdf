import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { ProxyLink } from '../../../lab/chaos/tcp-proxy';
import { closeAtEnd } from '../../support/closing';
import { listenOn } from '../../../lib/listen-on';

let link: ProxyLink;
const open: Socket[] = [];
const echo = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.pipe(socket);
});

beforeAll(async () => {
  const port = await listenOn(echo);
  closeAtEnd(() => new Promise((resolve) => echo.close(resolve)));
  link = new ProxyLink('client>api-1', port);
  await link.listen();
  closeAtEnd(() => link.close());
});

afterEach(async () => {
  await link.heal();
  for (const socket of open.splice(0)) socket.destroy();
});

async function dial(): Promise<Socket> {
  const socket = connect(link.port, '127.0.0.1');
  open.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Unlike `once` it does not mind an error before. */
function untilClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

async function exchange(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
}

it('carries bytes in both directions and the end of a stream', async () => {
  const socket = await dial();
  expect(await exchange(socket, 'hello')).toBe('hello');
  socket.end();
  await once(socket, 'end');
});

it('holds bytes during a pause and delivers them after it', async () => {
  const socket = await dial();
  await exchange(socket, 'before');
  await link.apply('pause');
  let arrived = '';
  socket.on('data', (chunk: Buffer) => (arrived += chunk.toString()));
  socket.write('held');
  const other = await dial();
  other.write('also held');
  // Whatever is not held has arrived by the time that a later exchange past the proxy is over.
  const direct = connect((echo.address() as AddressInfo).port, '127.0.0.1');
  open.push(direct);
  await exchange(direct, 'direct');
  expect(arrived).toBe('');
  const came = once(socket, 'data');
  await link.heal();
  await came;
  expect(arrived).toBe('held');
});

it('loses bytes in silence and cuts the connections of that time when it ends', async () => {
  const socket = await dial();
  await exchange(socket, 'before');
  await link.apply('silence');
  let arrived = '';
  socket.on('data', (chunk: Buffer) => (arrived += chunk.toString()));
  socket.write('lost');
  const closed = untilClosed(socket);
  await link.heal();
  await closed;
  expect(arrived).toBe('');
  expect(await exchange(await dial(), 'after')).toBe('after');
});

it('resets connections that stand, and new ones until it is healed', async () => {
  const socket = await dial();
  await exchange(socket, 'before');
  const closed = untilClosed(socket);
  await link.apply('reset');
  await closed;
  const next = connect(link.port, '127.0.0.1');
  open.push(next);
  next.on('error', () => undefined);
  await untilClosed(next);
  await link.heal();
  expect(await exchange(await dial(), 'after')).toBe('after');
});

it('strands the connections that stand, and lets new ones work', async () => {
  const proxy = new ProxyLink('client>api-2', (echo.address() as AddressInfo).port);
  await proxy.listen();
  const old = connect(proxy.port, '127.0.0.1');
  open.push(old);
  old.on('error', () => undefined);
  await exchange(old, 'before');
  proxy.strand();
  let arrived = '';
  old.on('data', (chunk: Buffer) => (arrived += chunk.toString()));
  old.write('lost');
  const next = connect(proxy.port, '127.0.0.1');
  open.push(next);
  expect(await exchange(next, 'after')).toBe('after');
  expect(arrived).toBe('');
  expect(old.destroyed).toBe(false);
  await proxy.close();
});

it('closes the far side when a peer goes away', async () => {
  const far = new Promise<void>((resolve) => echo.once('connection', (peer) => peer.once('close', () => resolve())));
  const socket = await dial();
  await exchange(socket, 'before');
  socket.destroy();
  await far;
});
