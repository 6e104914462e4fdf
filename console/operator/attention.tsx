import type { VNode } from 'preact';
import type { AttentionCount, AttentionRow } from '../../db/payments/review/attention';
import type { PaymentRow } from '../../db/payments/instruction/payment-rows';
import type { Environment } from '../../domain/auth/tenant';
import type { OperatorRole } from '../../domain/auth/operator-roles';
import type { Page } from '../../domain/schema-tools';
import { duration } from '../charts';
import type { Faults } from '../forms/read-form';
import {
  Badge,
  fieldsOf,
  Filters,
  Form,
  Internal,
  isNarrowed,
  ListFoot,
  MAX_TABBED,
  Moment,
  Money,
  Notice,
  ReferenceLink,
  Select,
  Table,
} from '../parts';
import { OneLine, PayeeLink } from '../payments/payment-columns';
import { differencesOf } from '../payments/case-figures';
import { ATTENTION_TITLES } from './attention-texts';
import { AssignedField, type ListedPartner, PartnerField } from './narrowing';
import { assigneeText } from './payments/case-work';

export const ATTENTION = '/console/operator';
const WAITING = `${ATTENTION}/payments`;
const HOLDS = `${WAITING}?waiting=compliance_review`;

/** @returns what a flag or a case is called */
export function titleOf(kind: string): string {
  return ATTENTION_TITLES[kind] ?? kind.replaceAll('_', ' ');
}

/** @returns what is known of this one beside its kind; empty where that is nothing */
export function reasonOf({ detail }: Pick<AttentionRow, 'detail'>): string {
  const { says, current, reported } = detail;
  if (typeof says === 'string') return says;
  if (typeof current === 'string' && typeof reported === 'string') return `${reported} reported, ${current} here`;
  return differencesOf(detail).join('; ');
}

/** @returns the page of a flag or a case */
export function pageOfRow({ id }: Pick<AttentionRow, 'id'>): string {
  return id.startsWith('flag_') ? `${ATTENTION}/flags/${id.slice('flag_'.length)}` : `${ATTENTION}/cases/${id}`;
}

/** The side of what is shown, as a mark; nothing for what is about the whole service. */
export function Side({ of: environment }: { of: Environment | null }): VNode | null {
  return environment === null ? null : <span class={`badge ${environment}`}>{environment}</span>;
}

/** What a flag or a case is about; a payment leads to its page. */
export function Subject({ id }: { id: string }): VNode {
  if (!id.startsWith('instr_')) return <code>{id}</code>;
  return <ReferenceLink id={id} reference={null} to={`${ATTENTION}/payments/${id}`} />;
}

/** Of a row of the list: who is paid where it is about a payment, else an id. */
function About({ of: { subject, payment } }: { of: ShownAttention }): VNode {
  if (payment === null) return <OneLine text={subject} />;
  return <PayeeLink of={payment} to={`${ATTENTION}/payments/${subject}`} />;
}

