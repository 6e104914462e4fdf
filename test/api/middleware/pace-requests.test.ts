import type { Context } from 'koa';
import { arrivalOf, paceRequests } from '../../../api/middleware/pace-requests';

const PACED_FROM = 64;

function contextOf(): Context {
  return { state: {} } as unknown as Context;
}

function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('beginning requests', () => {
  it('begins at once while few are under way, and one in each iteration of the loop under load', async () => {
    const begin = paceRequests(() => new Date());
    const begun: number[] = [];
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const requests = Array.from({ length: PACED_FROM + 3 }, (_, index) =>
      begin(contextOf(), async () => {
        begun.push(index);
        await ended;
      }),
    );
    expect(begun).toHaveLength(PACED_FROM);
    const counts: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await turnOfLoop();
      counts.push(begun.length - PACED_FROM);
    }
    expect(counts).toEqual([1, 2, 3, 3]);
    expect(begun).toEqual([...begun.keys()]);
    end();
    await Promise.all(requests);
    let isAgainAtOnce = false;
    await begin(contextOf(), () => Promise.resolve(void (isAgainAtOnce = true)));
    expect(isAgainAtOnce).toBe(true);
  });

  it('notes when a request came, not when it was begun', async () => {
    let now = 1_000;
    const begin = paceRequests(() => new Date(now));
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const load = Array.from({ length: PACED_FROM }, () => begin(contextOf(), () => ended));
    const late = contextOf();
    const waiting = begin(late, () => Promise.resolve());
    now = 2_000;
    await waiting;
    expect(arrivalOf(late.state)?.getTime()).toBe(1_000);
    end();
    await Promise.all(load);
  });

  it('leaves a place free after a fault', async () => {
    const begin = paceRequests(() => new Date());
    for (let request = 0; request < PACED_FROM; request += 1) {
      await expect(begin(contextOf(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    }
    let isBegun = false;
    const next = begin(contextOf(), () => Promise.resolve(void (isBegun = true)));
    expect(isBegun).toBe(true);
    await next;
  });
});
