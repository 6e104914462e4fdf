import type { Middleware } from 'koa';

const YEAR_SECONDS = 31_536_000;

/**
 * An answer of the API is no page: nothing in it may be loaded, run, framed or guessed at. These are the headers of
 * helmet that mean something without a page; written once, since the library's chain costs more than a look-up of a key.
 */
const HEADERS = {
  // Answers tell of payments, people and keys; what may be kept, such as the reference, says so itself.
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/**
 * Sets the security headers of every answer; pages (the console, the API reference) replace the policy.
 * @param publicUrl `https:` adds Strict-Transport-Security
 */
export function securityHeaders(publicUrl: string): Middleware {
  const headers: [string, string][] = Object.entries(HEADERS);
  if (publicUrl.startsWith('https:'))
    headers.push(['Strict-Transport-Security', `max-age=${YEAR_SECONDS}; includeSubDomains`]);
  return (context, next) => {
    for (const [name, value] of headers) context.res.setHeader(name, value);
    return next();
  };
}
