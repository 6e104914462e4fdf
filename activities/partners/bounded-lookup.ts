import { lookup as lookupThroughSystem, promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { faultCode } from '../failures';

/** A name server that has not answered by then is away; the connection's own deadline is little longer. */
const RESOLVE_MS = 1_000;
/** An address is used for this long before its name is asked for again. */
const KEEP_MS = 30_000;
const MAX_NAMES = 1_000;

/** Answers that say "there is no such name", after which the machine's own names are asked. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ECONNREFUSED']);

function withCode(code: string, hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`the name ${hostname} could not be resolved`), { code });
}

/** Asks the name servers without a thread: the system's own look-up has four for everything that a process does. */
async function askNameServers(hostname: string): Promise<LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: RESOLVE_MS, tries: 1 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = answers.flatMap((answer, index) =>
    answer.status === 'rejected' ? [] : answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
  );
  const [first] = answers;
  if (found.length === 0 && first.status === 'rejected') throw withCode(faultCode(first.reason), hostname);
  return found;
}

/** Names of this machine: `localhost`, the hosts file, search domains. */
function askSystem(hostname: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookupThroughSystem(hostname, { all: true }, (fault, addresses) => {
      if (fault === null) resolve(addresses);
      else reject(fault);
    });
  });
}

async function resolveName(hostname: string): Promise<LookupAddress[]> {
  if (!hostname.includes('.')) return askSystem(hostname);
  try {
    return await askNameServers(hostname);
  } catch (fault) {
    if (NO_SUCH_NAME.has(faultCode(fault))) return askSystem(hostname);
    throw fault;
  }
}

/**
 * A look-up for connections that does not hang: it queries name servers without a thread and within a second, shares
 * one query among callers of the same name, and caches addresses for half a minute.
 */
export function createBoundedLookup(): LookupFunction {
  const known = new LRUCache<string, Promise<LookupAddress[]>>({ max: MAX_NAMES, ttl: KEEP_MS });

  function addressesOf(hostname: string): Promise<LookupAddress[]> {
    const kept = known.get(hostname);
    if (kept !== undefined) return kept;
    const asked = resolveName(hostname);
    known.set(hostname, asked);
    asked.catch(() => known.delete(hostname));
    return asked;
  }

  return (hostname, options, callback) => {
    const wanted = (addresses: LookupAddress[]): LookupAddress[] =>
      options.family === 4 || options.family === 6
        ? addresses.filter(({ family }) => family === options.family)
        : addresses;
    addressesOf(hostname).then(
      (all) => {
        const addresses = wanted(all);
        const [first] = addresses;
        if (first === undefined) callback(withCode('ENOTFOUND', hostname), '', 0);
        else if (options.all === true) callback(null, addresses);
        else callback(null, first.address, isIP(first.address));
      },
      (fault: unknown) => callback(withCode(faultCode(fault), hostname), '', 0),
    );
  };
}
