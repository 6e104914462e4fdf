import { setTimeout as pause } from 'node:timers/promises';
import type { HttpRequest, Reaction } from '../../../support/http-server';

/** What the bank of the suite rejects. */
export const REFUSED_NAME = 'Refused';

/** How a bank departs from what its description says; each is a bank of its own. */
export type BankFault =
  | 'makes a transfer of each request'
  | 'looks for the reference before it writes it down'
  | 'makes another transfer of another amount'
  | 'one id for all'
  | 'names no id'
  | 'forgets what it took'
  | 'finds whatever it has'
  | 'takes any key'
  | 'takes calls without a key'
  | 'rejects orders for a wrong key'
  | 'has a state that is not described'
  | 'answers in words that no rule has'
  | 'takes half a body'
  | 'rejects repetitions'
  | 'cancels in words'
  | 'refuses the second cancellation'
  | 'cannot cancel'
  | 'cannot recall';

interface Transfer {
  id: string;
  reference: string;
  state: string;
}

interface Order {
  reference: string;
  amount: string;
  name: string;
}

const problem = (status: number, code: string, detail: string): Reaction => ({
  status,
  body: { problem: { code, detail } },
});

function read(body: string, fault: BankFault | null): Order | null {
  try {
    const order = JSON.parse(body) as { reference: string; amount: { value: string }; creditor: { name: string } };
    return { reference: order.reference, amount: order.amount.value, name: order.creditor.name };
  } catch {
    const reference = /"reference":"([a-z0-9_]+)"/.exec(body)?.[1];
    return fault === 'takes half a body' && reference !== undefined ? { reference, amount: '', name: '' } : null;
  }
}

/** A bank with an API of its own in JSON, as docs/examples/banks/json-header.json describes it, but for one fault. */
export function jsonBank(apiKey: string, fault: BankFault | null = null) {
  const transfers: Transfer[] = [];
  const amounts = new Map<string, string>();

  function find(reference: string | null): Transfer | undefined {
    return transfers.find((transfer) => transfer.reference === reference);
  }

  function make({ reference, amount }: Order): Reaction {
    const id = fault === 'one id for all' ? 'T-1' : `T-${transfers.length + 1}`;
    const state = fault === 'has a state that is not described' ? 'PARKED' : 'ACCEPTED';
    const transfer = { id, reference, state };
    transfers.push(transfer);
    amounts.set(reference, amount);
    if (fault === 'names no id') return { status: 201, body: { reference, state } };
    if (fault === 'answers in words that no rule has') return { status: 207, body: transfer };
    return { status: 201, body: transfer };
  }

  async function submit(body: string): Promise<Reaction> {
    const order = read(body, fault);
    if (order === null) return problem(400, 'FF01', 'This is no JSON.');
    if (order.name === REFUSED_NAME) return problem(422, 'AC04', 'The account is closed.');
    const known = find(order.reference);
    if (fault === 'looks for the reference before it writes it down') await pause(5);
    const isOther = amounts.get(order.reference) !== order.amount;
    const isNew =
      fault === 'makes a transfer of each request' || (fault === 'makes another transfer of another amount' && isOther);
    if (known === undefined || isNew) return make(order);
    return fault === 'rejects repetitions' ? problem(422, 'DU04', 'We have it.') : { status: 200, body: known };
  }

  function inquire(reference: string | null): Reaction {
    const found = fault === 'forgets what it took' ? [] : transfers.filter((one) => one.reference === reference);
    const [any] = transfers;
    if (fault === 'finds whatever it has' && found.length === 0 && any !== undefined) found.push(any);
    return { status: 200, body: { transfers: found } };
  }

  function change(id: string | undefined, action: string | undefined): Reaction {
    const transfer = transfers.find((one) => one.id === id);
    if (transfer === undefined) return problem(404, 'unknown', 'There is no such transfer.');
    if (action === 'recall') {
      return fault === 'cannot recall' ? problem(501, 'none', 'We do not.') : { status: 202, body: {} };
    }
    if (fault === 'cannot cancel') return problem(501, 'none', 'We do not.');
    if (fault === 'refuses the second cancellation' && transfer.state === 'CANCELLED')
      return problem(409, 'done', 'It is.');
    transfer.state = 'CANCELLED';
    const answer = { ...transfer };
    if (fault === 'cancels in words') transfer.state = 'IN_PROGRESS';
    return { status: 200, body: answer };
  }

  function isKnown({ authorization }: HttpRequest['headers']): boolean {
    if (authorization === undefined) return fault === 'takes calls without a key';
    return authorization === `Bearer ${apiKey}` || fault === 'takes any key';
  }

  return {
    transfers,
    async react({ method, path, headers, body }: HttpRequest): Promise<Reaction> {
      const wrong = fault === 'rejects orders for a wrong key' ? 422 : 401;
      if (!isKnown(headers)) return problem(wrong, 'unauthorized', 'Who are you?');
      const url = new URL(path, 'http://bank.example');
      const [, , , id, action] = url.pathname.split('/');
      if (method === 'POST' && id === undefined) return submit(body.toString());
      return method === 'GET' ? inquire(url.searchParams.get('reference')) : change(id, action);
    },
  };
}
