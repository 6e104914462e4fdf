import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

const YEAR_SECONDS = 31_536_000;

/**
 * Headers of every answer: an answer of the API is no page, so nothing in it may be loaded, run or framed. Pages (the
 * console, the API reference) set a policy of their own.
 * @param publicUrl `https:` makes browsers stay with TLS
 */
export function securityHeaders(publicUrl: string): Middleware {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    hsts: publicUrl.startsWith('https:') ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false,
  });
}
