import { readFileSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { ipLiteral, isPublicAddress } from '../../domain/webhooks/target';
import type { NameAddress } from '../../lib/name-resolver';
import { AccountResolver } from './account-resolver';
import type { Connections } from './exchange';

/** A name or literal led to an address that webhooks must not reach. */
export class RefusedTarget extends Error {
  readonly code = 'TARGET_REFUSED';
  constructor() {
    super('the target is not a public address');
    this.name = 'RefusedTarget';
  }
}

/**
 * How long a connection is kept that no attempt uses: enough for the next ones of a batch, and less than common servers
 * wait before they close it. What it leads to was checked when it was made.
 */
const KEPT_MS = 1_000;

/**
 * A look-up that returns addresses only if all of them are public, so that the connection is made to what was checked.
 */
function guardedLookup(resolver: AccountResolver): LookupFunction {
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
  /** For origins that an operator trusts: they may be anywhere. */
  trusted(url: URL): Connections;
  /** @throws RefusedTarget for an IP literal outside the public ranges, which never reaches a look-up */
  guarded(url: URL): Connections;
  /**
   * Resolves the name of a target that is no literal, in the queue of its account; the connection that
   * follows finds the addresses at hand.
   * @throws NameNotFound; the signal's reason
   */
  resolve(url: URL, accountId: string, signal: AbortSignal): Promise<void>;
  /** Ends every connection, in use or not. */
  close(): void;
}

interface Pool {
  connectionsFor(url: URL): Connections;
  close(): void;
}

function openPool(options: AgentOptions): Pool {
  const kept = { ...options, keepAlive: true, timeout: KEPT_MS };
  const http = { kept: new HttpAgent(kept), fresh: new HttpAgent(options) };
  const https = { kept: new HttpsAgent(kept), fresh: new HttpsAgent(options) };
  return {
    connectionsFor: ({ protocol }) => (protocol === 'https:' ? https : http),
    close() {
      for (const agent of [http.kept, http.fresh, https.kept, https.fresh]) agent.destroy();
    },
  };
}

/**
 * Connections for webhooks: names are checked when resolved, and the connection is pinned to the checked address.
 * Origins that an operator trusts are not checked.
 * Source: docs/GAPS.md#W6
 */
export function createGuardedAgents(settings: {
  caFile: string | null;
  /** Addresses of name servers; the machine's own when there are none. */
  nameServers: readonly string[];
}): GuardedAgents {
  const resolver = new AccountResolver(settings.nameServers);
  const tls = settings.caFile === null ? {} : { ca: [...rootCertificates, readFileSync(settings.caFile, 'utf8')] };
  const guarded = openPool({ ...tls, lookup: guardedLookup(resolver) });
  const trusted = openPool(tls);
  return {
    trusted: (url) => trusted.connectionsFor(url),
    guarded(url) {
      const literal = ipLiteral(url);
      if (literal !== null && !isPublicAddress(literal)) throw new RefusedTarget();
      return guarded.connectionsFor(url);
    },
    async resolve(url, accountId, signal) {
      if (ipLiteral(url) !== null) return;
      await resolver.resolve(url.hostname, accountId, signal);
    },
    close() {
      guarded.close();
      trusted.close();
    },
  };
}
