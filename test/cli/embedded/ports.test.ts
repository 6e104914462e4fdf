import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import {
  acceptsConnection,
  findFreePort,
  startOnFreePort,
  PortTaken,
  refuseTakenPort,
  whoListens,
} from '../../../cli/embedded/ports';

async function listen(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

describe('ports', () => {
  it('names the program that listens', async () => {
    const port = await findFreePort();
    const server = await listen(port);
    try {
      expect(whoListens(port)).toBe(`node (pid ${process.pid})`);
    } finally {
      await close(server);
    }
  });

  it('names nobody when the port is free', async () => {
    expect(whoListens(await findFreePort())).toBeNull();
  });

  it('refuses a taken port and says who has it', async () => {
    const port = await findFreePort();
    const server = await listen(port);
    try {
      expect(() => refuseTakenPort(port, 'Postgres')).toThrow(
        `Postgres cannot use port ${port}: it is in use by node (pid ${process.pid}).`,
      );
    } finally {
      await close(server);
    }
    expect(() => refuseTakenPort(port, 'Postgres')).not.toThrow();
  });

  it('stays within a range', async () => {
    const port = await findFreePort({ from: 20_000, to: 20_500 });
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThanOrEqual(20_500);
  });

  it('finds a port that systems do not give to outgoing connections', async () => {
    expect(await findFreePort()).toBeLessThan(32_768);
  });

  it('starts a server on another port where a program took the preferred one after the look at it', async () => {
    const preferred = await findFreePort();
    const tried: number[] = [];
    const startedOn = await startOnFreePort((port) => {
      tried.push(port);
      return port === preferred ? Promise.reject(new PortTaken('taken')) : Promise.resolve(port);
    }, preferred);
    expect(tried).toEqual([preferred, startedOn]);
    const otherFault = startOnFreePort(() => Promise.reject(new Error('no data')), preferred);
    await expect(otherFault).rejects.toThrow('no data');
  });

  it('prefers no port that is in use', async () => {
    const server = await listen(await findFreePort());
    try {
      const { port } = server.address() as AddressInfo;
      expect(await startOnFreePort((given) => Promise.resolve(given), port)).not.toBe(port);
    } finally {
      await close(server);
    }
  });

  it('gives up on a full range', async () => {
    const port = await findFreePort();
    const server = await listen(port);
    try {
      await expect(findFreePort({ from: port, to: port })).rejects.toThrow('No free TCP port was found.');
    } finally {
      await close(server);
    }
  });

  it('tells an open port from a closed one', async () => {
    const port = await findFreePort();
    const server = await listen(port);
    await expect(acceptsConnection(port)).resolves.toBeUndefined();
    await close(server);
    await expect(acceptsConnection(port)).rejects.toThrow('ECONNREFUSED');
  });
});
