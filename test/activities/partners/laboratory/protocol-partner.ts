import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  startScriptedServer,
  type HttpRequest,
  type Reaction,
  type ScriptedServer,
} from '../../../support/http-server';

export const SECRET = 'whsec_of_the_partner';

/** How a partner departs from the protocol; each is a partner of its own. */
export type Fault =
  | 'a new reference for each repetition'
  | 'looks for the key before it writes it down'
  | 'one reference for all'
  | 'forgets what it took'
  | 'claims to have what it never got'
  | 'a page for what it never got'
  | 'finds by the beginning of an id'
  | 'finds by the first 25 characters of an id'
  | 'takes any signature'
  | 'takes calls without a signature'
  | 'does not look at the body of what was signed'
  | 'does not look at the time'
  | 'verifies its own spelling of the body'
  | 'compares the whole signature header'
  | 'refuses members that it does not know'
  | 'verifies the body as Latin-1'
  | 'another body under a key is another payment'
  | 'answers after more than five seconds'
  | 'no reference'
  | 'redirects'
  | 'answers with a megabyte'
  | 'refuses the second cancellation'
  | 'cancels what it never got, and takes it'
  | 'cancels in words'
  | 'cancels without a look at the signature'
  | 'cannot cancel'
  | 'takes what it rejected'
  | 'rejects with a page'
  | 'takes half a body'
  | 'rejects repetitions';

interface Order {
  instructionId: string;
  currency: string;
  amount: number;
}

interface Kept {
  reference: string;
  status: string;
}

const KNOWN_MEMBERS = new Set([
  ...['instructionId', 'amount', 'currency', 'beneficiary', 'debtor', 'purpose', 'remittance', 'chargeBearer'],
  ...['settlementTimeline', 'valueDate', 'uetr', 'callbacks'],
]);

const json = (status: number, body: unknown): Reaction => ({ status, body });
const page = (status: number): Reaction => ({
  status,
  body: Buffer.from('<html>'),
  headers: { 'content-type': 'text/html' },
});

/** A partner as docs/PARTNERS.md asks for, but for one fault. */
class ProtocolPartner {
  private readonly orders = new Map<string, Kept>();
  private readonly keys = new Map<string, string>();
  private readonly rejected = new Set<string>();
  private count = 0;

  constructor(private readonly fault: Fault | null) {}

  /** Ids of what it took. */
  taken(): string[] {
    return [...this.orders.keys()];
  }

  async react(request: HttpRequest): Promise<Reaction> {
    const { method, path, body } = request;
    const [, , id = '', action] = path.split('/');
    const isUnchecked = this.fault === 'cancels without a look at the signature' && action === 'cancel';
    if (!isUnchecked && !this.isGenuine(request)) return json(401, { error: 'wrong signature' });
    if (this.isLate(request)) return json(425, { error: 'too late' });
    if (method === 'POST' && id === '') return this.submit(body.toString(), String(request.headers['idempotency-key']));
    return action === 'cancel' ? this.cancel(id) : this.inquire(id);
  }

  private isGenuine({ method, path, headers, body }: HttpRequest): boolean {
    const given = String(headers['x-corridor-signature'] ?? '');
    const timestamp = String(headers['x-corridor-timestamp']);
    const until = String(headers['x-corridor-valid-until']);
    if (this.fault === 'takes any signature' && given !== '') return true;
    if (this.fault === 'takes calls without a signature' && given === '') return true;
    if (this.fault !== 'does not look at the time' && Math.abs(Date.now() / 1000 - Number(timestamp)) > 300)
      return false;
    const bytes = this.fault === 'verifies its own spelling of the body' ? respelled(body) : body;
    const read = this.fault === 'verifies the body as Latin-1' ? Buffer.from(bytes.toString('latin1')) : bytes;
    const sign = (times: string): string =>
      createHmac('sha256', SECRET).update(`${times}.${method}.${path}.`).update(read).digest('hex');
    const known = [`v1=${sign(timestamp)}`, `v2=${sign(`${timestamp}.${until}`)}`];
    if (this.fault === 'does not look at the body of what was signed')
      return given !== '' && hasBodyOfOthers(given, known);
    if (this.fault === 'compares the whole signature header') return given === known.join(',');
    return given.split(',').includes(known[1] ?? '');
  }

  private isLate({ headers }: HttpRequest): boolean {
    const isBlind = this.fault === 'does not look at the time';
    return !isBlind && Number(headers['x-corridor-valid-until']) < Date.now() / 1000;
  }

