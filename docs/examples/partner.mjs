// A settlement partner: node docs/examples/partner.mjs, with CORRIDOR_KEY (crd_partner_...) and CORRIDOR_SECRET (whsec_...).
// It takes every instruction, reports it accepted and processing, and confirms the settlement.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { CORRIDOR_KEY: key, CORRIDOR_SECRET: secret, PORT = '9900' } = process.env;
const taken = new Map(); // By Idempotency-Key; a real partner keeps them in its database.
const sign = (text) => createHmac('sha256', secret).update(text).digest('hex');

function isGenuine(request, body) {
  const { 'x-corridor-timestamp': timestamp = '', 'x-corridor-valid-until': validUntil = '' } = request.headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const expected = Buffer.from(`v2=${sign(`${timestamp}.${validUntil}.${request.method}.${request.url}.${body}`)}`);
  const signatures = (request.headers['x-corridor-signature'] ?? '').split(',').map((one) => Buffer.from(one.trim()));
  return signatures.some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

// What is refused so counts as not taken: Corridor asks, or sends it again. Needs a clock that is right to a second.
const isLate = (request) => Date.now() / 1000 > Number(request.headers['x-corridor-valid-until']);

// Sends a report until it is answered; a repeat with the same body is a repeat. 429 and 5xx are to be sent again.
async function report(method, url, content) {
  const body = JSON.stringify(content);
  for (let wait = 1000; ; wait = Math.min(wait * 2, 60_000)) {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'x-partner-timestamp': timestamp,
      'x-partner-signature': `v1=${sign(`${timestamp}.${method}.${new URL(url).pathname}.${body}`)}`,
    };
    const answer = await fetch(url, { method, headers, body }).catch(() => ({ status: 503 }));
    if (answer.status < 500 && answer.status !== 429) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function pay({ amount, currency, callbacks }, partnerReference) {
  for (const status of ['accepted', 'processing']) {
    await report('PUT', callbacks.status, { status, partnerReference, timestamp: new Date().toISOString() });
  }
  await report('POST', callbacks.settlement, {
    confirmedAt: new Date().toISOString(),
    settlementReference: `S-${partnerReference}`,
    actualAmount: amount,
    actualCurrency: currency,
  });
}

async function handle(request, answer) {
  const body = Buffer.concat(await request.toArray()).toString();
  if (!isGenuine(request, body)) return answer(401, { message: 'The signature does not verify.' });
  if (isLate(request)) return answer(425, { message: 'Too late.' });
  const [, , id, action] = request.url.split('/');
  const known = [...taken.values()].find(({ instruction }) => instruction.instructionId === id);
  if (action === 'cancel') return answer(409, { message: 'Too late.' });
  if (request.method === 'GET') return known ? answer(200, { partnerReference: known.reference }) : answer(404, {});
  const name = request.headers['idempotency-key'];
  const isNew = !taken.has(name);
  if (isNew) taken.set(name, { instruction: JSON.parse(body), reference: `P-${taken.size + 1}` });
  const { instruction, reference } = taken.get(name);
  answer(200, { partnerReference: reference, status: 'submitted' });
  // The laboratory of Corridor marks its orders: they are taken as any other, and not paid.
  if (isNew && !request.headers['x-corridor-laboratory']) await pay(instruction, reference);
}

createServer((request, response) => {
  const answer = (status, content) => response.writeHead(status).end(JSON.stringify(content));
  // A body that is no JSON, or whose connection ended halfway.
  handle(request, answer).catch(() => answer(400, { message: 'The body is not JSON.' }));
}).listen(Number(PORT), '127.0.0.1', () => console.log(`partner on http://127.0.0.1:${PORT}`));
