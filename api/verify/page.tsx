import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { DocumentFacts } from '../../db/documents/documents';

const STYLES = `body{font:16px/1.5 system-ui,sans-serif;color:#1a1f26;max-width:42rem;margin:3rem auto;padding:0 1rem}
h1{font-size:1.5rem;color:#0b3a5c}dl{display:grid;grid-template-columns:max-content 1fr;gap:.4rem 1.2rem}
dt{color:#56616d}dd{margin:0;overflow-wrap:anywhere}code{font-size:.9em}`;

const NAMES = {
  commercial_invoice: 'Commercial invoice',
  packing_list: 'Packing list',
  certificate_of_origin: 'Certificate of origin',
  bill_of_lading: 'Bill of lading',
  proforma_invoice: 'Proforma invoice',
} as const;

function Page({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </head>
      <body>
        <h1>{title}</h1>
        {children}
      </body>
    </html>
  );
}

/** What proves a document without showing it: hash, type, times, never a name or an amount. */
export function verifiedPage(document: DocumentFacts): string {
  const facts: [string, string][] = [
    ['Type', NAMES[document.type]],
    ['Document', document.id],
    ['Issued at', document.createdAt.toISOString()],
    ['Pages', String(document.pageCount ?? '')],
    ['Size in bytes', String(document.sizeBytes ?? '')],
    ['SHA-256', document.sha256 ?? ''],
  ];
  const page = (
    <Page title="This document was issued here">
      <p>A file is genuine when its SHA-256 is the one below.</p>
      <dl>
        {facts.map(([name, text]) => (
          <>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
      <p>
        Compute it with <code>sha256sum file.pdf</code>, or <code>certutil -hashfile file.pdf SHA256</code> on Windows.
      </p>
    </Page>
  );
  return `<!doctype html>${renderToString(page)}`;
}

/** The same page for an unknown document and for a wrong code. */
export function unverifiedPage(): string {
  const page = (
    <Page title="This document cannot be verified">
      <p>No document was issued here under this address. Compare it with the one printed on the document.</p>
    </Page>
  );
  return `<!doctype html>${renderToString(page)}`;
}
