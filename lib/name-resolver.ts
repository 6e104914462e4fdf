import { getServers } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { faultCode } from './fault-code';

/** One address that a name has. */
export interface NameAddress {
  address: string;
  family: 4 | 6;
}

export interface LookUp {
  /** A name server that has not answered by then is asked no more. */
  timeoutMs: number;
  /** Addresses with or without a port; the machine's own where there are none. */
  nameServers?: readonly string[];
}

const NEVER_MS = 60_000;

/**
 * Queries the name servers for both kinds of addresses of a name. The system's look-up would hold a thread of the pool
 * that file access and the database's own look-ups share. The hosts file is not read.
 * @returns at least one address
 * @throws Error with the `code` of node:dns: `ETIMEOUT` without an answer, `ENOTFOUND` or `ENODATA` without an address
 */
export async function lookUpAddresses(
  hostname: string,
  { timeoutMs, nameServers = [] }: LookUp,
): Promise<NameAddress[]> {
  const servers = nameServers.length > 0 ? nameServers.length : getServers().length;
  // A silent server leaves time for the next. The last has until the timer below: the library gives up before it reads.
  const resolver = new Resolver({ timeout: servers > 1 ? timeoutMs / servers : NEVER_MS, tries: 1 });
  if (nameServers.length > 0) resolver.setServers(nameServers);
  // Not at once: an answer that has come while this process was busy is read first.
  const timer = setTimeout(() => setImmediate(() => resolver.cancel()), timeoutMs);
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 as const })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 as const })),
    ];
    if (addresses.length > 0) return addresses;
    const code = four.status === 'rejected' ? faultCode(four.reason) : 'ENODATA';
    throw Object.assign(new Error('the name has no address'), { code: code === 'ECANCELLED' ? 'ETIMEOUT' : code });
  } finally {
    clearTimeout(timer);
  }
}

const MAX_NAMES = 5_000;

/** Resolves names: concurrent callers of a name share one look-up, and answers are kept for a while. */
export class NameResolver {
  private readonly found: LRUCache<string, NameAddress[]>;
  private readonly faults: LRUCache<string, { fault: unknown }> | null;
  private readonly underWay = new Map<string, Promise<NameAddress[]>>();

  /**
   * @param ask looks a name up
   * @param kept milliseconds for which addresses, and faults of `ask`, are answered without asking again; without
   *   `faultMs` a fault is not kept
   */
  constructor(
    private readonly ask: (hostname: string) => Promise<NameAddress[]>,
    kept: { foundMs: number; faultMs?: number },
  ) {
    this.found = new LRUCache({ max: MAX_NAMES, ttl: kept.foundMs });
    this.faults = kept.faultMs === undefined ? null : new LRUCache({ max: MAX_NAMES, ttl: kept.faultMs });
  }

  /** @returns what is kept of a name, or null. @throws a kept fault of `ask` */
  known(hostname: string): NameAddress[] | null {
    const kept = this.faults?.get(hostname);
    if (kept !== undefined) throw kept.fault;
    return this.found.get(hostname) ?? null;
  }

  /** @throws what `ask` throws, or threw */
  async resolve(hostname: string): Promise<NameAddress[]> {
    const known = this.known(hostname);
    if (known !== null) return known;
    const asked = this.underWay.get(hostname) ?? this.askNow(hostname);
    this.underWay.set(hostname, asked);
    return asked;
  }

  private async askNow(hostname: string): Promise<NameAddress[]> {
    try {
      const addresses = await this.ask(hostname);
      this.found.set(hostname, addresses);
      return addresses;
    } catch (fault) {
      this.faults?.set(hostname, { fault });
      throw fault;
    } finally {
      this.underWay.delete(hostname);
    }
  }
}
