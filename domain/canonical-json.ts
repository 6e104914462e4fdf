import canonicalize from 'canonicalize';

/** Text of RFC 8785: sorted members, no spaces, so that sender and receiver agree on the bytes. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('the value has no JSON form');
  return text;
}
