import { createServer } from 'node:http2';
import { listenOn } from '../../../lib/listen-on';
import { startAndWait } from '../../../workflows/client/payments';
import { connectWorkflows } from '../../../workflows/client/workflow-client';
import { closeAtEnd } from '../../support/closing';

it('is asked once by a submission: a Temporal that refuses more calls is busy, and the payment is started later', async () => {
  const seen: string[] = [];
  const server = createServer();
  server.on('stream', (stream, { ':path': path = '' }) => {
    const call = path.slice(path.lastIndexOf('/') + 1);
    if (call !== 'GetSystemInfo') seen.push(call);
    // gRPC's statuses: 12, not implemented, and 8, resource exhausted.
    const status = call === 'GetSystemInfo' ? '12' : '8';
    const head = { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': status };
    stream.respond(head, { endStream: true });
  });
  const address = `127.0.0.1:${await listenOn(server)}`;
  const workflows = connectWorkflows({ address, namespace: 'corridor', tls: null, apiKey: null }, 'test');
  closeAtEnd(() => server.close());
  closeAtEnd(() => workflows.close());
  const start = {
    instructionId: 'instr_1',
    accountId: 'acc_1',
    currency: 'EUR',
    partnerName: 'North',
    releaseAt: null,
    environment: 'test',
    idempotencyKey: null,
    clientReference: null,
  };
  expect(await startAndWait(workflows, start, 60_000)).toEqual({ kind: 'busy' });
  expect(seen).toEqual(['ExecuteMultiOperation']);
});
