import type { HttpRequest, Reaction } from '../../../support/http-server';

/** What the bank of the suite rejects. */
export const REFUSED_NAME = 'Refused';

interface Transfer {
  id: string;
  reference: string;
  state: string;
}

/** A bank with an API of its own in JSON, as examples/banks/json-header.json describes it. */
export function jsonBank(apiKey: string) {
  const transfers: Transfer[] = [];
  const problem = (status: number, code: string, detail: string): Reaction => ({
    status,
    body: { problem: { code, detail } },
  });
  function submit(body: string): Reaction {
    const { reference, creditor } = JSON.parse(body) as { reference: string; creditor: { name: string } };
    if (creditor.name === REFUSED_NAME) return problem(422, 'AC04', 'The account is closed.');
    const known = transfers.find((transfer) => transfer.reference === reference);
    if (known !== undefined) return { status: 200, body: known };
    const transfer = { id: `T-${transfers.length + 1}`, reference, state: 'ACCEPTED' };
    transfers.push(transfer);
    return { status: 201, body: transfer };
  }
  return {
    transfers,
    react({ method, path, headers, body }: HttpRequest): Reaction {
      if (headers.authorization !== `Bearer ${apiKey}`) return problem(401, 'unauthorized', 'Who are you?');
      const url = new URL(path, 'http://bank.example');
      const [, , , id, action] = url.pathname.split('/');
      if (method === 'POST' && id === undefined) return submit(body.toString());
      if (method === 'GET') {
        const reference = url.searchParams.get('reference');
        return { status: 200, body: { transfers: transfers.filter((transfer) => transfer.reference === reference) } };
      }
      const transfer = transfers.find((one) => one.id === id);
      if (transfer === undefined) return problem(404, 'unknown', 'There is no such transfer.');
      if (action === 'recall') return { status: 202, body: {} };
      return { status: 200, body: { ...transfer, state: 'CANCELLED' } };
    },
  };
}
