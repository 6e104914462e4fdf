import type { VNode } from 'preact';
import type { AccountKey } from '../../db/auth/account-keys';
import type { PaymentDay } from '../../db/payments/review/payment-days';
import {
  MAX_COUNTED,
  type NotablePayment,
  type NotablePayments,
  type StatusCounts,
} from '../../db/payments/review/overview';
import type { EndpointHealth } from '../../db/webhooks/endpoint-health';
import type { Environment } from '../../domain/auth/tenant';
import { PAYMENT_STATUSES } from '../../domain/payments/instruction/status';
import { waitingMessage } from '../../domain/payments/dispatch/waiting';
import { ChartBox, Segments, STATUS_COLOURS } from '../charts';
import { Empty, figure, Moment, Money, Notice, PaymentLink, StatusBadge, Table } from '../parts';
import { differenceOf } from '../payments/case-figures';
import { Business } from './business';
import { keysPath, LimitCards } from './keys-page';

export interface OverviewPage {
  environment: Environment;
  /** Whether that side can be used. */
  isOpen: boolean;
  today: StatusCounts;
  /** The last ones, today's the last. */
  days: readonly PaymentDay[];
  /** Of them, those that are yet to be counted. */
  uncounted: number;
  notable: NotablePayments;
  endpoints: readonly EndpointHealth[];
  /** Keys that work. */
  keys: readonly AccountKey[];
  at: (path: string) => string;
}

/** How many of today's payments have which status; each leads to the list of them. */
function Today({ today, at }: Pick<OverviewPage, 'today' | 'at'>): VNode {
  const parts = PAYMENT_STATUSES.map((status) => ({
    name: status,
    value: today.byStatus[status] ?? 0,
    colour: STATUS_COLOURS[status],
  }));
  return (
    <ChartBox
      title="Payments today"
      headline={today.isCapped ? `more than ${figure(MAX_COUNTED)}` : figure(today.total)}
      note={`submitted since midnight UTC, by current status${today.isCapped ? '; the newest are counted' : ''}`}
    >
      {today.total > 0 && <Segments of={parts} />}
      <ul class="tiles">
        {parts.map(({ name, value, colour }) => (
          <li key={name} class={`mark-${colour}`}>
            <a href={at(`/payments?status=${name}`)}>
              <span class="figure">{figure(value)}</span>
              <StatusBadge status={name} />
            </a>
          </li>
        ))}
      </ul>
    </ChartBox>
  );
}

function whyOf({ status, waitingReason, message, discrepancies }: NotablePayment): string {
  if (status === 'pending') return waitingMessage(waitingReason);
  return discrepancies.length > 0 ? discrepancies.map(differenceOf).join('; ') : (message ?? 'nothing was said');
}

function Payments({ payments, at }: { payments: readonly NotablePayment[]; at: (path: string) => string }): VNode {
  return (
    <Table
      name="Payments that need attention"
      rows={payments}
      columns={[
        {
          name: 'Payment',
          cell: ({ id, clientReference: reference }) => (
            <PaymentLink {...{ id, reference }} to={at(`/payments/${id}`)} />
          ),
        },
        { name: 'Amount', isNumber: true, cell: (one) => <Money amount={one.amount} currency={one.currency} /> },
        { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        { name: 'Why', cell: whyOf },
        { name: 'Since', cell: (one) => <Moment at={one.at} /> },
      ]}
    />
  );
}

function Endpoint({ of: endpoint, at }: { of: EndpointHealth; at: (path: string) => string }): VNode {
  const isDisabled = !endpoint.enabled;
  return (
    <Notice tone={isDisabled ? 'wait' : 'bad'}>
      <p>
        <strong>{troubleOf(endpoint)}:</strong> <a href={at(`/webhooks/${endpoint.id}`)}>{endpoint.url}</a>.{' '}
        {isDisabled ? `${endpoint.disabledReason ?? 'Disabled by hand'}.` : <Since at={endpoint.failingSince} />}
        {!isDisabled && endpoint.unreachableSince !== null && <Waiting since={endpoint.unreachableSince} />}
      </p>
    </Notice>
  );
}

function troubleOf({ enabled, unreachableSince }: EndpointHealth): string {
  if (!enabled) return 'A webhook endpoint is disabled';
  return unreachableSince === null ? 'A webhook endpoint is failing' : 'A webhook endpoint cannot be reached';
}

function Waiting({ since }: { since: Date }): VNode {
  return (
    <>
      {' '}
      Deliveries are held back since <Moment at={since} />: one at a time is attempted, and the others follow as soon as
      it succeeds.
    </>
  );
}

function Since({ at }: { at: Date | null }): VNode {
  return (
    <>
      Nothing but failures since <Moment at={at} />.
    </>
  );
}

function isInTrouble({ disabledReason, failingSince }: EndpointHealth): boolean {
  return disabledReason !== null || failingSince !== null;
}

/** Failing and disabled endpoints; nothing while all is well. */
export function EndpointBanners({
  of: endpoints,
  at,
}: {
  of: readonly EndpointHealth[];
  at: (path: string) => string;
}): VNode {
  return (
    <>
      {endpoints.filter(isInTrouble).map((endpoint) => (
        <Endpoint key={endpoint.id} of={endpoint} at={at} />
      ))}
    </>
  );
}

function Attention({ notable, endpoints, at }: Pick<OverviewPage, 'notable' | 'endpoints' | 'at'>): VNode {
  const { waiting, ended, differing } = notable;
  const payments = [...waiting, ...ended, ...differing];
  const isQuiet = payments.length === 0 && !endpoints.some(isInTrouble);
  return (
    <section aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {isQuiet && <Empty>Nothing needs attention.</Empty>}
      <EndpointBanners of={endpoints} at={at} />
      {payments.length > 0 && <Payments {...{ payments, at }} />}
    </section>
  );
}

function Limits({ keys, environment }: Pick<OverviewPage, 'keys' | 'environment'>): VNode {
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">Use of limits</h2>
      {keys.length === 0 ? (
        <Empty>
          There is no {environment} key yet. <a href={keysPath(environment)}>Create one</a> to call the API; the{' '}
          <a href="/docs">reference</a> says how.
        </Empty>
      ) : (
        <LimitCards keys={keys} />
      )}
    </section>
  );
}

export function Overview(page: OverviewPage): VNode {
  return (
    <>
      {!page.isOpen && (
        <Notice>
          <p>
            The live side of your account is closed; the operator of this service opens it. The test side is separate
            from it.
          </p>
        </Notice>
      )}
      <Attention {...page} />
      <Business {...page}>
        <Today {...page} />
      </Business>
      <Limits {...page} />
    </>
  );
}
