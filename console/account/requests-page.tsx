import type { VNode } from 'preact';
import type { Found } from '../../db/administration/search';
import type { LoggedRequest } from '../../db/requests/list-requests';
import { unixMsOf } from '../../domain/ids';
import { LISTED_DAYS, STATUS_CLASSES } from '../../domain/limits/listed-request';
import type { Page } from '../../domain/schema-tools';
import type { Faults } from '../forms/read-form';
import {
  Badge,
  BY_TIME,
  Facts,
  Field,
  Filters,
  Id,
  ListFoot,
  Moment,
  Notice,
  Select,
  Table,
  type Tone,
  fieldsOf,
  timeOrder,
} from '../parts';
import { placeOfId } from '../search/places';
import { useWords } from '../words/use-words';
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

/** An id, linked to its page if there is one. */
function SubjectLink({ of: id, at }: { of: string | null; at: At }): VNode {
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

function RequestFilters({ keys, entered, faults, query, at }: RequestsPage): VNode {
  const { common, requests: words } = useWords();
  const field = fieldsOf(entered, faults, { required: false });
  const named = keys.map(({ id, label, hint }) => [id, label === '' ? `…${hint}` : `${label} (…${hint})`] as const);
  const operations = OPERATIONS.map((name) => [name, name] as const);
  return (
    <Filters action={at('/requests')} order={timeOrder(at('/requests'), query)}>
      <Select
        {...field('status')}
        label={common.columns.status}
        options={[['', common.anyStatus], ...STATUS_CLASSES.map((one) => [one, one] as const)]}
      />
      <Select {...field('operation')} label={words.operation} options={[['', words.anyOperation], ...operations]} />
      <Select {...field('key')} label={words.key} options={[['', words.anyKey], ...named]} />
      <Field {...field('from')} type="datetime-local" label={words.fromUtc} />
      <Field {...field('to')} type="datetime-local" label={words.beforeUtc} />
      <Field {...field('about')} type="search" label={words.aboutId} />
      <Field {...field('id')} type="search" label={words.requestId} />
    </Filters>
  );
}

/**
 * Requests of the last days, with the reason why each refused one was refused.
 * Source: docs/GAPS.md#request-log
 */
export function Requests(parts: RequestsPage): VNode {
  const { page, query, unlisted, at } = parts;
  const { common, format, layout, requests: words } = useWords();
  return (
    <>
      <RequestFilters {...parts} />
      {unlisted > 0 && (
        <Notice tone="wait">
          <p>
            {words.unlisted({ count: unlisted, days: LISTED_DAYS, usage: (text) => <a href={at('/usage')}>{text}</a> })}
          </p>
        </Notice>
      )}
      <Table
        name={layout.places.requests}
        order={timeOrder(at('/requests'), query)}
        rows={page.items}
        empty={query === '' ? words.noneSent({ days: LISTED_DAYS }) : words.noneFits({ days: LISTED_DAYS })}
        columns={[
          { name: words.operation, cell: ({ id, operation }) => <a href={at(`/requests/${id}`)}>{operation}</a> },
          { name: common.columns.status, cell: ({ status }) => <StatusNumber of={status} /> },
          { name: words.error, cell: ({ errorCode }) => errorCode ?? '' },
          { name: words.firstFault, isExtra: true, cell: (one) => fieldFault(one) ?? '' },
          { name: words.time, orders: BY_TIME, cell: (one) => <Moment at={arrivalOf(one)} precise /> },
          { name: words.tookMs, isExtra: true, isNumber: true, cell: ({ ms }) => format.figure(ms) },
          { name: words.key, isExtra: true, cell: (one) => shortKeyName(one) },
        ]}
      />
      <ListFoot path={at('/requests')} query={query} next={page.nextCursor} isEmpty={page.items.length === 0} />
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
  const { common, format, requests: words } = useWords();
  return (
    <Facts
      rows={[
        [common.columns.status, <StatusNumber of={status} />],
        [words.operation, `${method} ${operation}`],
        [words.request, <Id of={id} />],
        [words.time, <Moment at={arrivalOf(request)} precise />],
        [words.took, `${format.figure(ms)} ms`],
        [words.key, keyName(request)],
        [words.error, errorCode === null ? <Id of={null} /> : <a href={`/docs/errors/${errorCode}`}>{errorCode}</a>],
        ...(fault === null ? [] : ([[words.firstFault, <Id of={fault} />]] satisfies [string, VNode][])),
        [words.about, <SubjectLink of={subject} at={at} />],
      ]}
    />
  );
}

/** One request and what it created. Every answer of the API carries the id of its request. */
export function Request({ id, request, found, at }: RequestPage): VNode {
  const subject = request?.subject ?? null;
  const { requests: words } = useWords();
  return (
    <>
      {request === null ? (
        <p>
          {words.notListed({ days: LISTED_DAYS })}
          <Id of={id} />
        </p>
      ) : (
        <RequestFacts request={request} at={at} />
      )}
      <section aria-labelledby="made">
        <h2 id="made">{words.made}</h2>
        <Table
          name={words.made}
          rows={found}
          empty={request === null ? words.nothingById : words.createdNothing}
          columns={[
            { name: words.what, cell: ({ kind }) => kind },
            {
              name: words.id,
              cell: (one) => <SubjectLink of={one.kind === 'report' ? one.instructionId : one.id} at={at} />,
            },
          ]}
        />
      </section>
      {subject !== null && (
        <p>
          <a href={at(`/requests?about=${subject}`)}>{words.allAbout}</a>
        </p>
      )}
    </>
  );
}
