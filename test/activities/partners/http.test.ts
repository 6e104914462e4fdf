import { httpAdapter } from '../../../activities/partners/http';
import { httpCandidate } from '../../../activities/partners/laboratory/http-candidate';
import { startScriptedServer } from '../../support/http-server';
import { CONFORMANCE_ORDER, describeConformance, PAYEE } from './conformance';
import { SECRET, startProtocolPartner } from './laboratory/protocol-partner';

describeConformance(
  'http',
  async () => {
    const server = await startProtocolPartner(null);
    const at = (url: string) =>
      httpCandidate({ partnerId: null, url, publicUrl: 'https://corridor.example', secret: SECRET, payee: PAYEE });
    const candidate = at(server.url);
    return {
      candidate,
      adapter: candidate.adapter({}),
      away: at('http://127.0.0.1:1').adapter({}),
      // Of that currency it takes nothing.
      order: (instructionId, wish) => ({
        ...{ ...CONFORMANCE_ORDER, takenAt: new Date(), instructionId },
        currency: wish === 'reject' ? 'ZZZ' : 'USD',
      }),
      taken: () => server.taken(),
      close: () => server.close(),
    };
  },
  ['adapter', 'calls', 'http', 'secret'],
);

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
