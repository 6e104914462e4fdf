import type { VNode } from 'preact';
import { readCover } from '../../../db/payments/settlement/cover';
import type { CoverLine, PaymentSum } from '../../../domain/payments/settlement/cover';
import { Badge, Money, Table } from '../../parts';
import type { ConsoleRoute } from '../../route';
import type { Answer, Visit } from '../../visit';

/** Where what is due today is. */
const COVER = '/console/operator/cover';

const COVERED = {
  yes: ['good', 'covered'],
  no: ['bad', 'not covered'],
  no_balance: ['wait', 'no balance'],
  old_balance: ['wait', 'old balance'],
} as const;

function Covered({ of: { covered, because } }: { of: CoverLine }): VNode {
  const [tone, word] = COVERED[because ?? (covered === 'no' ? 'no' : 'yes')];
  return <Badge tone={tone}>{word}</Badge>;
}

function SumCell({ of: { count, amount }, currency }: { of: PaymentSum; currency: string }): VNode {
  return (
    <>
      <Money amount={amount} currency={currency} />{' '}
      <span class="below">{count === 1 ? '1 payment' : `${count} payments`}</span>
    </>
  );
}

function CoverTable({ lines }: { lines: readonly CoverLine[] }): VNode {
  return (
    <Table
      name="What is due today"
      rows={lines}
      empty="Nothing is due today, and no bank has sent a balance."
      columns={[
        {
          name: 'Partner',
          inCard: 'lead',
          cell: ({ partner, environment }) => (
            <>
              {partner.name} <Badge tone="plain">{environment}</Badge>
            </>
          ),
        },
        { name: 'Covered', inCard: 'mark', cell: (line) => <Covered of={line} /> },
        {
          name: 'To send',
          isNumber: true,
          cell: ({ toSend, currency }) => <SumCell of={toSend} currency={currency} />,
        },
        {
          name: 'Sent, not booked',
          isNumber: true,
          cell: ({ unbooked, currency }) => <SumCell of={unbooked} currency={currency} />,
        },
        {
          name: 'Balance',
          isNumber: true,
          cell: ({ balance, currency }) =>
            balance === null ? (
              ''
            ) : (
              <>
                <Money amount={balance.amount} currency={currency} /> <span class="below">{balance.on}</span>
              </>
            ),
        },
        {
          name: 'Left',
          isNumber: true,
          cell: ({ left, currency }) => (left === null ? '' : <Money amount={left} currency={currency} />),
        },
        {
          name: 'Day',
          cell: ({ day, zone }) => (
            <>
              {day} <span class="below">{zone}</span>
            </>
          ),
        },
        { name: 'Banks', isExtra: true, cell: ({ closed }) => (closed === null ? 'open' : `closed: ${closed}`) },
      ]}
    />
  );
}

async function page({ parts: { database, now } }: Visit): Promise<Answer> {
  return { kind: 'page', title: 'Due today', body: <CoverTable lines={await readCover(database, now())} /> };
}

/** Source: docs/GAPS.md#cover */
export const OPERATOR_COVER_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: COVER, access: 'operations', handle: page },
];
