import { createGuardedAgents, RefusedTarget } from '../../../activities/webhooks/guarded-connect';
import { postDelivery } from '../../../activities/webhooks/post';
import { ipLiteral } from '../../../domain/webhooks/target';
import { signDelivery } from '../../../domain/webhooks/signature';
import { startNameServer } from '../../support/name-server';
import { TARGET_VECTORS } from '../../domain/webhooks/target-vectors';

const SIGNED = signDelivery(
  { id: 'evt_1', type: 'buyer.matched', createdAt: new Date(), object: { id: 'm' } },
  ['whsec_AAAA'],
  new Date(),
);

const REFUSED = TARGET_VECTORS.filter(([, fault]) => fault === 'address').map(([url]) => new URL(url));

describe('a connection', () => {
  const literals = REFUSED.filter((url) => ipLiteral(url) !== null);

  it('is refused to every literal, whoever asks for it', () => {
    const agents = createGuardedAgents({ caFile: null, nameServers: [] });
    expect(literals.length).toBeGreaterThan(100);
    for (const url of literals) expect(() => agents.guarded(url)).toThrow(RefusedTarget);
    agents.close();
  });

  it('is refused where a public name leads to one of them, also when it has led elsewhere before', async () => {
    const addresses = literals.map(({ hostname }) => hostname).filter((hostname) => !hostname.startsWith('['));
    const asked = new Set<string>();
    const isFirst = (name: string): boolean => !asked.has(name) && asked.add(name).size > 0;
    const server = await startNameServer((name) => {
      const address = addresses[Number(/\d+/.exec(name)?.[0])] ?? '127.0.0.1';
      return name.startsWith('rebound') && isFirst(name) ? '93.184.215.14' : address;
    });
    const settings = { caFile: null, nameServers: [server.address] };
    const post = async (name: string): Promise<string | null> => {
      const agents = createGuardedAgents(settings);
      const target = { url: `https://${name}.example.com:8443/hook`, accountId: 'acc_1' };
      const { error } = await postDelivery(target, SIGNED, agents, []);
      agents.close();
      return error;
    };
    for (const index of addresses.keys()) expect([index, await post(`h${index}`)]).toEqual([index, 'target_refused']);
    const before = createGuardedAgents(settings);
    const signal = AbortSignal.timeout(5_000);
    await before.resolve(new URL('https://rebound0.example.com'), 'acc_1', signal);
    before.close();
    expect(await post('rebound0')).toBe('target_refused');
  });

  it.each([
    ['a public and a private address', ['93.184.215.14', '10.0.0.5']],
    ['a private and a public address', ['10.0.0.5', '93.184.215.14']],
    ['a public address and a private one of IPv6', ['93.184.215.14', 'fd00::5']],
    ['a private address and a public one of IPv6', ['10.0.0.5', '2606:2800:21f:cb07::1']],
  ])('is refused to a name that has %s', async (_what, addresses) => {
    const server = await startNameServer(() => addresses);
    const agents = createGuardedAgents({ caFile: null, nameServers: [server.address] });
    const target = { url: 'https://mixed.example.com:8443/hook', accountId: 'acc_1' };
    const { error } = await postDelivery(target, SIGNED, agents, []);
    agents.close();
    expect([error, server.asked()]).toEqual(['target_refused', ['mixed.example.com']]);
  });
});
