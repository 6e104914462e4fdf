import type { VNode } from 'preact';
import type { DocumentFacts } from '../../db/documents/documents';
import { DOCUMENT_STATUSES } from '../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../domain/documents/registry';
import type { Page } from '../../domain/schema-tools';
import { Facts, Filters, Id, Moment, Notice, Pager, Select, StatusBadge, Table, fieldsOf } from '../parts';
import type { Faults } from '../forms/read-form';
import { labelOf } from '../forms/schema/words';

export interface DocumentsPage {
  mayCreate: boolean;
  page: Page<DocumentFacts>;
  entered: Record<string, string>;
  faults: Faults;
  query: string;
  at: (path: string) => string;
}

const named = (values: readonly string[]) => values.map((value) => [value, value.replaceAll('_', ' ')] as const);

export function Documents({ mayCreate, page, entered, faults, query, at }: DocumentsPage): VNode {
  const field = fieldsOf(entered, faults, { required: false });
  return (
    <>
      <p class="top actions">
        {mayCreate && (
          <a class="button" href={at('/documents/new')}>
            New document
          </a>
        )}
        <a href={at('/branding')}>Logo and colour</a>
      </p>
      <Filters action={at('/documents')}>
        <Select {...field('type')} label="Type" options={[['', 'Any type'], ...named(DOCUMENT_TYPES)]} />
        <Select {...field('status')} label="Status" options={[['', 'Any status'], ...named(DOCUMENT_STATUSES)]} />
      </Filters>
      <Table
        name="Documents"
        rows={page.items}
        empty={
          <>
            No document to show. Invoices, packing lists, certificates and other documents that are generated appear
            here as PDF files. {mayCreate && <a href={at('/documents/new')}>Make one in a form</a>}
            {mayCreate && ', or '}
            <a href="/docs">generate it over the API</a>.
          </>
        }
        columns={[
          { name: 'Number', cell: ({ id, number }) => <a href={at(`/documents/${id}`)}>{number}</a> },
          { name: 'Type', cell: ({ type }) => type.replaceAll('_', ' ') },
          { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
          { name: 'Created', isExtra: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { name: 'Available until', isExtra: true, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
        ]}
      />
      <Pager path={at('/documents')} query={query} next={page.nextCursor} />
    </>
  );
}

export interface DocumentPage {
  document: DocumentFacts;
  /** Whether there is a file to download. */
  isThere: boolean;
  /** The public page on which a copy can be checked. */
  verifyPath: string;
  /** Whether others can be made with its data. */
  mayCreate: boolean;
  at: (path: string) => string;
}

export function Document({ document, isThere, verifyPath, mayCreate, at }: DocumentPage): VNode {
  const { id, instructionId, sha256, sizeBytes, pageCount, failureReason, warnings } = document;
  return (
    <>
      {failureReason !== null && (
        <Notice tone="wait">
          <p>{failureReason}</p>
        </Notice>
      )}
      {warnings.map(({ field, message }) => (
        <Notice key={field} tone="wait">
          <p>
            <code>{field}</code> {message}
          </p>
        </Notice>
      ))}
      <Facts
        rows={[
          ['Status', <StatusBadge status={document.status} />],
          ['Id', <Id of={id} />],
          ['Created', <Moment at={document.createdAt} precise />],
          ['Available until', <Moment at={document.expiresAt} />],
          ['Pages', pageCount === null ? 'not known yet' : String(pageCount)],
          ['Size', sizeBytes === null ? 'not known yet' : `${Math.ceil(sizeBytes / 1024)} KiB`],
          ['SHA-256', <Id of={sha256} />],
          ['API requests', <a href={at(`/requests?about=${id}`)}>about this document</a>],
          ['Payment', instructionId === null ? 'none' : <a href={at(`/payments/${instructionId}`)}>{instructionId}</a>],
        ]}
      />
      {isThere && (
        <p class="actions">
          <a class="button" href={at(`/documents/${id}/download`)}>
            Download
          </a>
          <a href={verifyPath}>Check a copy against it</a>
        </p>
      )}
      {mayCreate && isThere && (
        <section aria-labelledby="others">
          <h2 id="others">Documents of the same consignment</h2>
          <p>The form begins with the parties, goods and references of this document.</p>
          <ul class="tiles wide">
            {DOCUMENT_TYPES.map((type) => (
              <li key={type}>
                <a href={at(`/documents/new/${type}?from=${id}`)}>
                  {type === document.type ? `Another ${type.replaceAll('_', ' ')}` : labelOf(type)}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
