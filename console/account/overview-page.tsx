import type { VNode } from 'preact';
import type { AccountKey, MadeKey } from '../../db/auth/account-keys';
import type { PaymentRow } from '../../db/payments/instruction/payment-rows';
import type { PaymentDay } from '../../db/payments/review/payment-days';
import type { NotablePayment, NotablePayments } from '../../db/payments/review/overview';
import type { EndpointHealth } from '../../db/webhooks/endpoint-health';
import type { Environment } from '../../domain/auth/tenant';
import { PAYMENT_STATUSES } from '../../domain/payments/instruction/status';
import { statedReason } from '../../domain/payments/reports/reasons';
import { ChartBox, Segments, STATUS_COLOURS } from '../charts';
import { Empty, English, Moment, Money, Notice, StatusBadge, Table } from '../parts';
import { differencesOf } from '../payments/case-figures';
import { PayeeLink } from '../payments/payment-columns';
import { Business } from './business';
import { countByStatus, countOf } from './business-figures';
import { useWords, wordFor, type Words } from '../words/use-words';
import { keysPath, LimitCards } from './keys-page';

export interface OverviewPage {
  environment: Environment;
  /** Whether that side can be used. */
  isOpen: boolean;
  /** The last ones, today's the last. */
  days: readonly PaymentDay[];
  /** Of them, those that are yet to be counted. */
  uncounted: number;
  notable: NotablePayments;
  /** Those payments as lists show them. */
  rows: ReadonlyMap<string, PaymentRow>;
  endpoints: readonly EndpointHealth[];
  /** Keys that work. */
  keys: readonly AccountKey[];
  /** Live keys that were made in the reader's name a short time ago. */
  newKeys: readonly MadeKey[];
  at: (path: string) => string;
}

/** Today's payments by status; each count links to the list of those payments. */
function Today({ days, at }: Pick<OverviewPage, 'days' | 'at'>): VNode {
  const { common, format, overview } = useWords();
  const groups = days.at(-1)?.groups ?? [];
  const total = countOf(groups);
  const parts = PAYMENT_STATUSES.map((status) => ({
    status,
    name: common.statuses[status],
    value: countByStatus(groups, [status]),
    colour: STATUS_COLOURS[status],
  }));
  return (
    <ChartBox title={overview.today.title} headline={format.figure(total)} note={overview.today.note}>
      {total > 0 && <Segments of={parts} />}
      <ul class="tiles">
        {parts.map(({ status, value, colour }) => (
          <li key={status} class={`mark-${colour}`}>
            <a href={at(`/payments?status=${status}`)}>
              <span class="figure">{format.figure(value)}</span>
              <StatusBadge status={status} />
            </a>
          </li>
        ))}
      </ul>
    </ChartBox>
  );
}

function whyOf(one: NotablePayment, reasonCode: string | null, words: Words): string {
  const { overview, payment } = words;
  const { status, waitingReason, message, discrepancies, currency } = one;
  if (status === 'pending') return wordFor(payment.waiting, waitingReason) ?? waitingReason ?? '';
  if (discrepancies.length > 0) return differencesOf(discrepancies, words, currency).join('; ');
  const reason = reasonCode === null ? undefined : wordFor(payment.outcome.reasons, statedReason(reasonCode).code);
  return reason ?? message ?? overview.nothingSaid;
}

