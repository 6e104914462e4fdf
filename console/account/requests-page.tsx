import type { VNode } from 'preact';
import type { Found } from '../../db/administration/search';
import type { LoggedRequest } from '../../db/requests/list-requests';
import { unixMsOf } from '../../domain/ids';
import { LISTED_DAYS, STATUS_CLASSES } from '../../domain/limits/listed-request';
import type { Page } from '../../domain/schema-tools';
import type { Faults } from '../forms/read-form';
import {
  DownloadCsv,
  Badge,
  Facts,
  Field,
  figure,
  Filters,
  Id,
  Moment,
  Notice,
  Pager,
  Select,
  Table,
  type Tone,
  fieldsOf,
} from '../parts';
import { placeOfId } from '../search/places';
import { OPERATIONS } from './request-filter';

type At = (path: string) => string;

const TONES: readonly (readonly [from: number, tone: Tone])[] = [
  [500, 'bad'],
  [400, 'wait'],
  [300, 'plain'],
  [200, 'good'],
];

function StatusNumber({ of: status }: { of: number }): VNode {
  return <Badge tone={TONES.find(([from]) => status >= from)?.[1] ?? 'plain'}>{status}</Badge>;
}

/** What has an id, with a link to its page where it has one. */
function Subject({ of: id, at }: { of: string | null; at: At }): VNode {
  const place = id === null ? null : placeOfId(id);
  return place === null ? (
    <Id of={id} />
  ) : (
    <a href={at(place)}>
      <Id of={id} />
    </a>
  );
}

const arrivalOf = ({ id }: LoggedRequest): Date => new Date(unixMsOf(id));

/** The end of the secret tells keys apart. */
function keyName({ keyLabel, keyHint, keyId }: LoggedRequest): string {
  if (keyHint === null) return keyId;
  return keyLabel === null || keyLabel === '' ? `…${keyHint}` : `${keyLabel} (…${keyHint})`;
}

/** Where many rows are beside each other: people name keys that they want to tell apart. */
const shortKeyName = (request: LoggedRequest): string =>
  request.keyLabel === null || request.keyLabel === '' ? keyName(request) : request.keyLabel;

const fieldFault = ({ faultField, faultCode }: LoggedRequest): string | null =>
  faultField === null ? null : `${faultField}: ${faultCode ?? ''}`;

export interface RequestsPage {
  page: Page<LoggedRequest>;
  keys: readonly { id: string; label: string; hint: string }[];
  entered: Record<string, string>;
  faults: Faults;
  query: string;
  /** Requests that are not listed although they came. */
  unlisted: number;
  at: At;
}

function Filter({ keys, entered, faults, at }: RequestsPage): VNode {
  const field = fieldsOf(entered, faults, { required: false });
  const named = keys.map(({ id, label, hint }) => [id, label === '' ? `…${hint}` : `${label} (…${hint})`] as const);
  const operations = OPERATIONS.map((name) => [name, name] as const);
  return (
    <Filters action={at('/requests')}>
      <Select
        {...field('status')}
        label="Status"
        options={[['', 'Any status'], ...STATUS_CLASSES.map((one) => [one, one] as const)]}
      />
      <Select {...field('operation')} label="Operation" options={[['', 'Any operation'], ...operations]} />
      <Select {...field('key')} label="Key" options={[['', 'Any key'], ...named]} />
      <Field {...field('from')} type="datetime-local" label="From, UTC" />
      <Field {...field('to')} type="datetime-local" label="Before, UTC" />
      <Field {...field('about')} type="search" label="About, by its id" />
      <Field {...field('id')} type="search" label="Request id" />
    </Filters>
  );
}

function nothingFound(query: string): string {
  return query === ''
    ? `No key of this side was used in the last ${LISTED_DAYS} days. What your programs send appears here within seconds.`
    : `No request of the last ${LISTED_DAYS} days fits.`;
}

/** The requests of the last days, and what was wrong with those that were refused. Source: docs/GAPS.md#request-log */
export function Requests(parts: RequestsPage): VNode {
  const { page, query, unlisted, at } = parts;
  return (
    <>
      <Filter {...parts} />
      {unlisted > 0 && (
        <Notice tone="wait">
          <p>
            {`${figure(unlisted)} requests of the last ${LISTED_DAYS} days are missing, because the log could not be written. `}
            <a href={at('/usage')}>Usage</a> counts them.
          </p>
        </Notice>
      )}
      <Table
        name="Requests"
        rows={page.items}
        empty={nothingFound(query)}
        columns={[
          { name: 'Operation', cell: ({ id, operation }) => <a href={at(`/requests/${id}`)}>{operation}</a> },
          { name: 'Status', cell: ({ status }) => <StatusNumber of={status} /> },
          { name: 'Error', cell: ({ errorCode }) => errorCode ?? '' },
          { name: 'First fault', isExtra: true, cell: (one) => fieldFault(one) ?? '' },
          { name: 'Time', cell: (one) => <Moment at={arrivalOf(one)} precise /> },
          { name: 'Took, ms', isExtra: true, isNumber: true, cell: ({ ms }) => figure(ms) },
          { name: 'Key', isExtra: true, cell: (one) => shortKeyName(one) },
        ]}
      />
      <Pager path={at('/requests')} query={query} next={page.nextCursor} />
      {page.items.length > 0 && (
        <p class="actions">
          <DownloadCsv path={at('/requests/file')} query={query} />
        </p>
      )}
    </>
  );
}

export interface RequestPage {
  id: string;
  /** Null where it is not listed, or not any more. */
  request: LoggedRequest | null;
  found: readonly Found[];
  at: At;
}

function RequestFacts({ request, at }: { request: LoggedRequest; at: At }): VNode {
  const { id, method, operation, status, ms, errorCode, subject } = request;
  const fault = fieldFault(request);
  return (
    <Facts
      rows={[
        ['Status', <StatusNumber of={status} />],
        ['Operation', `${method} ${operation}`],
        ['Request', <Id of={id} />],
        ['Time', <Moment at={arrivalOf(request)} precise />],
        ['Took', `${figure(ms)} ms`],
        ['Key', keyName(request)],
        ['Error', errorCode === null ? <Id of={null} /> : <a href={`/docs/errors/${errorCode}`}>{errorCode}</a>],
        ...(fault === null ? [] : ([['First fault', <Id of={fault} />]] satisfies [string, VNode][])),
        ['About', <Subject of={subject} at={at} />],
      ]}
    />
  );
}

/** One request and what it made: every answer of the API carries its id. */
export function Request({ id, request, found, at }: RequestPage): VNode {
  const subject = request?.subject ?? null;
  return (
    <>
      {request === null ? (
        <p>
          {`Not listed: the log keeps requests with API keys of this side for ${LISTED_DAYS} days. `}
          <Id of={id} />
        </p>
      ) : (
        <RequestFacts request={request} at={at} />
      )}
      <section aria-labelledby="made">
        <h2 id="made">What it made</h2>
        <Table
          name="What it made"
          rows={found}
          empty={
            request === null
              ? 'Nothing on this side was created by a request with this id.'
              : 'That request created nothing on this side: it only read, or was refused.'
          }
          columns={[
            { name: 'What', cell: ({ kind }) => kind },
            { name: 'Id', cell: (one) => <Subject of={one.kind === 'report' ? one.instructionId : one.id} at={at} /> },
          ]}
        />
      </section>
      {subject !== null && (
        <p>
          <a href={at(`/requests?about=${subject}`)}>All requests about this object</a>
        </p>
      )}
    </>
  );
}
