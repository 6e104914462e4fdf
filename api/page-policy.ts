/**
 * Content-Security-Policy of a page for people: style, typeface and pictures are files of our own host, and no other page
 * may frame it.
 * @param parts.script whether files of our own host may run
 * @param parts.form whether it has a form, which leads to our own host
 * @param parts.connect whether a script of it asks our own host
 * @param parts.data whether pictures are within it, too
 */
export function pagePolicy(
  parts: { script?: boolean; connect?: boolean; form?: boolean; data?: boolean } = {},
): string {
  const { script = false, connect = false, form = false, data = false } = parts;
  return [
    `default-src 'none'`,
    `style-src 'self'`,
    `font-src 'self'`,
    `img-src 'self'${data ? ' data:' : ''}`,
    ...(script ? [`script-src 'self'`] : []),
    ...(connect ? [`connect-src 'self'`] : []),
    `base-uri 'none'`,
    `form-action ${form ? `'self'` : `'none'`}`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** Of a page outside the console with the search in its header: scripts of ours run, and the search is the one form. */
export const SITE_POLICY = pagePolicy({ script: true, form: true });

/** Of a page with a form that sends a request to the API. */
export const TRY_POLICY = pagePolicy({ script: true, form: true, connect: true });
