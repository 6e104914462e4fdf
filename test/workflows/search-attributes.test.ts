import { readFileSync } from 'node:fs';
import { createServer } from 'node:http2';
import path from 'node:path';
import { withTemporal } from '../../workflows/client/connection';
import {
  registerSearchAttributes,
  searchAttributesCommand,
  searchAttributeTypes,
} from '../../workflows/search-attributes';
import { closeAtEnd } from '../support/closing';
import { listenOn } from '../../lib/listen-on';

describe('search attributes', () => {
  it('are made by commands of the server or of Temporal Cloud', () => {
    const names = ['CorridorStatus', 'CorridorNextAttemptAt'];
    expect(searchAttributesCommand({ address: 'temporal:7233', namespace: 'corridor' }, names)).toBe(
      'temporal operator search-attribute create --namespace corridor --name CorridorStatus --type Keyword && ' +
        'temporal operator search-attribute create --namespace corridor --name CorridorNextAttemptAt --type Datetime',
    );
    for (const address of ['corridor.a1b2c.tmprl.cloud:7233', 'eu-central-1.aws.api.temporal.io:7233']) {
      expect(searchAttributesCommand({ address, namespace: 'corridor.a1b2c' }, names)).toBe(
        'tcld namespace search-attributes add --namespace corridor.a1b2c --sa CorridorStatus=Keyword ' +
          '--sa CorridorNextAttemptAt=Datetime',
      );
    }
  });

  it('stand in docs/MANAGED.md as the command that makes them', () => {
    const page = readFileSync(path.join(__dirname, '..', '..', 'docs', 'MANAGED.md'), 'utf8');
    const target = { address: 'eu-central-1.aws.api.temporal.io:7233', namespace: 'corridor.a1b2c' };
    const command = searchAttributesCommand(target, Object.keys(searchAttributeTypes()));
    expect(page.replaceAll(/ \\\n +/g, ' ')).toContain(command);
  });

  it('are left to others, in words, by a server that has no operator service', async () => {
    // gRPC's status 12: no call is implemented. The SDK connects all the same.
    const server = createServer();
    server.on('stream', (stream) =>
      stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '12' }, { endStream: true }),
    );
    const port = await listenOn(server);
    closeAtEnd(() => server.close());
    const target = { address: `127.0.0.1:${port}`, namespace: 'corridor', tls: null, apiKey: null };
    await expect(
      withTemporal(target, (connection) => registerSearchAttributes(connection, 'corridor')),
    ).rejects.toThrow('run corridor migrate --skip-search-attributes');
  });
});
