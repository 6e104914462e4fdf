import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import { ipLiteral, isPublicAddress } from '../../domain/webhooks/target';
import type { NameAddress } from '../../lib/look-up-addresses';
import { NameResolver } from './name-resolver';

/** A name or literal led to an address that webhooks must not reach. */
export class RefusedTarget extends Error {
  readonly code = 'TARGET_REFUSED';
  constructor() {
    super('the target is not a public address');
    this.name = 'RefusedTarget';
  }
}

const CONNECT_MS = 4_000;
/**
 * No connection is used twice: each is checked anew, and an attempt that meets one that its receiver, or what stands
 * before it, is just closing would fail unseen by the receiver.
 */
const NO_KEEP_ALIVE = 0;
/** A receiver's headers count as part of its answer. Source: docs/GAPS.md#W4 */
const MAX_HEADER_BYTES = 64 * 1024;

/** Resolves a name and hands out nothing unless every address is public: the connection is made to what was checked. */
function guardedLookup(resolver: NameResolver): LookupFunction {
  const addressesOf = async (hostname: string): Promise<NameAddress[]> => {
    const addresses = await resolver.resolveNow(hostname);
    if (!addresses.every(({ address }) => isPublicAddress(address))) throw new RefusedTarget();
    return addresses;
  };
  return (hostname, options, callback) => {
    addressesOf(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
      (fault: NodeJS.ErrnoException) => callback(fault, '', 0),
    );
  };
}

export interface GuardedAgents {
  /** Connects to whatever it is given: for origins that an operator trusts. */
  readonly trusted: Agent;
  /** @throws RefusedTarget for an IP literal outside the public ranges, which never reaches a look-up */
  agentFor(url: URL): Agent;
  /**
   * Resolves the name of a target that is no literal, in the line of its account; the connection that
   * follows finds the addresses at hand.
   * @throws NameNotFound; the signal's reason
   */
  resolve(url: URL, accountId: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connections for webhooks: names are checked when they are resolved, and the connection is pinned to the checked
 * address; origins that an operator trusts are connected to as they are.
 * Source: docs/GAPS.md#W6
 */
export function createGuardedAgents(settings: {
  caFile: string | null;
  /** Addresses of name servers; the machine's own when there are none. */
  nameServers: readonly string[];
}): GuardedAgents {
  const resolver = new NameResolver(settings.nameServers);
  const ca = settings.caFile === null ? undefined : [...rootCertificates, readFileSync(settings.caFile, 'utf8')];
  const tls = { timeout: CONNECT_MS, ...(ca === undefined ? {} : { ca }) };
  const common = { pipelining: NO_KEEP_ALIVE, maxHeaderSize: MAX_HEADER_BYTES };
  const guarded = new Agent({ ...common, connect: { ...tls, lookup: guardedLookup(resolver) } });
  const trusted = new Agent({ ...common, connect: tls });
  return {
    trusted,
    agentFor(url) {
      const literal = ipLiteral(url);
      if (literal !== null && !isPublicAddress(literal)) throw new RefusedTarget();
      return guarded;
    },
    async resolve(url, accountId, signal) {
      if (ipLiteral(url) !== null) return;
      await resolver.resolve(url.hostname, accountId, signal);
    },
    async close() {
      await Promise.all([guarded.close(), trusted.close()]);
    },
  };
}
