import { lookUpAddresses, NameResolver, type NameAddress } from '../../lib/name-resolver';
import { Permits } from '../../lib/permits';

/** A name server that does not answer within this is asked no more; the attempt that follows by schedule asks again. */
const LOOKUP_MS = 1_000;
/**
 * Concurrent look-ups of one account: answers take some milliseconds, so an account with a hundred names waits little,
 * and one with silent name servers occupies no more than these.
 */
export const LOOKUPS_OF_ONE_ACCOUNT = 16;
const MAX_WAITING = 5_000;
/** For the connections of one batch; a name that moves is followed soon. */
const FOUND_MS = 4_000;
/** A name without an address, or whose servers were silent, is not asked for again at once; retries come much later. */
const NOT_FOUND_MS = 10_000;

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
export class AccountResolver {
  private readonly permits = new Permits({ perKey: LOOKUPS_OF_ONE_ACCOUNT, maxWaiting: MAX_WAITING });
  private readonly names: NameResolver;

  /** @param nameServers addresses with or without a port; the machine's own when there are none */
  constructor(nameServers: readonly string[]) {
    const ask = (hostname: string): Promise<NameAddress[]> =>
      lookUpAddresses(hostname, { timeoutMs: LOOKUP_MS, nameServers }).catch(() => {
        throw new NameNotFound();
      });
    this.names = new NameResolver(ask, { foundMs: FOUND_MS, faultMs: NOT_FOUND_MS });
  }

  /**
   * @param accountId whose attempt needs it: it waits in the queue of that account
   * @param signal checked once there is a permit
   * @returns its addresses, at least one
   * @throws NameNotFound; the signal's reason
   */
  async resolve(hostname: string, accountId: string, signal: AbortSignal): Promise<NameAddress[]> {
    const known = this.names.known(hostname);
    if (known !== null) return known;
    const release = await this.permits.take(accountId);
    if (release === null) throw new NameNotFound();
    try {
      signal.throwIfAborted();
      return await this.names.resolve(hostname);
    } finally {
      release();
    }
  }

  /** Without a queue: for a connection, whose name an attempt has resolved just now. @throws NameNotFound */
  resolveNow(hostname: string): Promise<NameAddress[]> {
    return this.names.resolve(hostname);
  }
}
