import { createHash } from 'node:crypto';

/**
 * Content-Security-Policy of a page with nothing but its own style: no script, no picture, no form, no frame, no other
 * host.
 * @param style the text of its one style element
 */
export function styleOnlyPolicy(style: string): string {
  return [
    `default-src 'none'`,
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}
