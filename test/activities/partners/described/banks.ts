import { createHash, createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import path from 'node:path';
import { readXmlDocument } from '../../../../importers/xml-document';
import { memberOf } from '../../../../domain/unknown-value';
import { listenOn } from '../../../../lib/listen-on';
import { closeAtEnd } from '../../../support/closing';
import type { HttpRequest, Reaction } from '../../../support/http-server';
import { REFUSED_NAME } from './json-bank';

const TLS = path.join(__dirname, '..', '..', '..', 'fixtures', 'receiver-tls');
export const readTls = (name: string): string => readFileSync(path.join(TLS, name), 'utf8');

/** What a bank of any shape remembers. */
export interface Order {
  id: string;
  reference: string;
  state: string;
  /** Further members of what it says of the order. */
  more?: Record<string, unknown>;
}

export interface SimulatedBank {
  orders: Order[];
  react(request: HttpRequest): Reaction;
}

function take(orders: Order[], reference: string, state: string): Order {
  const known = orders.find((order) => order.reference === reference);
  if (known !== undefined) return known;
  const order = { id: `B-${orders.length + 1}`, reference, state };
  orders.push(order);
  return order;
}

/** JSON, signed requests, polling: docs/examples/banks/json-hmac.json. It refuses what is signed otherwise. */
export function hmacBank(signingKey: string, nowMs: () => number): SimulatedBank {
  const orders: Order[] = [];
  const problem = (status: number, code: string): Reaction => ({ status, body: { problem: { code, detail: code } } });
  return {
    orders,
    react({ method, path: target, headers, body }) {
      const hash = createHash('sha256').update(body).digest('hex');
      const time = String(headers['x-timestamp']);
      const text = [time, method, target, hash].join('\n');
      if (headers['x-signature'] !== createHmac('sha256', signingKey).update(text).digest('hex')) {
        return problem(401, 'SIGNATURE');
      }
      if (Math.abs(Number(time) - nowMs() / 1_000) > 300) return problem(401, 'TIME');
      if (target === '/recalls') return { status: 202, body: {} };
      const [, , , , reference = '', action] = target.split('/');
      if (target === '/v1/payments') {
        const order = JSON.parse(body.toString()) as {
          requestId: string;
          reference: string;
          creditor: { name: string };
        };
        if (!/^[0-9a-f-]{36}$/.test(order.requestId)) return problem(400, 'REQUEST_ID');
        if (order.creditor.name === REFUSED_NAME) return problem(422, 'AC04');
        return { status: 201, body: take(orders, order.reference, 'RECEIVED') };
      }
      const order = orders.find((one) => one.reference === reference);
      if (order === undefined) return problem(404, 'PAYMENT_NOT_FOUND');
      if (action === 'cancel') order.state = 'CANCELLED';
      const { more, ...said } = order;
      return { status: 200, body: { ...said, ...more } };
    },
  };
}

/** Forms, OAuth client credentials: docs/examples/banks/form-oauth.json. `expire` ends every token at once. */
export function oauthBank(clientSecret: string): SimulatedBank & { issued: string[]; expire(): void } {
  const orders: Order[] = [];
  const issued: string[] = [];
  let live = '';
  const failure = (status: number, type: string, code: string): Reaction => ({
    status,
    body: { error: { type, code, message: `It is ${code}.` } },
  });
  const view = ({ id, reference, state, more }: Order) => ({ id, status: state, metadata: { reference }, ...more });
  return {
    orders,
    issued,
    expire: () => (live = ''),
    react({ method, path: target, headers, body }) {
      const url = new URL(target, 'http://bank.example');
      if (url.pathname === '/oauth/token') {
        const basic = Buffer.from(`corridor:${clientSecret}`).toString('base64');
        const isRight = headers.authorization === `Basic ${basic}` && body.toString().startsWith('grant_type=client');
        if (!isRight) return { status: 401, body: { error: 'invalid_client' } };
        live = randomUUID();
        issued.push(live);
        return { status: 200, body: { access_token: live, token_type: 'Bearer', expires_in: 600 } };
      }
      if (live === '' || headers.authorization !== `Bearer ${live}`) return failure(401, 'unauthorized', 'token');
      if (target === '/recalls') return { status: 202, body: {} };
      const [, , , id] = url.pathname.split('/');
      if (method === 'GET') {
        const reference = url.searchParams.get('metadata[reference]');
        return { status: 200, body: { data: orders.filter((order) => order.reference === reference).map(view) } };
      }
      const order = orders.find((one) => one.id === id);
      if (id !== undefined) {
        if (order === undefined) return failure(404, 'unknown', 'unknown');
        return { status: 200, body: { ...view(order), status: 'canceled' } };
      }
      const form = new URLSearchParams(body.toString());
      if (form.get('payee[name]') === REFUSED_NAME) return failure(402, 'insufficient_funds', 'AM04');
      return { status: 201, body: view(take(orders, form.get('metadata[reference]') ?? '', 'pending')) };
    },
  };
}

interface Signed {
  raw: string;
  headers: Record<string, string>;
}

/** What a bank posts to us, signed as docs/examples/banks/form-oauth.json says. */
export function signedNotification(
  raw: string,
  { type, secret, sentAt = new Date() }: { type: string; secret: string; sentAt?: Date },
): Signed {
  const time = String(Math.floor(sentAt.getTime() / 1_000));
  const digest = createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex');
  return {
    raw,
    headers: {
      'content-type': type,
      'x-webhook-timestamp': time,
      'x-webhook-signature': `sha256=${digest}`,
    },
  };
}

/** What the bank with forms posts to us when a payout changes. */
export function payoutNotification(
  { id, reference, state, more }: Order,
  { secret, sentAt = new Date(), created = sentAt }: { secret: string; sentAt?: Date; created?: Date },
): Signed {
  const data = { id, status: state, metadata: { reference }, ...more };
  const raw = JSON.stringify({ type: `payout.${state}`, created: created.toISOString(), data });
  return signedNotification(raw, { type: 'application/json; charset=utf-8', secret, sentAt });
}

/** XML: docs/examples/banks/xml-mtls.json. */
export function xmlBank(): SimulatedBank {
  const orders: Order[] = [];
  const answer = (status: number, text: string): Reaction => ({ status, body: Buffer.from(text) });
  const fault = (status: number, code: string): Reaction =>
    answer(status, `<Fault><Code>${code}</Code><Text>It is ${code}.</Text></Fault>`);
  const said = ({ id, reference, state }: Order): Reaction =>
    answer(
      200,
      `<b:OrderStatus xmlns:b="urn:example:bank"><b:BankId>${id}</b:BankId><b:OrderId>${reference}</b:OrderId>` +
        `<b:State>${state}</b:State></b:OrderStatus>`,
    );
  return {
    orders,
    react({ path: target, body }) {
      const content = readXmlDocument(body);
      if (content === null) return fault(400, 'FF01');
      if (target === '/orders') {
        const order = memberOf(content, 'PaymentOrder');
        if (memberOf(order, 'Payee', 'Name') === REFUSED_NAME) return fault(400, 'AC04');
        return said(take(orders, String(memberOf(order, 'OrderId')), 'ACCEPTED'));
      }
      const [root] = Object.values(content ?? {});
      const known = orders.find((order) => order.reference === memberOf(root, 'OrderId'));
      if (known === undefined) return fault(404, 'UNKNOWN_ORDER');
      if (target === '/cancellations') known.state = 'CANCELLED';
      return target === '/recalls' ? answer(202, '') : said(known);
    },
  };
}

/** A server of a bank that talks to nobody without a certificate of its authority. @returns its address */
export async function startMutualTls(react: SimulatedBank['react']): Promise<{ url: string; close(): Promise<void> }> {
  const proof = { cert: readTls('good.pem'), key: readTls('good.key'), ca: readTls('ca.pem') };
  const server = createServer({ ...proof, requestCert: true, rejectUnauthorized: true }, (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const reaction = react({ method, path: url, headers, body: Buffer.concat(chunks) });
      if (typeof reaction === 'string') return incoming.socket.destroy();
      outgoing.writeHead(reaction.status, { 'content-type': 'application/xml' });
      return outgoing.end(reaction.body);
    });
  });
  const url = `https://127.0.0.1:${await listenOn(server)}`;
  const close = closeAtEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url, close };
}
