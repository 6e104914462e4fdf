import type { VNode } from 'preact';
import type { DocumentFacts } from '../../db/documents/documents';
import { DOCUMENT_STATUSES } from '../../domain/documents/document';
import { DOCUMENT_TYPES } from '../../domain/documents/registry';
import type { Page } from '../../domain/schema-tools';
import {
  BY_TIME,
  English,
  Facts,
  Filters,
  Id,
  ListFoot,
  Moment,
  Notice,
  Select,
  StatusBadge,
  Table,
  fieldsOf,
  timeOrder,
} from '../parts';
import type { Faults } from '../forms/read-form';
import { labelOfPath } from '../forms/schema/words';
import { useWords, wordFor } from '../words/use-words';

export interface DocumentsPage {
  mayCreate: boolean;
  page: Page<DocumentFacts>;
  entered: Record<string, string>;
  faults: Faults;
  query: string;
  at: (path: string) => string;
}

export function Documents({ mayCreate, page, entered, faults, query, at }: DocumentsPage): VNode {
  const { documents: words, common } = useWords();
  const field = fieldsOf(entered, faults, { required: false });
  const order = timeOrder(at('/documents'), query);
  return (
    <>
      <p class="top actions">
        {mayCreate && (
          <a class="button" href={at('/documents/new')}>
            {words.create}
          </a>
        )}
        <a href={at('/branding')}>{words.look}</a>
      </p>
      <Filters action={at('/documents')} order={order}>
        <Select
          {...field('type')}
          label={words.type}
          options={[['', words.anyType], ...DOCUMENT_TYPES.map((type) => [type, words.types[type]] as const)]}
        />
        <Select
          {...field('status')}
          label={common.columns.status}
          options={[
            ['', common.anyStatus],
            ...DOCUMENT_STATUSES.map((status) => [status, wordFor(common.statuses, status) ?? status] as const),
          ]}
        />
      </Filters>
      <Table
        name={words.title}
        order={order}
        rows={page.items}
        empty={
          <>
            {Object.keys(faults).length === 0 &&
              words.none({
                make: mayCreate ? (text) => <a href={at('/documents/new')}>{text}</a> : null,
                api: (text) => <a href="/docs">{text}</a>,
              })}
          </>
        }
        columns={[
          { name: words.number, cell: ({ id, number }) => <a href={at(`/documents/${id}`)}>{number}</a> },
          { name: words.type, cell: ({ type }) => words.types[type] },
          { name: common.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
          { name: words.created, orders: BY_TIME, cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { name: words.availableUntil, isExtra: true, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
        ]}
      />
      <ListFoot path={at('/documents')} query={query} next={page.nextCursor} isEmpty={page.items.length === 0} />
    </>
  );
}

export interface DocumentPage {
  document: DocumentFacts;
  /** Whether there is a file to download. */
  isThere: boolean;
  /** Whether the account has the shipment that it names. */
  hasShipment: boolean;
  /** The public page on which a copy can be checked. */
  verifyPath: string;
  /** Whether others can be made with its data. */
  mayCreate: boolean;
  at: (path: string) => string;
}

/** A document may name a shipment that was deleted or never existed: then its id is plain text. */
function Shipment({ document: { shipmentId }, hasShipment, at }: DocumentPage): VNode {
  return hasShipment ? <a href={at(`/shipments/${shipmentId}`)}>{shipmentId}</a> : <Id of={shipmentId} />;
}

export function Document(page: DocumentPage): VNode {
  const { document, isThere, verifyPath, mayCreate, at } = page;
  const words = useWords();
  const { documents, common, fields, payment } = words;
  const { id, instructionId, sha256, sizeBytes, pageCount, failureReason, warnings } = document;
  return (
    <>
      {failureReason !== null && (
        <Notice tone="wait">
          <p>
            <English>{failureReason}</English>
          </p>
        </Notice>
      )}
      {warnings.map(({ field, message }) => (
        <Notice key={field} tone="wait">
          <p>
            {labelOfPath(words, field)} <English>{message}</English>
          </p>
        </Notice>
      ))}
      <Facts
        rows={[
          [common.columns.status, <StatusBadge status={document.status} />],
          [payment.facts.id, <Id of={id} />],
          [documents.created, <Moment at={document.createdAt} precise />],
          [documents.availableUntil, <Moment at={document.expiresAt} />],
          [documents.pages, pageCount === null ? documents.notKnownYet : String(pageCount)],
          [
            documents.size,
            sizeBytes === null ? documents.notKnownYet : documents.kib({ count: Math.ceil(sizeBytes / 1024) }),
          ],
          ['SHA-256', <Id of={sha256} />],
          [documents.requests, <a href={at(`/requests?about=${id}`)}>{documents.aboutThis}</a>],
          [fields.shipmentId, <Shipment {...page} />],
          [
            common.payment,
            instructionId === null ? common.none : <a href={at(`/payments/${instructionId}`)}>{instructionId}</a>,
          ],
        ]}
      />
      {isThere && (
        <p class="actions">
          <a class="button" href={at(`/documents/${id}/download`)}>
            {documents.download}
          </a>
          <a href={verifyPath}>{documents.checkCopy}</a>
        </p>
      )}
      {mayCreate && isThere && (
        <section aria-labelledby="others">
          <h2 id="others">{documents.others}</h2>
          <p>{documents.othersBegin}</p>
          <ul class="tiles wide">
            {DOCUMENT_TYPES.map((type) => (
              <li key={type}>
                <a href={at(`/documents/new/${type}?from=${id}`)}>
                  {type === document.type ? documents.another({ type: documents.types[type] }) : documents.types[type]}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