function TroubledPayments({
  payments,
  rows,
  at,
}: Pick<OverviewPage, 'rows' | 'at'> & { payments: readonly NotablePayment[] }): VNode {
  const words = useWords();
  const { common, overview } = words;
  return (
    <Table
      name={overview.paymentsWithTrouble}
      rows={payments}
      columns={[
        {
          name: words.payments.payee,
          cell: ({ id, clientReference: reference }) => (
            <PayeeLink of={{ id, reference, payee: rows.get(id)?.payee ?? null }} to={at(`/payments/${id}`)} />
          ),
        },
        {
          name: common.columns.amount,
          isNumber: true,
          cell: (one) => <Money amount={one.amount} currency={one.currency} />,
        },
        { name: common.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
        { name: common.columns.why, cell: (one) => whyOf(one, rows.get(one.id)?.reasonCode ?? null, words) },
        { name: overview.since, cell: (one) => <Moment at={one.at} /> },
      ]}
    />
  );
}

function EndpointBanner({ of: endpoint, at }: { of: EndpointHealth; at: (path: string) => string }): VNode {
  const words = useWords().overview.endpoint;
  const isDisabled = !endpoint.enabled;
  const { disabledReason, unreachableSince } = endpoint;
  return (
    <Notice tone={isDisabled ? 'wait' : 'bad'}>
      <p>
        <strong>{words[troubleOf(endpoint)]}</strong> <a href={at(`/webhooks/${endpoint.id}`)}>{endpoint.url}</a>.{' '}
        {isDisabled ? (
          disabledReason === null ? (
            words.byHand
          ) : (
            <English>{`${disabledReason}.`}</English>
          )
        ) : (
          words.failuresSince({ at: <Moment at={endpoint.failingSince} /> })
        )}
        {!isDisabled && unreachableSince !== null && words.heldBackSince({ at: <Moment at={unreachableSince} /> })}
      </p>
    </Notice>
  );
}

function troubleOf({ enabled, unreachableSince }: EndpointHealth): 'disabled' | 'failing' | 'unreachable' {
  if (!enabled) return 'disabled';
  return unreachableSince === null ? 'failing' : 'unreachable';
}

function isInTrouble({ disabledReason, failingSince }: EndpointHealth): boolean {
  return disabledReason !== null || failingSince !== null;
}

/** One banner for each failing or automatically disabled webhook endpoint; empty if there are none. */
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
        <EndpointBanner key={endpoint.id} of={endpoint} at={at} />
      ))}
    </>
  );
}

/** Payments and webhook endpoints that need a person. */
function AttentionSection({
  notable,
  rows,
  endpoints,
  at,
}: Pick<OverviewPage, 'notable' | 'rows' | 'endpoints' | 'at'>): VNode {
  const { overview } = useWords();
  const { waiting, ended, differing } = notable;
  const payments = [...waiting, ...ended, ...differing];
  const isQuiet = payments.length === 0 && !endpoints.some(isInTrouble);
  return (
    <section aria-labelledby="attention">
      <h2 id="attention">{overview.attention}</h2>
      {isQuiet && <Empty>{overview.nothing}</Empty>}
      <EndpointBanners of={endpoints} at={at} />
      {payments.length > 0 && <TroubledPayments {...{ payments, rows, at }} />}
    </section>
  );
}

function LimitsSection({ keys, environment }: Pick<OverviewPage, 'keys' | 'environment'>): VNode {
  const { sides, use } = useWords().keys;
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">{use.title}</h2>
      {keys.length === 0 ? (
        <Empty>
          {use.noKey({
            side: sides[environment],
            create: (text) => <a href={keysPath(environment)}>{text}</a>,
            reference: (text) => <a href="/docs">{text}</a>,
          })}
        </Empty>
      ) : (
        <LimitCards keys={keys} />
      )}
    </section>
  );
}

export function Overview(page: OverviewPage): VNode {
  const { overview } = useWords();
  return (
    <>
      {!page.isOpen && (
        <Notice>
          <p>{overview.liveIsClosed}</p>
        </Notice>
      )}
      {page.newKeys.map(({ id, label, hint, createdAt }) => (
        <Notice key={id} tone="wait">
          <Moment at={createdAt} /> {overview.newKey({ key: `${label} …${hint}` })}{' '}
          <a href={keysPath('live')}>{overview.lookAtKeys}</a>
        </Notice>
      ))}
      <AttentionSection {...page} />
      <Business {...page}>
        <Today {...page} />
      </Business>
      <LimitsSection {...page} />
    </>
  );
}