  private async submit(text: string, key: string): Promise<Reaction> {
    const order = this.read(text);
    if (order === null) return json(400, { error: 'no JSON' });
    if (this.fault === 'answers after more than five seconds') await pause(5_500);
    if (this.fault === 'redirects') return { status: 307, headers: { location: '/elsewhere' } };
    if (this.fault === 'no reference') return json(200, { status: 'accepted' });
    if (this.fault === 'answers with a megabyte')
      return json(200, { partnerReference: 'P', more: 'x'.repeat(1_000_000) });
    const unknown = Object.keys(order).filter((name) => !KNOWN_MEMBERS.has(name));
    if (this.fault === 'refuses members that it does not know' && unknown.length > 0)
      return json(400, { error: 'unknown' });
    if (order.currency === 'ZZZ') return this.reject(order.instructionId);
    return this.take(order, key);
  }

  private read(text: string): Order | null {
    try {
      return JSON.parse(text) as Order;
    } catch {
      if (this.fault !== 'takes half a body') return null;
      const instructionId = /"instructionId":"([a-z0-9_]+)"/.exec(text)?.[1];
      return instructionId === undefined ? null : { instructionId, currency: 'USD', amount: 1 };
    }
  }

  private reject(id: string): Reaction {
    if (this.fault === 'rejects with a page') return page(422);
    const isSecond = this.rejected.has(id);
    this.rejected.add(id);
    if (isSecond && this.fault === 'takes what it rejected') return this.create(id, id);
    return json(422, { code: 'AC01', message: 'no such currency' });
  }

  private async take(order: Order, key: string): Promise<Reaction> {
    const id = order.instructionId;
    const place = this.fault === 'another body under a key is another payment' ? `${key}:${order.amount}` : key;
    const known = this.keys.get(place);
    if (this.fault === 'looks for the key before it writes it down') await pause(5);
    if (this.fault === 'a new reference for each repetition' || known === undefined) return this.create(id, place);
    if (this.fault === 'rejects repetitions') return json(422, { error: 'duplicate' });
    return json(200, { partnerReference: known, status: 'accepted' });
  }

  private create(id: string, key: string): Reaction {
    this.count += 1;
    const reference = this.fault === 'one reference for all' ? 'P-1' : `P-${this.count}`;
    this.keys.set(key, reference);
    if (!this.orders.has(id)) this.orders.set(id, { reference, status: 'accepted' });
    return json(201, { partnerReference: reference, status: 'accepted' });
  }

  private find(id: string): Kept | undefined {
    if (this.fault === 'forgets what it took') return undefined;
    const same = (other: string): boolean => {
      if (this.fault === 'finds by the beginning of an id') return id.startsWith(other);
      if (this.fault === 'finds by the first 25 characters of an id') return id.slice(0, 31) === other.slice(0, 31);
      return id === other;
    };
    return [...this.orders].find(([other]) => same(other))?.[1];
  }

  private inquire(id: string): Reaction {
    const found = this.find(id);
    if (found !== undefined) return json(200, { partnerReference: found.reference, status: found.status });
    if (this.fault === 'claims to have what it never got')
      return json(200, { partnerReference: `P-${id}`, status: 'accepted' });
    return this.fault === 'a page for what it never got' ? page(404) : json(404, { error: 'never received' });
  }

  private cancel(id: string): Reaction {
    if (this.fault === 'cannot cancel') return json(501, { error: 'not implemented' });
    const found = this.orders.get(id);
    if (found === undefined) {
      return this.fault === 'cancels what it never got, and takes it' ? json(200, {}) : json(404, { error: 'unknown' });
    }
    if (this.fault === 'refuses the second cancellation' && found.status === 'cancelled')
      return json(409, { error: 'done' });
    found.status = this.fault === 'cancels in words' ? 'processing' : 'cancelled';
    return json(200, {});
  }
}

function respelled(body: Buffer): Buffer {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString())));
  } catch {
    return body;
  }
}

/** Whether a signature has the form of one: what a partner sees that does not look at the body. */
function hasBodyOfOthers(given: string, known: readonly string[]): boolean {
  return given.split(',').length === known.length && given.length === known.join(',').length;
}

/** Starts a partner of the protocol on loopback. @param fault null for one that keeps to it */
export async function startProtocolPartner(
  fault: Fault | null,
): Promise<ScriptedServer & Pick<ProtocolPartner, 'taken'>> {
  const partner = new ProtocolPartner(fault);
  const server = await startScriptedServer((request) => partner.react(request));
  return { ...server, taken: () => partner.taken() };
}
