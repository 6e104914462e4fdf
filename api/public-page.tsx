import type { ComponentChildren, VNode } from 'preact';
import type { Language } from '../domain/auth/languages';
import type { Reply } from './endpoint';
import { pagePolicy } from './page-policy';
import { Brand, PageHead, renderDocument } from './shell';

/** Names with their values. */
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

/**
 * A page for holders of a link or a printed code: not cached, not indexed, and not sent as a referrer.
 * @param parts.language the one that the browser prefers; in English for every reader where it is absent
 */
export function publicPage(
  parts: { status: number; title: string; language?: Language; policy?: Parameters<typeof pagePolicy>[0] },
  children: ComponentChildren,
): Reply {
  const { status, title, language, policy } = parts;
  const page = (
    <html lang={language ?? 'en'}>
      <PageHead title={title}>
        <meta name="robots" content="noindex, nofollow" />
      </PageHead>
      <body class="alone">
        <header>
          <Brand />
        </header>
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
      'Content-Security-Policy': pagePolicy(policy),
      'Cache-Control': 'no-store',
      ...(language === undefined ? {} : { Vary: 'Accept-Language' }),
      'X-Robots-Tag': 'noindex, nofollow',
      'Referrer-Policy': 'no-referrer',
    },
    binary: { contentType: 'text/html; charset=utf-8', bytes: Buffer.from(renderDocument(page), 'utf8') },
  };
}
