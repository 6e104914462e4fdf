import type { DocumentFacts } from '../../db/documents/documents';
import { DOCUMENT_TITLES } from '../../domain/documents/titles';
import type { Reply } from '../endpoint';
import { Facts, publicPage } from '../public-page';

/** The page that proves a document without showing it: hash, type and times, never a name or an amount. */
export function verifiedDocumentPage(document: DocumentFacts): Reply {
  const facts: [string, string][] = [
    ['Type', DOCUMENT_TITLES[document.type]],
    ['Document', document.id],
    ['Issued at', document.createdAt.toISOString()],
    ['Pages', String(document.pageCount ?? '')],
    ['Size in bytes', String(document.sizeBytes ?? '')],
    ['SHA-256', document.sha256 ?? ''],
  ];
  return publicPage(
    { status: 200, title: 'This document was issued here' },
    <>
      <p>A file is genuine when its SHA-256 is the one below.</p>
      <Facts rows={facts} />
      <p>
        Compute it with <code>sha256sum file.pdf</code>, or <code>certutil -hashfile file.pdf SHA256</code> on Windows.
      </p>
    </>,
  );
}

/** The same page for an unknown document and for a wrong code. */
export function unverifiedPage(): Reply {
  const words = <p>No document was issued under this address. Compare it with the one printed on the document.</p>;
  return publicPage({ status: 404, title: 'This document cannot be verified' }, words);
}
