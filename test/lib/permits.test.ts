import { Permits, type Release } from '../../lib/permits';

const A = 'acc_a';
const B = 'acc_b';

/** Takes permits and remembers the order in which they were given. */
function takers(permits: Permits): { order: string[]; take(key: string, name: string): void; releases: Release[] } {
  const order: string[] = [];
  const releases: Release[] = [];
  const take = (key: string, name: string): void => {
    void permits.take(key).then((release) => {
      order.push(release === null ? `${name} refused` : name);
      if (release !== null) releases.push(release);
    });
  };
  return { order, take, releases };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('permits', () => {
  it('gives as many per key as its limit, and the next one on release', async () => {
    const permits = new Permits({ perKey: 1, maxWaiting: 1 });
    const first = permits.tryTake(A);
    expect(permits.tryTake(A)).toBeNull();
    expect(permits.tryTake(B)).not.toBeNull();
    const second = permits.take(A);
    first?.();
    expect(await second).not.toBeNull();
  });

  it('serves waiting keys in rotation', async () => {
    const permits = new Permits({ total: 1, perKey: 1, maxWaiting: 10 });
    const { order, take, releases } = takers(permits);
    ['a1', 'a2', 'a3'].forEach((name) => take(A, name));
    take(B, 'b1');
    for (let served = 0; served < 4; served += 1) {
      await settle();
      releases.shift()?.();
    }
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('refuses a caller whose queue is full, and not those of other keys', async () => {
    const permits = new Permits({ perKey: 1, maxWaiting: 1 });
    const { order, take } = takers(permits);
    ['a1', 'a2', 'a3'].forEach((name) => take(A, name));
    take(B, 'b1');
    await settle();
    expect(order).toEqual(['a1', 'a3 refused', 'b1']);
  });

  it('gives a permit to nobody whose time is over or who was refused', async () => {
    const permits = new Permits({ perKey: 1, maxWaiting: 2 });
    const first = permits.tryTake(A);
    expect(await permits.take(A, 1)).toBeNull();
    const refused = permits.take(A);
    permits.refuseWaiting(A);
    expect(await refused).toBeNull();
    first?.();
    first?.();
    expect(permits.takenBy(A)).toBe(0);
    expect(permits.tryTake(A)).not.toBeNull();
    expect(permits.tryTake(A)).toBeNull();
  });

  it('follows a limit that changes with time', () => {
    let limit = 0;
    const permits = new Permits({ perKey: () => limit, maxWaiting: 0 });
    expect(permits.tryTake(A)).toBeNull();
    limit = 1;
    expect(permits.tryTake(A)).not.toBeNull();
  });
});
