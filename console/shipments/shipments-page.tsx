import type { ComponentChildren, VNode } from 'preact';
import type { Page } from '../../domain/schema-tools';
import { SHIPMENT_STATUSES, type Shipment } from '../../domain/shipments/shipment';
import type { Faults } from '../forms/read-form';
import {
  BY_TIME,
  Field,
  FaultSummary,
  Filters,
  isNarrowed,
  ListFoot,
  Moment,
  Money,
  ReferenceLink,
  Select,
  StatusBadge,
  Table,
  fieldsOf,
  timeOrder,
  type Order,
} from '../parts';
import { useWords } from '../words/use-words';
import { goodsOf, wayOf } from './shipment-name';

export interface ShipmentsList {
  page: Page<Shipment>;
  /** What the address says, by field. */
  entered: Record<string, string>;
  faults: Faults;
  query: string;
  mayCreate: boolean;
  at: (path: string) => string;
}

const FILTERS = ['query', 'status', 'origin_country', 'destination_country', 'hs_code', 'from', 'to'] as const;

function ShipmentFilters({ entered, faults, query, at }: ShipmentsList): VNode {
  const { common, fields, shipments: words } = useWords();
  const field = fieldsOf(entered, faults, { required: false });
  const statuses = SHIPMENT_STATUSES.map((status) => [status, common.statuses[status]] as const);
  return (
    <Filters action={at('/shipments')} order={timeOrder(at('/shipments'), query)}>
      <Field {...field('query')} label={words.query} type="search" maxlength={200} />
      <Select {...field('status')} label={common.columns.status} options={[['', common.anyStatus], ...statuses]} />
      <Field {...field('origin_country')} label={fields.origin_country} maxlength={2} />
      <Field {...field('destination_country')} label={fields.destination_country} maxlength={2} />
      <Field {...field('hs_code')} label={fields.hs_code} maxlength={14} />
      <Field {...field('from')} label={common.from} type="date" />
      <Field {...field('to')} label={common.until} type="date" />
    </Filters>
  );
}

/** Faults that no field shows, such as that too many searches run. */
function otherFaults(faults: Faults): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => !FILTERS.some((one) => one === field)));
}

function NoShipmentsText({ entered, faults, mayCreate, at }: ShipmentsList): VNode {
  const { shipments: words } = useWords();
  // What was not looked for may be there.
  if (Object.keys(faults).length > 0) return <></>;
  if (isNarrowed(entered)) return <>{words.noMatch}</>;
  return (
    <>
      {words.none({
        make: mayCreate ? (text) => <a href={at('/shipments/new')}>{text}</a> : null,
        api: (text) => <a href="/docs">{text}</a>,
      })}
    </>
  );
}

/** Shipments; on a phone, route and status come first. */
export function ShipmentTable(parts: {
  shipments: readonly Shipment[];
  at: (path: string) => string;
  empty?: ComponentChildren;
  order?: Order;
}): VNode {
  const { shipments, at, ...shown } = parts;
  const words = useWords();
  const { common, fields, shipments: text } = words;
  return (
    <Table
      name={text.title}
      rows={shipments}
      {...shown}
      columns={[
        {
          name: text.one,
          cell: ({ id, reference }) => <ReferenceLink {...{ id, reference }} to={at(`/shipments/${id}`)} />,
        },
        { name: text.way, inCard: 'lead', cell: (one) => wayOf(one, words) },
        { name: common.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
        { name: fields.description, isExtra: true, cell: (one) => goodsOf(one) },
        {
          name: fields.value,
          isExtra: true,
          isNumber: true,
          cell: ({ value, currency }) =>
            value === null || currency === null ? '' : <Money amount={value} currency={currency} />,
        },
        { name: text.created, orders: BY_TIME, cell: ({ created_at }) => <Moment at={new Date(created_at)} /> },
      ]}
    />
  );
}

export function Shipments(list: ShipmentsList): VNode {
  const { page, faults, query, mayCreate, at } = list;
  const { shipments: text } = useWords();
  return (
    <>
      <FaultSummary faults={otherFaults(faults)} />
      {mayCreate && (
        <p class="top actions">
          <a class="button" href={at('/shipments/new')}>
            {text.create}
          </a>
        </p>
      )}
      <ShipmentFilters {...list} />
      <ShipmentTable
        shipments={page.items}
        at={at}
        empty={<NoShipmentsText {...list} />}
        order={timeOrder(at('/shipments'), query)}
      />
      <ListFoot path={at('/shipments')} query={query} next={page.nextCursor} isEmpty={page.items.length === 0} />
    </>
  );
}
