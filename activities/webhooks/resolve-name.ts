import { Resolver } from 'node:dns/promises';

/** A name server that does not answer within this is asked no more; the attempt that follows by schedule asks again. */
const LOOKUP_MS = 1_000;
/** Look-ups under way below one zone; a zone whose name servers are silent holds no more than these. */
const LOOKUPS_OF_ONE_ZONE = 16;

/** The look-up was not made or brought no address; named as the system's own look-up would. */
export class NameNotFound extends Error {
  readonly code = 'ENOTFOUND';
  constructor() {
    super('the name has no address');
    this.name = 'NameNotFound';
  }
}

const underWay = new Map<string, number>();

/** The last two labels: a tenant has any number of names below the zone that it registered. */
function zoneOf(hostname: string): string {
  return hostname.replace(/\.$/, '').split('.').slice(-2).join('.').toLowerCase();
}

/**
 * Resolves a tenant's name without a thread of libuv's pool, of which the system's look-up may hold two: names whose
 * servers are silent would stop every other look-up of the process. The hosts file is not read.
 * @returns its addresses, at least one
 * @throws NameNotFound
 */
export async function resolveName(hostname: string): Promise<{ address: string; family: 4 | 6 }[]> {
  const zone = zoneOf(hostname);
  const count = underWay.get(zone) ?? 0;
  if (count >= LOOKUPS_OF_ONE_ZONE) throw new NameNotFound();
  underWay.set(zone, count + 1);
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 1 });
  const timer = setTimeout(() => resolver.cancel(), LOOKUP_MS);
  try {
    const [four, six] = await Promise.all([
      resolver.resolve4(hostname).catch(() => []),
      resolver.resolve6(hostname).catch(() => []),
    ]);
    const found = [
      ...four.map((address) => ({ address, family: 4 as const })),
      ...six.map((address) => ({ address, family: 6 as const })),
    ];
    if (found.length === 0) throw new NameNotFound();
    return found;
  } finally {
    clearTimeout(timer);
    const left = (underWay.get(zone) ?? 1) - 1;
    if (left === 0) underWay.delete(zone);
    else underWay.set(zone, left);
  }
}
