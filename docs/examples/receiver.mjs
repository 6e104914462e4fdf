// A receiver of webhooks: node docs/examples/receiver.mjs, with CORRIDOR_SECRET (whsec_...).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { CORRIDOR_SECRET: secret, PORT = '9901' } = process.env;
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
const seen = new Set(); // A real receiver keeps the ids in its database.

function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  // While a secret is rotated there are two signatures: one that fits is enough.
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  response.writeHead(200).end(); // Exactly 200, within five seconds; do the work afterwards.
  const event = JSON.parse(body);
  if (seen.has(event.id)) return;
  seen.add(event.id);
  console.log(event.type, JSON.stringify(event.data));
}).listen(Number(PORT), '127.0.0.1', () => console.log(`receiver on http://127.0.0.1:${PORT}`));
