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
  Hidden,
  Internal,
  isNarrowed,
  ListFoot,
  Moment,
  Money,
  Notice,
  ReferenceLink,
  Select,
  Table,
  Tabs,
} from '../parts';
import { OneLine, PayeeLink } from '../payments/payment-columns';
import { differencesOf } from '../payments/case-figures';
import { ATTENTION_TITLES } from './attention-texts';
import { AssignedField, type ListedPartner, PartnerField } from './narrowing';
import { assigneeText } from './payments/case-work';
import { WORDS } from '../words/use-words';
import { ACTS, PROPOSALS } from './proposals-page';

export const ATTENTION = '/console/operator';
const WAITING = `${ATTENTION}/payments`;

/** @returns what a row is called */
export function titleOf(kind: string): string {
  return ATTENTION_TITLES[kind] ?? kind.replaceAll('_', ' ');
}

/** What is known about an item beyond its kind; empty if nothing is. */
export function reasonOf({ detail, currency }: Pick<AttentionRow, 'detail' | 'currency'>): string {
  const { says, current, reported, act } = detail;
  if (typeof says === 'string') return says;
  if (typeof act === 'string') return ACTS[act] ?? act;
  if (typeof current === 'string' && typeof reported === 'string') return `${reported} reported, ${current} here`;
  return differencesOf(detail['discrepancies'], WORDS.en, currency).join('; ');
}

/** @returns the page on which a row is decided */
export function pageOfRow({ id }: Pick<AttentionRow, 'id'>): string {
  if (id.startsWith('instr_')) return `${WAITING}/${id}`;
  if (id.startsWith('prop_')) return `${PROPOSALS}#${id}`;
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

/** Warns of shipped facts that have expired or soon will; null if there are none. */
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
  /** Of the reader. */
  roles: readonly OperatorRole[];
  personId: string;
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

/** Number of open items by kind, with links that filter the list. */
function Counts({ counts, show }: Pick<AttentionParts, 'counts'> & { show: Record<string, string> }): VNode {
  return (
    <ul class="counts">
      {counts.map(({ kind, side, count }) => (
        <li key={`${kind} ${side}`}>
          <a href={`${ATTENTION}?${new URLSearchParams({ ...show, kind, side }).toString()}#attention`}>
            {titleOf(kind)}
          </a>{' '}
          <Badge tone={side === 'live' ? 'bad' : 'wait'}>{side === 'live' ? count : `${count} ${side}`}</Badge>
        </li>
      ))}
    </ul>
  );
}

function AttentionFilters({ counts, partners, entered, faults }: AttentionParts): VNode {
  const field = fieldsOf(entered, faults);
  const kinds = [...new Set([...counts.map(({ kind }) => kind), entered['kind'] ?? ''])].filter((kind) => kind !== '');
  return (
    <Filters action={`${ATTENTION}#attention`}>
      {entered['show'] === 'all' && <Hidden name="show" value="all" />}
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

/** The act of a row: a flag is cleared here, everything else is decided on its page. */
function RowAct({ of: row, query, formToken }: { of: AttentionRow; query: string; formToken: string }): VNode | null {
  const page = pageOfRow(row);
  if (!row.isMine) return null;
  if (row.id.startsWith('case_')) return <a href={`${page}#close`}>Close…</a>;
  if (!row.id.startsWith('flag_')) return <a href={page}>Decide…</a>;
  return (
    <Form className="inline" action={`${page}/clear`} formToken={formToken}>
      <Internal name="query" value={query} />
      <button class="quiet small" aria-label={`Clear the flag ${titleOf(row.kind)} about ${row.subject}`}>
        Clear
      </button>
    </Form>
  );
}

function AttentionTable({ items, entered, personId, query, now, formToken }: AttentionParts): VNode {
  return (
    <Table
      name="Needs attention"
      order={{ path: ATTENTION, query, value: entered['order'] || 'oldest' }}
      rows={items.items}
      empty={
        isNarrowed(entered, 'show')
          ? 'Nothing that needs attention fits.'
          : 'Nothing needs attention. Holds, changes that wait for a second person, silent partners, contradictions about money, refused files and faults of the service appear here until somebody deals with them.'
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
        { name: 'Act', cell: (row) => <RowAct of={row} {...{ query, formToken }} /> },
      ]}
    />
  );
}

/** Items that await operators: counts by kind, then a list of those that the reader may decide, or of all. */
export function Attention(parts: AttentionParts): VNode {
  const { factsDue, counts, items, entered, query } = parts;
  const sum = (of: 'count' | 'mine'): number => counts.reduce((all, one) => all + one[of], 0);
  const isAll = entered['show'] === 'all';
  const shown = isAll ? counts : counts.flatMap((one) => (one.mine === 0 ? [] : [{ ...one, count: one.mine }]));
  return (
    <>
      <Tabs
        path={ATTENTION}
        query={query}
        name="show"
        value={isAll ? 'all' : ''}
        tabs={[
          { value: '', name: 'Mine to decide', count: sum('mine') },
          { value: 'all', name: 'All', count: sum('count') },
        ]}
      />
      {shown.length > 0 && <Counts counts={shown} show={isAll ? { show: 'all' } : {}} />}
      {(shown.length > 0 || Object.keys(parts.faults).length > 0) && <AttentionFilters {...parts} counts={shown} />}
      <AttentionTable {...parts} />
      <ListFoot path={ATTENTION} query={query} next={items.nextCursor} isEmpty={items.items.length === 0} />
      <FactsDue due={factsDue} />
    </>
  );
}