/** Shipped facts that ran out or soon will; nothing where there are none. */
function FactsDue({ due }: { due: readonly string[] }): VNode | null {
  if (due.length === 0) return null;
  return (
    <Notice tone="wait">
      <p>
        Facts that ship with Corridor have to be checked again. Once one has run out, answers say that it is unknown.
      </p>
      <ul>
        {due.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** A flag or a case with the payment that it is about. */
export type ShownAttention = AttentionRow & { payment: PaymentRow | null };

export interface AttentionParts {
  /** Of the reader: operations clears flags and closes cases. */
  roles: readonly OperatorRole[];
  personId: string;
  /** Payments that wait for a person, and those of them that are held for a compliance review. */
  waiting: ReadonlyMap<'person' | 'compliance_review', number>;
  /** Shipped facts that ran out or soon will, in words. */
  factsDue: readonly string[];
  counts: readonly AttentionCount[];
  items: Page<ShownAttention>;
  partners: readonly ListedPartner[];
  /** What the address says, by field. */
  entered: Record<string, string>;
  faults: Faults;
  query: string;
  now: Date;
  formToken: string;
}

/** How many of each kind are open, as links that narrow the list to them. */
function Counts({ counts }: Pick<AttentionParts, 'counts'>): VNode {
  return (
    <ul class="counts">
      {counts.map(({ kind, side, count }) => (
        <li key={`${kind} ${side}`}>
          <a href={`${ATTENTION}?${new URLSearchParams({ kind, side }).toString()}#attention`}>{titleOf(kind)}</a>{' '}
          <Badge tone={side === 'live' ? 'bad' : 'wait'}>{`${count} ${side}`}</Badge>
        </li>
      ))}
    </ul>
  );
}

function Narrow({ counts, partners, entered, faults }: AttentionParts): VNode {
  const field = fieldsOf(entered, faults);
  const kinds = [...new Set([...counts.map(({ kind }) => kind), entered['kind'] ?? ''])].filter((kind) => kind !== '');
  return (
    <Filters action={`${ATTENTION}#attention`}>
      <Select
        {...field('kind')}
        label="Kind"
        options={[['', 'All'], ...kinds.map((kind) => [kind, titleOf(kind)] as const)]}
      />
      <Select
        {...field('side')}
        label="Side"
        options={[
          ['', 'Both'],
          ['live', 'Live, and the whole service'],
          ['test', 'Test'],
        ]}
      />
      <PartnerField {...field('partner')} partners={partners} />
      <AssignedField {...field('assigned')} />
      <Select
        {...field('order')}
        label="Order"
        options={[
          ['', 'Oldest first'],
          ['newest', 'Newest first'],
          ['kind', 'By kind'],
        ]}
      />
    </Filters>
  );
}

/** Clears a flag at once; a case is closed on its page, with what was agreed. */
function Act({ of: row, query, formToken }: { of: AttentionRow; query: string; formToken: string }): VNode {
  const page = pageOfRow(row);
  if (!row.id.startsWith('flag_')) return <a href={`${page}#close`}>Close…</a>;
  return (
    <Form className="inline" action={`${page}/clear`} formToken={formToken}>
      <Internal name="query" value={query} />
      <button class="quiet small" aria-label={`Clear the flag ${titleOf(row.kind)} about ${row.subject}`}>
        Clear
      </button>
    </Form>
  );
}

function Rows({ items, entered, roles, personId, query, now, formToken }: AttentionParts): VNode {
  return (
    <Table
      name="Needs attention"
      order={{ path: ATTENTION, query, value: entered['order'] || 'oldest' }}
      rows={items.items}
      empty={
        isNarrowed(entered)
          ? 'Nothing that needs attention fits.'
          : 'Nothing needs attention. Silent partners, contradictions about money, refused files and faults of the service appear here until somebody deals with them.'
      }
      columns={[
        {
          name: 'What',
          inCard: 'lead',
          cell: (row) => (
            <>
              <a href={pageOfRow(row)}>{titleOf(row.kind)}</a> <Side of={row.environment} />
            </>
          ),
        },
        { name: 'Why', cell: (row) => <span class="words">{reasonOf(row)}</span> },
        { name: 'About', cell: (row) => <About of={row} /> },
        {
          name: 'Amount',
          inCard: 'mark',
          isNumber: true,
          cell: ({ amount, currency }) =>
            amount === null || currency === null ? '' : <Money amount={amount} currency={currency} />,
        },
        {
          name: 'Whose',
          cell: ({ accountName, partnerName }) => [accountName, partnerName].filter((name) => name !== null).join(', '),
        },
        {
          name: 'Since',
          orders: ['oldest', 'newest'],
          cell: ({ since }) => (
            <>
              {duration(Math.max(0, now.getTime() - since.getTime()) / 1000)}{' '}
              <span class="below">
                <Moment at={since} isAbsolute />
              </span>
            </>
          ),
        },
        {
          name: 'Assigned to',
          cell: ({ assignment: one }) => assigneeText(one && { id: one.personId, email: one.email }, personId),
        },
        ...(roles.includes('operations')
          ? [{ name: 'Act', cell: (row: ShownAttention) => <Act of={row} {...{ query, formToken }} /> }]
          : []),
      ]}
    />
  );
}

/** Payments that wait for the reader, as links to them. */
function Decisions({ of: waiting, isFull }: { of: AttentionParts['waiting']; isFull: boolean }): VNode | null {
  const places = [
    ...(isFull ? [{ name: 'Payments that need a person', at: WAITING, count: waiting.get('person') ?? 0 }] : []),
    { name: 'of them held for compliance', at: HOLDS, count: waiting.get('compliance_review') ?? 0 },
  ].filter(({ count }) => count > 0);
  if (places.length === 0) return null;
  return (
    <ul class="counts">
      {places.map(({ name, at, count }) => (
        <li key={name}>
          <a href={at}>{name}</a> <Badge tone="wait">{count >= MAX_TABBED ? `${count}+` : count}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** What needs a person: flags and contradictions about money; first how many of a kind, then page by page. */
export function Attention(parts: AttentionParts): VNode {
  const { waiting, factsDue, counts, items, query } = parts;
  return (
    <>
      <Decisions of={waiting} isFull={parts.roles.includes('operations')} />
      {counts.length > 0 && <Counts counts={counts} />}
      {(counts.length > 0 || Object.keys(parts.faults).length > 0) && <Narrow {...parts} />}
      <Rows {...parts} />
      <ListFoot path={ATTENTION} query={query} next={items.nextCursor} isEmpty={items.items.length === 0} />
      <FactsDue due={factsDue} />
    </>
  );
}
