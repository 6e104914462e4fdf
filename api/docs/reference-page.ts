import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { addressOf } from './assets';

/** The colours of the console, by the names that OpenAPI Explorer has for them. */
const LIGHT = `--bg:#fff;--bg2:#f4f6f8;--bg3:#eaeef2;--light-bg:#d4dbe2;--fg:#17212b;--fg2:#33404c;--fg3:#52606d;--light-fg:#52606d;
--border-color:#d4dbe2;--light-border-color:#eaeef2;--input-bg:#fff;--placeholder-color:#66727e;--hover-color:#eaeef2;
--primary-color:#0a5a8a;--primary-btn-text-color:#fff;--secondary-color:#0a5a8a;--nav-bg-color:#f4f6f8;--nav-text-color:#33404c;
--nav-hover-bg-color:#e3f0f8;--nav-hover-text-color:#0a5a8a;--header-bg:#0a5a8a;--header-fg:#fff;
--inline-code-fg:#8f2d24;--code-fg:#33404c;--code-property-color:#8a1152;--code-keyword-color:#0a5a8a;--code-operator-color:#7a4b00;
--red:#ae221a;--light-red:#fce9e7;--green:#17693a;--light-green:#e2f3e8;--orange:#8a4500;--light-orange:#fbf0d9;
--blue:#0a5a8a;--light-blue:#e3f0f8;--yellow:#7a4b00;--light-yellow:#fbf0d9;--purple:#5b34a6;--light-purple:#efeafa;--gray:#52606d;--light-gray:#eaeef2`;
const DARK = `--bg:#10161b;--bg2:#182027;--bg3:#222c35;--light-bg:#313d47;--fg:#e6ebef;--fg2:#cdd5db;--fg3:#a4b1bc;--light-fg:#a4b1bc;
--border-color:#313d47;--light-border-color:#222c35;--input-bg:#182027;--placeholder-color:#93a1ad;--hover-color:#222c35;
--primary-color:#74c0ee;--primary-btn-text-color:#07202f;--secondary-color:#74c0ee;--nav-bg-color:#182027;--nav-text-color:#cdd5db;
--nav-hover-bg-color:#16303f;--nav-hover-text-color:#74c0ee;--header-bg:#16303f;--header-fg:#e6ebef;
--inline-code-fg:#f0a39b;--code-fg:#cdd5db;--code-property-color:#f29ac4;--code-keyword-color:#74c0ee;--code-operator-color:#e3b25f;
--red:#ff9d94;--light-red:#3a1d1b;--green:#7fd6a0;--light-green:#16321f;--orange:#f0b070;--light-orange:#33260f;
--blue:#74c0ee;--light-blue:#16303f;--yellow:#e3b25f;--light-yellow:#33260f;--purple:#c3a8f5;--light-purple:#2a2140;--gray:#a4b1bc;--light-gray:#222c35`;
const STYLE = `
:root{color-scheme:light dark}
body{margin:0;height:100dvh;display:flex;flex-direction:column;font-family:system-ui,sans-serif;background:Canvas;color:CanvasText}
.links{flex:none;display:flex;gap:1.2rem;align-items:center;padding:.7rem 1rem;overflow-x:auto;border-bottom:1px solid #8884}
.links a{color:inherit;white-space:nowrap}
h1{position:absolute;clip-path:inset(50%)}
#reference{flex:1;min-height:0}
openapi-explorer{--font-regular:system-ui,sans-serif;--font-mono:ui-monospace,monospace;${LIGHT}}
@media(prefers-color-scheme:dark){openapi-explorer{${DARK}}}
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
<header>
<h1>API reference</h1>
<nav class="links" aria-label="Documentation">
<a href="/"><strong>Corridor</strong></a>
<a href="/docs/guides/quickstart">Quickstart</a>
<a href="/docs" aria-current="page">Reference</a>
<a href="/docs/guides">Guides</a>
<a href="/docs/errors">Errors</a>
<a href="/console">Console</a>
</nav>
</header>
<noscript><p>This page needs a script; <a href="/openapi.json">openapi.json</a> has the same for programs.</p></noscript>
<div id="reference"><openapi-explorer collapse hide-server-selection hide-components></openapi-explorer></div>
<script src="${addressOf('before-reference.js')}" nonce="${nonce}"></script>
<script src="${addressOf('openapi-explorer.js.br')}" defer></script>
<script src="${addressOf('start-reference.js')}" defer></script>
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
