import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { SHARED_ASSETS } from '../assets';
import { PageHead, renderDocument, SiteHeader } from '../shell';
import { DOCS_SCRIPTS } from './assets';

const EXPLORER = '<openapi-explorer collapse hide-server-selection hide-components></openapi-explorer>';

/** What the reference may ask for: the description of the API and the API itself, and no page of the console. */
const PATHS = ['/openapi.json', '/api/', '/v1/'];
/** A name or IPv4 address with its port: no policy can hold an IPv6 address, whose whole host may be asked. */
const HOST = /^[\w.-]+(:\d+)?$/;

/**
 * The content security policy of the reference, a script of others beside the console, in which an operator may be logged
 * in: it can read, open and frame no page of it, send no form and leave no worker. Styles have the nonce of the answer.
 * Browsers warn of a sandbox with scripts and their origin, since a frame could undo its own; a page cannot.
 */
function policyWith(nonce: string, host: string): string {
  const own = HOST.test(host) ? PATHS.map((path) => `${host}${path}`).join(' ') : `'self'`;
  return [
    `sandbox allow-scripts allow-same-origin allow-downloads`,
    `default-src 'none'`,
    `script-src 'self'`,
    `worker-src 'none'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src ${own}`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** The page of the reference; it has a link in place of the search form, since its sandbox sends none. */
function html(nonce: string): string {
  const about = 'Every operation of the Corridor API, with samples and a form to try it.';
  return renderDocument(
    <html lang="en">
      <PageHead title="API reference" nonce={nonce}>
        <meta name="description" content={about} />
        <script src={SHARED_ASSETS.searchKeys.address} defer />
      </PageHead>
      <body class="reference">
        <SiteHeader place="/docs" hasForm={false}>
          <h1 class="hidden">API reference</h1>
        </SiteHeader>
        <noscript>
          <p>
            This page needs a script; <a href="/openapi.json">openapi.json</a> has the same for programs.
          </p>
        </noscript>
        <div id="reference" dangerouslySetInnerHTML={{ __html: EXPLORER }} />
        <script src={DOCS_SCRIPTS.beforeReference.address} nonce={nonce} />
        <script src={DOCS_SCRIPTS.explorer.address} defer />
        <script src={DOCS_SCRIPTS.startReference.address} defer />
      </body>
    </html>,
  );
}

const NONCE_BYTES = 18;

/** The reference to search in and to try out: the page around the script. Each answer has a nonce of its own. */
export function showReference(context: Context): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  context.set('Cache-Control', 'no-store');
  context.set('Content-Security-Policy', policyWith(nonce, context.host));
  context.type = 'text/html';
  context.body = html(nonce);
}
