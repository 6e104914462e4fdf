import type { Context } from 'koa';
import type { DomainError } from '../domain/errors';
import { SITE_POLICY } from './page-policy';
import { renderDocument, SitePage } from './shell';

/** Below these paths clients get JSON, whatever they say that they accept. */
const OF_PROGRAMS = /^\/(api|v1|mcp)(\/|$)/;

/** @returns whether a person opened the address in a browser, which prefers HTML; a client that takes anything does not */
export function asksForPage(context: Context): boolean {
  const { method, path } = context;
  if ((method !== 'GET' && method !== 'HEAD') || OF_PROGRAMS.test(path)) return false;
  return context.accepts('json', 'html') === 'html';
}

const TITLES: Readonly<Record<number, string>> = { 404: 'Page not found', 429: 'Too many requests' };

/** Writes a refusal as a page for a person. Source: docs/GAPS.md#G2 */
export function answerWithPage(context: Context, error: DomainError): void {
  const title = TITLES[error.status] ?? 'This page cannot be shown';
  context.set('Content-Security-Policy', SITE_POLICY);
  context.type = 'text/html';
  context.body = renderDocument(
    <SitePage title={title}>
      <h1>{title}</h1>
      <p>{error.message}</p>
      <p>
        Look for it in the <a href="/docs/guides">guides</a>, in the <a href="/docs">reference</a> or in the{' '}
        <a href="/console">console</a>.
      </p>
      <p class="hint">
        Request <code>{String(context.state['requestId'])}</code>
      </p>
    </SitePage>,
  );
}
