import { httpAdapter } from '../../../activities/partners/http';
import { startScriptedServer, type HttpRequest, type Reaction } from '../../support/http-server';
import { CONFORMANCE_ORDER, describeConformance } from './conformance';

/** What the partner of the suite rejects. */
const REFUSED_NAME = 'Refused';

/** A partner of the HTTP protocol that remembers what it took. Source: docs/PARTNERS.md */
function protocolPartner(): { references: Map<string, string>; react(request: HttpRequest): Reaction } {
  const references = new Map<string, string>();
  function takeOrder(body: string): Reaction {
    const order = JSON.parse(body) as { instructionId: string; beneficiary: { name: string } };
    if (order.beneficiary.name === REFUSED_NAME) return { status: 422, body: { message: 'no such account' } };
    const partnerReference = references.get(order.instructionId) ?? `P-${references.size + 1}`;
    references.set(order.instructionId, partnerReference);
    return { status: 201, body: { partnerReference, status: 'accepted' } };
  }
  return {
    references,
    react({ method, path, body }) {
      const [, , id = '', action] = path.split('/');
      if (method === 'POST' && id === '') return takeOrder(body.toString());
      const partnerReference = references.get(id);
      if (partnerReference === undefined) return { status: 404, body: { message: 'unknown instruction' } };
      if (action === 'cancel') return { status: 200, body: { status: 'cancelled' } };
      return { status: 200, body: { instructionId: id, partnerReference, status: 'accepted' } };
    },
  };
}

describeConformance('http', async () => {
  const partner = protocolPartner();
  const server = await startScriptedServer((request) => partner.react(request));
  const at = (url: string) =>
    httpAdapter({
      url,
      publicUrl: 'https://corridor.example',
      signingSecret: () => Promise.resolve('whsec_x'),
      nowMs: () => Date.now(),
    });
  return {
    adapter: at(server.url),
    away: at('http://127.0.0.1:1'),
    order: (instructionId, wish) => ({
      ...CONFORMANCE_ORDER,
      instructionId,
      privateData: {
        ...CONFORMANCE_ORDER.privateData,
        beneficiary: {
          ...CONFORMANCE_ORDER.privateData.beneficiary,
          name: wish === 'reject' ? REFUSED_NAME : 'A',
        },
      },
    }),
    taken: () => [...partner.references.keys()],
    close: () => server.close(),
  };
});

/** Source: docs/GAPS.md#P14 */
describe('an answer that turns an order away', () => {
  it.each([
    [{ 'retry-after': '7' }, 7_000],
    [{}, null],
  ])('says with %j when it may come again', async (headers, retryAfterMs) => {
    const server = await startScriptedServer(() => ({ status: 429, headers, body: {} }));
    const adapter = httpAdapter({
      url: server.url,
      publicUrl: 'https://corridor.example',
      signingSecret: () => Promise.resolve('whsec_x'),
      nowMs: () => Date.now(),
    });
    const order = { ...CONFORMANCE_ORDER, instructionId: 'instr_1', attempt: 1, isFirstSend: true };
    expect(await adapter.submit(order)).toMatchObject({ kind: 'not_taken', retryAfterMs });
  });
});
