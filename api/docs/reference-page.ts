import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { addressOf } from './assets';

const HEADER_HEIGHT = '44px';
/** The reference's own greys and method colours are too faint: these have a contrast of 4.5. A finger hits 24 pixels. */
const READABLE = `body.light-mode{--scalar-color-2:#595959;--scalar-color-3:#666;--scalar-color-green:#00714a;
--scalar-color-blue:#0068a9;--scalar-color-orange:#8a5300;--scalar-color-red:#b8001f;--scalar-color-yellow:#7a5900;--scalar-color-purple:#6b3fc4}
body.dark-mode,body .dark-mode{--scalar-color-red:#ff6b6b}
.client-libraries__select{min-width:24px;min-height:24px}`;
const STYLE = `
:root{--scalar-custom-header-height:${HEADER_HEIGHT};--scalar-font:system-ui,sans-serif;--scalar-font-code:ui-monospace,monospace}
body{margin:0;font-family:system-ui,sans-serif}
.links{position:sticky;top:0;z-index:100;height:${HEADER_HEIGHT};box-sizing:border-box;display:flex;gap:1.2rem;
align-items:center;padding:0 1rem;overflow-x:auto;background:var(--scalar-background-1,Canvas);border-bottom:1px solid #8884}
.links a,.links strong{color:var(--scalar-color-1,CanvasText);white-space:nowrap}
${READABLE}
`;

/** What the reference may ask for: the description of the API and the API itself, and no page of the console. */
const PATHS = ['/openapi.json', '/api/', '/v1/'];
/** A name or IPv4 address with its port: no policy can hold an IPv6 address, whose whole host may be asked. */
const HOST = /^[\w.-]+(:\d+)?$/;

/**
 * The reference is a script of others beside the console, in which an operator may be logged in: it reads no page of it,
 * opens and frames none, sends no form and leaves no worker behind. Styles have the nonce of the answer.
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

function html(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Every operation of the Corridor API, with samples and a form to try it.">
<title>Corridor API</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<nav class="links" aria-label="Documentation">
<a href="/"><strong>Corridor</strong></a>
<a href="/docs/guides/quickstart">Quickstart</a>
<a href="/docs" aria-current="page">Reference</a>
<a href="/docs/guides">Guides</a>
<a href="/docs/errors">Errors</a>
<a href="/console">Console</a>
</nav>
<noscript><p>This page needs a script; <a href="/openapi.json">openapi.json</a> has the same for programs.</p></noscript>
<div id="reference"></div>
<script src="${addressOf('before-reference.js')}" nonce="${nonce}"></script>
<script src="${addressOf('scalar.js.br')}"></script>
<script src="${addressOf('start-reference.js')}"></script>
</body>
</html>`;
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
