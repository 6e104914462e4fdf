import { LRUCache } from 'lru-cache';
import { lookUpAddresses, type NameAddress } from '../../lib/look-up-addresses';
import { Permits } from '../../lib/permits';

/** A name server that does not answer within this is asked no more; the attempt that follows by schedule asks again. */
const LOOKUP_MS = 1_000;
/**
 * Concurrent look-ups of one account: answers take some milliseconds, so an account with a hundred names waits little,
 * and one with silent name servers occupies no more than these.
 */
export const LOOKUPS_OF_ONE_ACCOUNT = 16;
/** For the connections of one batch; a name that moves is followed soon. */
const FOUND_MS = 4_000;
/** A name without an address, or whose servers were silent, is not asked for again at once; retries come much later. */
const NOT_FOUND_MS = 10_000;
const MAX_NAMES = 5_000;

/** The look-up was not made or found no address; it has the name of the system look-up's error. */
export class NameNotFound extends Error {
  readonly code = 'ENOTFOUND';
  constructor() {
    super('the name has no address');
    this.name = 'NameNotFound';
  }
}

/**
 * Resolves names of webhook targets without threads of libuv's pool, of which the system's look-up may use two: silent
 * name servers would block every other look-up of the process. It does not read the hosts file.
 */
export class NameResolver {
  private readonly permits = new Permits({ perKey: LOOKUPS_OF_ONE_ACCOUNT, maxWaiting: MAX_NAMES });
  private readonly found = new LRUCache<string, NameAddress[]>({ max: MAX_NAMES, ttl: FOUND_MS });
  private readonly notFound = new LRUCache<string, true>({ max: MAX_NAMES, ttl: NOT_FOUND_MS });
  /** By name: concurrent callers of a name share one look-up. */
  private readonly underWay = new Map<string, Promise<NameAddress[]>>();

  /** @param nameServers addresses with or without a port; the machine's own when there are none */
  constructor(private readonly nameServers: readonly string[]) {}

  /**
   * @param accountId whose attempt needs it: it waits in the queue of that account
   * @param signal checked once there is a permit
   * @returns its addresses, at least one
   * @throws NameNotFound; the signal's reason
   */
  async resolve(hostname: string, accountId: string, signal: AbortSignal): Promise<NameAddress[]> {
    const known = this.found.get(hostname);
    if (known !== undefined) return known;
    if (this.notFound.has(hostname)) throw new NameNotFound();
    const release = await this.permits.take(accountId);
    if (release === null) throw new NameNotFound();
    try {
      signal.throwIfAborted();
      return await this.resolveNow(hostname);
    } finally {
      release();
    }
  }

  /** Without a queue: for a connection, whose name an attempt has resolved just now. @throws NameNotFound */
  async resolveNow(hostname: string): Promise<NameAddress[]> {
    const known = this.found.get(hostname);
    if (known !== undefined) return known;
    if (this.notFound.has(hostname)) throw new NameNotFound();
    const asked = this.underWay.get(hostname) ?? this.ask(hostname);
    this.underWay.set(hostname, asked);
    return asked;
  }

  private async ask(hostname: string): Promise<NameAddress[]> {
    try {
      const addresses = await lookUpAddresses(hostname, { timeoutMs: LOOKUP_MS, nameServers: this.nameServers });
      if (addresses.length === 0) {
        this.notFound.set(hostname, true);
        throw new NameNotFound();
      }
      this.found.set(hostname, addresses);
      return addresses;
    } finally {
      this.underWay.delete(hostname);
    }
  }
}
