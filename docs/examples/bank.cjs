// A bank to practise with: API_KEY=... node docs/examples/bank.cjs. It has the API that docs/examples/banks/json-header.json describes,
// keeps transfers in memory, and pays nothing: a transfer is EXECUTED half a minute after it came.
const { createServer } = require('node:http');

const { API_KEY: key = 'the-key-of-the-bank', PORT = '9900' } = process.env;
const transfers = []; // A real bank keeps them in its database.
const EXECUTION_MS = 30_000;

const problem = (status, code, detail) => ({ status, body: { problem: { code, detail } } });

// One transfer for any number of requests with the same reference, whatever else they say.
function submit(text) {
  let order;
  try {
    order = JSON.parse(text);
  } catch {
    return problem(400, 'FF01', 'The body is no JSON.');
  }
  if (!/^[A-Z]{3}$/.test(order.amount?.currency) || order.amount.currency === 'ZZZ')
    return problem(422, 'AM11', 'There is no such currency.');
  const known = transfers.find(({ reference }) => reference === order.reference);
  if (known !== undefined) return { status: 200, body: known };
  const transfer = { id: `T-${transfers.length + 1}`, reference: order.reference, state: 'ACCEPTED' };
  transfers.push(transfer);
  setTimeout(() => {
    if (transfer.state === 'ACCEPTED') transfer.state = 'EXECUTED';
  }, EXECUTION_MS).unref();
  return { status: 201, body: transfer };
}

function change(id, action) {
  const transfer = transfers.find((one) => one.id === id);
  if (transfer === undefined) return problem(404, 'unknown', 'There is no such transfer.');
  if (action === 'recall') return { status: 202, body: {} };
  if (transfer.state === 'EXECUTED') return problem(409, 'executed', 'The transfer is executed.');
  transfer.state = 'CANCELLED';
  return { status: 200, body: transfer };
}

function answerTo({ method, url, headers }, text) {
  if (headers.authorization !== `Bearer ${key}`) return problem(401, 'unauthorized', 'The key is wrong.');
  const { pathname, searchParams } = new URL(url, 'http://bank');
  const [, , , id, action] = pathname.split('/');
  if (method === 'GET') {
    const reference = searchParams.get('reference');
    return { status: 200, body: { transfers: transfers.filter((one) => one.reference === reference) } };
  }
  return method === 'POST' && id === undefined ? submit(text) : change(id, action);
}

createServer(async (request, response) => {
  // A request whose connection ends in the middle of its body is none.
  const chunks = await request.toArray().catch(() => null);
  if (chunks === null) return;
  const { status, body } = answerTo(request, Buffer.concat(chunks).toString());
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}).listen(Number(PORT), '127.0.0.1', () => console.log(`a bank at http://127.0.0.1:${PORT}/v2`));
