import { dribbling } from '../../../../activities/partners/laboratory/lines';
import type { CallResult } from '../../../../activities/partners/partner-call';
import { createServer, type RequestListener } from 'node:http';
import { listenOn } from '../../../../lib/listen-on';
import { closeAtEnd } from '../../../support/closing';

async function call(answer: RequestListener, callMs?: number): Promise<CallResult> {
  const server = createServer(answer);
  const port = await listenOn(server);
  closeAtEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = new URL(`http://127.0.0.1:${port}/instructions`);
  return dribbling(1, callMs)({ url, method: 'POST', headers: {}, body: '{"a":1}', purpose: 'dispatch' });
}

/** Source: docs/GAPS.md#P20 */
describe('a call that is made badly', () => {
  it('has its time in all, also where the answer never stops coming', async () => {
    const result = await call((_request, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(timer));
    }, 500);
    expect(result).toEqual({ kind: 'no_answer', fault: 'NO_ANSWER_IN_TIME' });
  });

  it('reads no more than 64 KiB of an answer', async () => {
    const sized = (size: number) =>
      call((request, response) => {
        const answer = JSON.stringify('x'.repeat(size - 2));
        request.resume().once('end', () => response.end(answer));
      });
    expect(await sized(64 * 1024)).toMatchObject({ kind: 'answered', answer: { body: { kind: 'json' } } });
    expect(await sized(64 * 1024 + 1)).toMatchObject({ kind: 'answered', answer: { body: { kind: 'too_long' } } });
  });
});
