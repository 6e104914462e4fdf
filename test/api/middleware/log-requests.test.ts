import type { Context } from 'koa';
import pino from 'pino';
import { annotateRequest, logRequests, operationOf, type RequestNote } from '../../../api/middleware/log-requests';
import type { AnsweredRequest } from '../../../db/requests/request-log';

const CLIENT = { tenant: { accountId: 'acc_1', environment: 'test' }, plan: 'free' } as const;

interface Asked {
  method?: string;
  status?: number;
  note?: RequestNote;
  logLevel?: string;
  receivedAt?: Date;
}

interface Seen {
  lines: unknown[];
  observed: unknown[];
  counted: AnsweredRequest[];
}

/** Answers one request at 1 s, and ends at 1.25 s. @returns what the log and the counters were told of it */
async function seenOf({ method = 'GET', status = 200, note, logLevel = 'debug', receivedAt }: Asked): Promise<Seen> {
  const seen: Seen = { lines: [], observed: [], counted: [] };
  const write = (line: string): void => void seen.lines.push(JSON.parse(line));
  const log = pino({ level: logLevel, base: null, timestamp: false }, { write });
  let nowMs = 1_000;
  const middleware = logRequests({
    log,
    now: () => new Date(nowMs),
    observe: (request) => void seen.observed.push(request),
    countRequest: (request) => void seen.counted.push(request),
  });
  const state: Record<string, unknown> = { requestId: 'req_1', receivedAt };
  await middleware({ state, method, status } as unknown as Context, async () => {
    expect(operationOf(state)).toBeNull();
    if (note !== undefined) annotateRequest(state, note);
    expect(operationOf(state)).toBe(note?.operation ?? null);
    nowMs = 1_250;
  });
  return seen;
}

const levels = { debug: 20, info: 30 };

/** Source: docs/GAPS.md#G3 */
describe('the line of a request', () => {
  it('says what it was, whose key it came with, and how long it took; nothing of its address', async () => {
    const note = { operation: 'createInstruction', keyId: 'key_1', client: CLIENT };
    const { lines, observed, counted } = await seenOf({ method: 'POST', status: 201, note });
    const said = { method: 'POST', operation: 'createInstruction', status: 201 };
    expect(lines).toEqual([
      { level: levels.info, requestId: 'req_1', ...said, keyId: 'key_1', ms: 250, msg: 'request' },
    ]);
    expect(observed).toEqual([{ ...said, seconds: 0.25 }]);
    const facts = { isRead: false, errorCode: null, faultField: null, faultCode: null, subject: null };
    expect(counted).toEqual([{ ...CLIENT, ...said, ...facts, id: 'req_1', keyId: 'key_1', ms: 250 }]);
  });

  it('names no operation and no key where there is none, and counts it for nobody', async () => {
    const { lines, observed, counted } = await seenOf({ status: 404 });
    expect(lines).toMatchObject([{ operation: null, keyId: null, status: 404 }]);
    expect(observed).toMatchObject([{ operation: null, status: 404 }]);
    expect(counted).toEqual([]);
  });

  it.each([
    ['a read that succeeds', 'GET', 200, false, levels.debug],
    ['a question that is sent with POST', 'POST', 200, true, levels.debug],
    ['a preflight', 'OPTIONS', 204, false, levels.debug],
    ['a look at the head', 'HEAD', 200, false, levels.debug],
    ['a read that moved', 'GET', 302, false, levels.debug],
    ['a read that is refused', 'GET', 400, false, levels.info],
    ['a question that is refused', 'POST', 404, true, levels.info],
    ['a read beyond its limit', 'GET', 429, false, levels.debug],
    ['a change beyond its limit', 'POST', 429, false, levels.debug],
    ['a change', 'DELETE', 204, false, levels.info],
    ['a fault of ours', 'GET', 500, false, levels.info],
  ])('of %s has its level', async (_name, method, status, isRead, level) => {
    const { lines } = await seenOf({ method, status, note: { operation: 'any', isRead } });
    expect(lines).toMatchObject([{ level }]);
  });

  it('is not written below the level of the log, and counted all the same', async () => {
    const note = { operation: 'read', keyId: 'key_1', client: CLIENT };
    const { lines, observed, counted } = await seenOf({ note, logLevel: 'info' });
    expect([lines, observed.length, counted.length]).toEqual([[], 1, 1]);
  });

  it('counts from the arrival, where requests wait for their turn', async () => {
    const { lines, observed } = await seenOf({ receivedAt: new Date(250) });
    expect([lines, observed]).toMatchObject([[{ ms: 1_000 }], [{ seconds: 1 }]]);
  });

  it('is written where nobody observes or counts', async () => {
    const lines: unknown[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const middleware = logRequests({ log, now: () => new Date(0) });
    const state = {};
    annotateRequest(state, { operation: 'read', client: CLIENT });
    await middleware({ state, method: 'GET', status: 200 } as unknown as Context, () => Promise.resolve());
    expect(lines).toMatchObject([{ operation: 'read', status: 200, ms: 0 }]);
  });
});
