import { lookup as lookupThroughSystem, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { lookUpAddresses, NameResolver, type NameAddress } from '../../lib/name-resolver';
import { faultCode } from '../../lib/fault-code';

/** A name server that has not answered by then is away; the connection's own deadline is little longer. */
const RESOLVE_MS = 1_000;
/** An address is used for this long before its name is asked for again. */
const KEEP_MS = 30_000;

/** Answers that say "there is no such name", after which the machine's own names are asked. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ECONNREFUSED']);

function withCode(code: string, hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`the name ${hostname} could not be resolved`), { code });
}

/** Resolves a name of this machine: `localhost`, the hosts file, search domains. */
function askSystem(hostname: string): Promise<NameAddress[]> {
  return new Promise((resolve, reject) => {
    lookupThroughSystem(hostname, { all: true }, (fault, addresses) => {
      if (fault === null) resolve(addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 })));
      else reject(fault);
    });
  });
}

/** Resolves a name by the name servers, or by the system if they do not know it or it has no dot. */
async function resolveName(hostname: string): Promise<NameAddress[]> {
  if (!hostname.includes('.')) return askSystem(hostname);
  try {
    return await lookUpAddresses(hostname, { timeoutMs: RESOLVE_MS });
  } catch (fault) {
    if (NO_SUCH_NAME.has(faultCode(fault))) return askSystem(hostname);
    throw fault;
  }
}

/**
 * Makes a look-up for connections that cannot hang: it queries name servers without a thread and within a second,
 * shares one query among callers of the same name, and caches addresses for half a minute.
 */
export function createBoundedLookup(): LookupFunction {
  const resolver = new NameResolver(resolveName, { foundMs: KEEP_MS });
  return (hostname, options, callback) => {
    const ofAskedFamily = (addresses: LookupAddress[]): LookupAddress[] =>
      options.family === 4 || options.family === 6
        ? addresses.filter(({ family }) => family === options.family)
        : addresses;
    resolver.resolve(hostname).then(
      (all) => {
        const addresses = ofAskedFamily(all);
        const [first] = addresses;
        if (first === undefined) callback(withCode('ENOTFOUND', hostname), '', 0);
        else if (options.all === true) callback(null, addresses);
        else callback(null, first.address, isIP(first.address));
      },
      (fault: unknown) => callback(withCode(faultCode(fault), hostname), '', 0),
    );
  };
}
