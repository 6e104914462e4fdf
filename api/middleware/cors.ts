import type { Context, Middleware } from 'koa';

/** Browsers keep the answer to a preflight so long. */
const PREFLIGHT_SECONDS = '600';
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS = [
  'Authorization, Content-Type, Idempotency-Key, Prefer, Range, If-Range, If-None-Match, If-Modified-Since',
  'Last-Event-ID',
].join(', ');
/** What scripts of an allowed origin may read beside the body. */
const EXPOSED_HEADERS = [
  'Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Location',
  'Idempotency-Replayed, Preference-Applied, Content-Disposition, Content-Range, Accept-Ranges, ETag, Repr-Digest',
  'WWW-Authenticate, Allow',
].join(', ');

/** Answers the preflight request of a browser with the allowed methods and headers. */
function answerPreflight(context: Context): void {
  context.status = 204;
  context.set({
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': REQUEST_HEADERS,
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
  });
}

function isPreflight(context: Context): boolean {
  return context.method === 'OPTIONS' && context.get('Access-Control-Request-Method') !== '';
}

/**
 * Lets scripts of the listed origins call the API. The list is empty by default, because keys belong on servers, not
 * in pages. Cookies are never allowed, so a login to the console cannot be used from another origin.
 * @param origins exact origins such as `https://app.example.com`
 */
export function allowOrigins(origins: readonly string[]): Middleware {
  const allowed = new Set(origins);
  return async (context, next) => {
    const isOurs = allowed.size > 0 && /^\/(api\/)?v1\//.test(context.path);
    if (isOurs) context.vary('Origin');
    const origin = context.get('Origin');
    if (!isOurs || !allowed.has(origin)) {
      await next();
      return;
    }
    context.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': EXPOSED_HEADERS,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (isPreflight(context)) answerPreflight(context);
    else await next();
  };
}
