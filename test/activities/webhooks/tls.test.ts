import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import path from 'node:path';
import { createGuardedAgents } from '../../../activities/webhooks/guarded-connect';
import type { QueueTarget } from '../../../domain/webhooks/destination';
import { postDelivery } from '../../../activities/webhooks/post';
import { signDelivery } from '../../../domain/webhooks/signature';
import { listenOn } from '../../../lib/listen-on';
import { QUEUE_KEYS, REGION } from '../../support/sqs-service';

/** Of an authority that no system knows; one for another name, one that is over. */
const CERTIFICATES = path.join(__dirname, '..', '..', 'fixtures', 'receiver-tls');
const AUTHORITY = path.join(CERTIFICATES, 'ca.pem');
const SIGNED = signDelivery(
  { id: 'evt_1', type: 'buyer.matched', createdAt: new Date(), object: { id: 'm' } },
  ['whsec_AAAA'],
  new Date(),
);

/** Posts to a receiver with that certificate. @returns what came of it, and how many requests it saw */
async function post(certificate: string, caFile: string | null, queue?: QueueTarget): Promise<unknown> {
  const read = (ending: string): Buffer => readFileSync(path.join(CERTIFICATES, `${certificate}.${ending}`));
  let requests = 0;
  const server = createServer({ cert: read('pem'), key: read('key') }, (_request, response) => {
    requests += 1;
    response.end();
  });
  const origin = `https://127.0.0.1:${await listenOn(server)}`;
  const agents = createGuardedAgents({ caFile, nameServers: [] });
  const target = { url: `${origin}/123456789012/hook`, accountId: 'acc_1', queue: queue ?? null };
  // Trusted, since it is on this machine: that says where it may be, not who it is.
  const { statusCode, error } = await postDelivery(target, SIGNED, agents, [origin]);
  agents.close();
  await new Promise((resolve) => server.close(resolve));
  return { statusCode, error, requests };
}

const REFUSED = { statusCode: null, error: 'tls', requests: 0 };

it('is delivered to a receiver whose authority an operator has added', async () => {
  expect(await post('good', AUTHORITY)).toEqual({ statusCode: 200, error: null, requests: 1 });
});

it.each([
  ['of an authority that nobody knows', 'good', null],
  ['for another name', 'wrong-name', AUTHORITY],
  ['that has expired', 'expired', AUTHORITY],
])('sends nothing to a receiver with a certificate %s', async (_what, certificate, caFile) => {
  expect(await post(certificate, caFile)).toEqual(REFUSED);
});

it('proves the certificate of a queue too', async () => {
  const queue = { type: 'sqs', region: REGION, ...QUEUE_KEYS, subject: 'm', deliveryId: 'dlv_1' } as const;
  expect(await post('good', null, queue)).toEqual(REFUSED);
  const reached = { statusCode: 200, error: 'invalid_answer', requests: 1 };
  expect(await post('good', AUTHORITY, queue)).toEqual(reached);
});
