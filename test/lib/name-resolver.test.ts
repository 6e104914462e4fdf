import { lookUpAddresses, NameResolver, type NameAddress } from '../../lib/name-resolver';
import { startNameServer } from '../support/name-server';

const ADDRESS: NameAddress = { address: '192.0.2.1', family: 4 };

function counting(answer: () => Promise<NameAddress[]>, kept: { foundMs: number; faultMs?: number }) {
  const asked: string[] = [];
  const resolver = new NameResolver((hostname) => {
    asked.push(hostname);
    return answer();
  }, kept);
  return { asked, resolver };
}

describe('the resolver of names', () => {
  it('shares one look-up among concurrent callers, and keeps the answer', async () => {
    const { asked, resolver } = counting(() => Promise.resolve([ADDRESS]), { foundMs: 60_000 });
    const both = await Promise.all([resolver.resolve('a.example'), resolver.resolve('a.example')]);
    expect([...both, await resolver.resolve('a.example')]).toEqual([[ADDRESS], [ADDRESS], [ADDRESS]]);
    expect(asked).toEqual(['a.example']);
  });

  it('asks again after a fault, unless faults are kept', async () => {
    const fail = () => Promise.reject(new Error('silent'));
    for (const [faultMs, times] of [
      [undefined, 2],
      [60_000, 1],
    ] as const) {
      const { asked, resolver } = counting(fail, { foundMs: 60_000, ...(faultMs === undefined ? {} : { faultMs }) });
      await expect(resolver.resolve('a.example')).rejects.toThrow('silent');
      await expect(resolver.resolve('a.example')).rejects.toThrow('silent');
      expect(asked).toHaveLength(times);
    }
  });
});

describe('a look-up', () => {
  it('reads an answer that came in time while the process was busy', async () => {
    const server = await startNameServer(() => {
      const until = performance.now() + 100;
      while (performance.now() < until);
      return '192.0.2.1';
    });
    const found = await lookUpAddresses('a.example', { timeoutMs: 50, nameServers: [server.address] });
    expect(found).toEqual([ADDRESS]);
  });

  it('asks the next name server when the first is silent', async () => {
    const silent = await startNameServer(() => null);
    const server = await startNameServer(() => '192.0.2.1');
    const nameServers = [silent.address, server.address];
    expect(await lookUpAddresses('a.example', { timeoutMs: 4_000, nameServers })).toEqual([ADDRESS]);
  });
});
