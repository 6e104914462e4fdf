import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { certify } from '../../../activities/partners/laboratory/certify';
import { httpCandidate } from '../../../activities/partners/laboratory/http-candidate';
import { findFreePort } from '../../../cli/embedded/ports';
import { createPartnerKey } from '../../../db/auth/credentials';
import { createPartner } from '../../../db/payments/dispatch/partners';
import { closeAtEnd } from '../../support/closing';
import { eventually, instructionBody } from '../../support/builders';
import { addRoute, newRoute } from '../../support/partner';
import { startStack, type Stack } from '../../support/stack';

interface Running {
  url: string;
  output(): string;
  child: ChildProcess;
}

let stack: Stack;
let key: string;
let receiverPort: number;

/** Starts a program of examples/ as its first lines say, and waits until it listens. */
async function start(name: string, port: number, env: Record<string, string>): Promise<Running> {
  const file = path.join(__dirname, '../../../docs/examples', name);
  const child = spawn(process.execPath, [file], {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closeAtEnd(() => child.kill());
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString();
  });
  await eventually(
    async () => output,
    (text) => text.includes('http://'),
    `${name} listens`,
  );
  return { url: `http://127.0.0.1:${port}`, output: () => output, child };
}

beforeAll(async () => {
  receiverPort = await findFreePort();
  stack = await startStack({ webhookTrustedOrigins: [`http://127.0.0.1:${receiverPort}`] });
  key = await stack.createKey('examples');
});

describe('the example partner', () => {
  let partner: Running & { secret: string };

  beforeAll(async () => {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const bank = {
      name: 'Example',
      adapter: 'http',
      config: { url },
      environment: 'test',
      authMode: 'signed',
    } as const;
    const { id, secret } = await createPartner(stack.database, stack.vault, bank);
    const issued = await createPartnerKey(stack.database, { partnerId: id, label: 'example', endpointLimits: false });
    await addRoute(stack.database, newRoute(id));
    const running = await start('partner.mjs', port, { CORRIDOR_KEY: issued.key, CORRIDOR_SECRET: secret });
    partner = { ...running, secret };
  });

  it('takes an instruction and settles it, with every request of both sides signed', async () => {
    const created = await stack.call('POST', '/api/v1/payments/instructions', { key, body: instructionBody() });
    const { instructionId } = created.body['data'] as { instructionId: string };
    const target = `/api/v1/payments/instructions/${instructionId}`;
    const settled = await eventually(
      async () => (await stack.call('GET', target, { key })).body['data'] as Record<string, unknown>,
      (data) => data['status'] === 'settled',
      'the settlement',
    );
    expect(settled['settlement']).toMatchObject({ settlementReference: 'S-P-1', actualAmount: 1250.5 });
    expect((settled['statusHistory'] as { status: string }[]).map(({ status }) => status)).toEqual(
      expect.arrayContaining(['submitted', 'accepted', 'processing', 'settled']),
    );
  });

  it('passes the laboratory', async () => {
    const payee = { currency: 'USD', country: 'US', accountNumber: '9876543210', swiftBic: 'BOFAUS3N' };
    const { url, secret } = partner;
    const candidate = httpCandidate({ partnerId: null, url, publicUrl: stack.baseUrl, secret, payee });
    const { verdict, results } = await certify(candidate, { seed: 1 });
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(verdict).toBe('passed');
  });

  it('refuses a request that is not signed', async () => {
    const answer = await fetch(`${partner.url}/instructions`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(401);
  });
});

describe('the example receiver', () => {
  it('verifies an event and refuses a body that is not signed', async () => {
    const url = `http://127.0.0.1:${receiverPort}`;
    const made = await stack.call('POST', '/v1/webhooks', { key, body: { url, events: ['shipment.created'] } });
    const receiver = await start('receiver.mjs', receiverPort, { CORRIDOR_SECRET: String(made.body['secret']) });
    const body = { origin_country: 'VN', destination_country: 'DE' };
    const shipment = await stack.call('POST', '/v1/shipments', { key, body });
    await eventually(
      async () => receiver.output(),
      (text) => text.includes('shipment.created') && text.includes(String(shipment.body['id'])),
      'the event',
    );
    expect((await fetch(url, { method: 'POST', body: '{"id":"evt_1"}' })).status).toBe(401);
  });
});
