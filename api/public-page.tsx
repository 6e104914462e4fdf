import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Reply } from './endpoint';
import { styleOnlyPolicy } from './style-policy';

const STYLES = `body{font:16px/1.5 system-ui,sans-serif;color:#1a1f26;max-width:42rem;margin:3rem auto;padding:0 1rem}
h1{font-size:1.5rem;color:#0b3a5c}dl{display:grid;grid-template-columns:max-content 1fr;gap:.4rem 1.2rem}
dt{color:#56616d}dd{margin:0;overflow-wrap:anywhere}code{font-size:.9em}`;

const POLICY = styleOnlyPolicy(STYLES);

/** Names with what belongs to them. */
export function Facts({ rows }: { rows: readonly (readonly [string, string])[] }): VNode {
  return (
    <dl>
      {rows.map(([name, text]) => (
        <>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </>
      ))}
    </dl>
  );
}

/** A page for holders of a link or a printed code: not cached, not indexed, and not sent as a referrer. */
export function publicPage(status: number, title: string, children: ComponentChildren): Reply {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  );
  return {
    status,
    headers: {
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex, nofollow',
      'Referrer-Policy': 'no-referrer',
    },
    binary: {
      contentType: 'text/html; charset=utf-8',
      bytes: Buffer.from(`<!doctype html>${renderToString(page)}`, 'utf8'),
    },
  };
}
