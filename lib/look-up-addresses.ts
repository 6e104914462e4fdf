import { Resolver } from 'node:dns/promises';

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

/**
 * Asks the name servers for both kinds of addresses of a name. Not the system's look-up: that holds a thread of a pool
 * which file access and the database's own look-ups share. The hosts file is not read.
 * @returns no address where there is none, or no answer
 */
export async function lookUpAddresses(
  hostname: string,
  { timeoutMs, nameServers = [] }: LookUp,
): Promise<NameAddress[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  if (nameServers.length > 0) resolver.setServers(nameServers);
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  const none = (): string[] => [];
  try {
    const [four, six] = await Promise.all([
      resolver.resolve4(hostname).catch(none),
      resolver.resolve6(hostname).catch(none),
    ]);
    return [
      ...four.map((address) => ({ address, family: 4 as const })),
      ...six.map((address) => ({ address, family: 6 as const })),
    ];
  } finally {
    clearTimeout(timer);
  }
}
