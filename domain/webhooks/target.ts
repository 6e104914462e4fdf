import ipaddr from 'ipaddr.js';

/** Why nothing is delivered to an address. Source: docs/GAPS.md#W6 */
export type TargetFault = 'url' | 'scheme' | 'userinfo' | 'port' | 'address' | 'queue' | 'endpoint';

/** Messages for the faults of an address. */
export const TARGET_MESSAGES: Record<TargetFault, string> = {
  url: 'must be an absolute URL',
  scheme: 'must use https',
  userinfo: 'must not contain a user name or password',
  port: 'must use port 443 or one from 1024 to 65535',
  address: 'must not resolve to a private, local or reserved address',
  queue: 'must end in the account and the name of a queue, such as /123456789012/corridor-events',
  endpoint:
    'must be at the SQS endpoint of the region, such as https://sqs.eu-central-1.amazonaws.com for eu-central-1',
};

/** Ranges that the library calls unicast although no webhook receiver can be there. */
const EXTRA_REFUSED: [string, number][] = [
  ['168.63.129.16', 32],
  ['192.88.99.0', 24],
  ['3ffe::', 16],
  ['100::', 64],
  ['100:0:0:1::', 64],
];
/** All IPv6 addresses that are routed publicly. */
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether connections to an address are allowed: public unicast, after unwrapping IPv4 inside IPv6. Source:
 * docs/GAPS.md#W6
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  const refused = EXTRA_REFUSED.some(([network, bits]) => {
    const base = ipaddr.parse(network);
    return base.kind() === address.kind() && address.match(base, bits);
  });
  if (refused) return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST_V6);
}

/** Host of a URL as an IP literal without brackets, or null when it is a name. */
export function ipLiteral(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? host : null;
}

/**
 * Names outside public DNS: of this machine (RFC 6761), of the local link (RFC 6762), of a home network (RFC 8375), of
 * a private network (`internal`, reserved by ICANN). A hosts file or an internal name server may still resolve them.
 */
const PRIVATE_NAME = /(^|\.)(localhost|local|localdomain|internal|home\.arpa)\.?$/i;

/** A single-label name belongs to an internal machine or container; the answer must not reveal which ones exist. */
const SINGLE_LABEL = /^[^.]+\.?$/;

/** The URL parser reads `https:///x` and `https:x` as the host `x`; no client means that. */
const HTTPS_WITH_HOST = /^https:\/\/[^/?#\\]/i;

/** Whether a URL names this machine itself: localhost or a loopback address. */
export function isThisMachine(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const literal = ipLiteral(url);
  if (literal === null) return /(^|\.)localhost\.?$/i.test(url.hostname);
  return ipaddr.process(literal).range() === 'loopback';
}

/** @returns whether the URL's origin is one that an operator trusts */
export function isTrustedOrigin(url: URL, trustedOrigins: readonly string[]): boolean {
  return trustedOrigins.includes(url.origin);
}

/**
 * The fault of a webhook URL as it is written, or null. Its host is resolved elsewhere.
 * @param trustedOrigins origins that skip the checks of scheme, port and address
 * Source: specification, "Authentication" 6; docs/GAPS.md#W6
 */
export function targetFault(text: string, trustedOrigins: readonly string[]): TargetFault | null {
  if (!URL.canParse(text)) return 'url';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'userinfo';
  if (isTrustedOrigin(url, trustedOrigins)) return null;
  if (url.protocol !== 'https:') return 'scheme';
  if (!HTTPS_WITH_HOST.test(text)) return 'url';
  const port = url.port === '' ? 443 : Number(url.port);
  if (port !== 443 && port < 1024) return 'port';
  const literal = ipLiteral(url);
  if (literal !== null) return isPublicAddress(literal) ? null : 'address';
  return PRIVATE_NAME.test(url.hostname) || SINGLE_LABEL.test(url.hostname) ? 'address' : null;
}

/** Name of a queue behind the number of its account; a trusted origin may have other paths before the name. */
const QUEUE_NAME = '[A-Za-z0-9_-]{1,75}(?:[A-Za-z0-9_-]{0,5}|\\.fifo)';
const QUEUE_PATH = new RegExp(`^/\\d{12}/${QUEUE_NAME}$`);
const TRUSTED_QUEUE_PATH = new RegExp(`/${QUEUE_NAME}$`);

/** Domains of the partitions of AWS that have one of their own, by the beginning of a region. */
const PARTITION_DOMAINS: Readonly<Record<string, string>> = { cn: 'amazonaws.com.cn', eusc: 'amazonaws.eu' };

/** The fault of a queue's URL: its host must be that of SQS in the region, its path a queue's. */
function queueFault(url: URL, region: string, isTrusted: boolean): TargetFault | null {
  const [partition = ''] = region.split('-');
  const host = `sqs.${region}.${PARTITION_DOMAINS[partition] ?? 'amazonaws.com'}`;
  if (!isTrusted && url.host !== host) return 'endpoint';
  const path = isTrusted ? TRUSTED_QUEUE_PATH : QUEUE_PATH;
  return path.test(url.pathname) ? null : 'queue';
}

/** Where deliveries go. */
export interface Place {
  url: string;
  /** Of a queue of Amazon SQS; null for an HTTPS endpoint. */
  region: string | null;
}

/**
 * @returns scheme, host and port of a URL, for a queue with its region: secrets are sealed for them. Of what is no URL, the
 *   text itself
 * Source: docs/GAPS.md#A12
 */
export function originOf(url: string, region: unknown): string {
  const origin = URL.canParse(url) ? new URL(url).origin : url;
  return typeof region === 'string' ? `${origin} ${region}` : origin;
}

/**
 * The fault of a webhook's address or queue URL as it is written, or null. Source: docs/GAPS.md#W6, docs/GAPS.md#W16
 */
export function placeFault({ url, region }: Place, trustedOrigins: readonly string[]): TargetFault | null {
  const fault = targetFault(url, trustedOrigins);
  if (fault !== null || region === null) return fault;
  const parsed = new URL(url);
  // It is sent as it is written, and its end says whether the queue is FIFO.
  if (url !== parsed.origin + parsed.pathname) return 'queue';
  return queueFault(parsed, region, isTrustedOrigin(parsed, trustedOrigins));
}
