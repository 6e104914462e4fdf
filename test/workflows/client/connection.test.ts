import { readFileSync } from 'node:fs';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import { connect, type Server } from 'node:net';
import path from 'node:path';
import { createServer } from 'node:tls';
import { NativeConnection } from '@temporalio/worker';
import { connectWorkflows } from '../../../workflows/client/workflow-client';
import { connectionOptions, withTemporal, type TemporalTarget } from '../../../workflows/client/connection';
import { closeAtEnd } from '../../support/closing';
import { temporalAddress } from '../../support/temporal';
import { listenOn } from '../../../lib/listen-on';
import { isReachable } from '../../../workflows/client/probe';

function pem(name: string): Buffer {
  return readFileSync(path.join(__dirname, '..', '..', 'fixtures', 'tls', name));
}

const SERVER_SIDE = { cert: pem('server.pem'), key: pem('server-key.pem'), ca: pem('ca.pem') };
const CLIENT = { certificate: pem('client.pem'), key: pem('client-key.pem') };

async function addressOf(server: Server): Promise<string> {
  return `127.0.0.1:${await listenOn(server)}`;
}

function targetAt(address: string, tls: TemporalTarget['tls'], apiKey: string | null = null): TemporalTarget {
  return { address, namespace: 'default', tls, apiKey };
}

describe('a Temporal behind TLS that asks for a certificate', () => {
  const trusted = { serverName: 'temporal.test', authority: pem('ca.pem'), client: CLIENT };
  let server: Server;
  let address: string;
  const [host = '', port = ''] = temporalAddress().split(':');

  beforeAll(async () => {
    server = createServer(
      { ...SERVER_SIDE, ALPNProtocols: ['h2'], requestCert: true, rejectUnauthorized: true },
      (socket) => {
        const inner = connect(Number(port), host);
        socket.pipe(inner).pipe(socket);
        for (const end of [socket, inner]) end.on('error', () => [socket, inner].forEach((each) => each.destroy()));
      },
    );
    address = await addressOf(server);
    closeAtEnd(() => server.close());
  });

  async function reaches(tls: TemporalTarget['tls']): Promise<boolean> {
    const workflows = connectWorkflows(targetAt(address, tls), 'test');
    try {
      return await isReachable(workflows);
    } finally {
      await workflows.close();
    }
  }

  it('answers a client with a certificate', async () => {
    expect(await reaches(trusted)).toBe(true);
  });

  it('answers a worker with a certificate', async () => {
    const connection = await NativeConnection.connect(connectionOptions(targetAt(address, trusted)));
    await connection.close();
  });

  it.each([
    ['in clear text', null],
    ['without a certificate', { ...trusted, client: null }],
    ['that does not know the authority', { ...trusted, authority: null }],
    ['that expects another name', { ...trusted, serverName: 'elsewhere.test' }],
  ])('is not reached by a client %s', async (_how, tls) => {
    expect(await reaches(tls)).toBe(false);
  });
});

it('is not reached where only its front answers: what is asked for is a workflow of the namespace', async () => {
  const reaches = async (namespace: string): Promise<boolean> => {
    const workflows = connectWorkflows({ ...targetAt(temporalAddress(), null), namespace }, 'test');
    try {
      return await isReachable(workflows);
    } finally {
      await workflows.close();
    }
  };
  expect([await reaches('default'), await reaches('nowhere')]).toEqual([true, false]);
});

describe('an API key', () => {
  let server: Http2SecureServer;
  let address: string;
  const seen: (string | undefined)[] = [];

  beforeAll(async () => {
    server = createSecureServer(SERVER_SIDE);
    server.on('stream', (stream, headers) => {
      seen.push(headers.authorization);
      stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '16' }, { endStream: true });
    });
    address = await addressOf(server);
    closeAtEnd(() => server.close());
  });

  it('goes with the calls of clients and of workers', async () => {
    const tls = { serverName: 'temporal.test', authority: pem('ca.pem'), client: null };
    const target = targetAt(address, tls, 'key-of-a-cloud');
    await expect(withTemporal(target, () => Promise.resolve())).rejects.toThrow();
    const fromClient = seen.splice(0);
    expect(new Set(fromClient)).toEqual(new Set(['Bearer key-of-a-cloud']));
    await expect(NativeConnection.connect(connectionOptions(target))).rejects.toThrow();
    expect(seen).toContain('Bearer key-of-a-cloud');
  });
});
