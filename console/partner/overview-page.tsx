import type { VNode } from 'preact';
import type { output } from 'zod';
import type { PartnerRow } from '../../db/administration/settlement-network';
import type { DispatchHour } from '../../db/payments/dispatch/dispatch-hours';
import type { PartnerDaySum } from '../../db/payments/dispatch/partner-day';
import type { GivenPage } from '../../domain/payments/dispatch/given-schema';
import { BreakerState } from '../network/breaker-state';
import { PartnerCalls } from '../network/partner-calls';
import { Badge, Facts, Money, Notice, Table } from '../parts';
import { InstructionTable, INSTRUCTIONS } from './instructions-page';

export interface PartnerOverview {
  partner: PartnerRow;
  /** Payments that the partner has and that have no outcome, and the first of them, the oldest first. */
  underway: number;
  waiting: output<typeof GivenPage>['items'];
  today: readonly PartnerDaySum[];
  hours: readonly DispatchHour[];
  since: Date;
}

export function PartnerOverviewPage({ partner, underway, waiting, today, hours, since }: PartnerOverview): VNode {
  return (
    <>
      {partner.disabledAt !== null && (
        <Notice tone="wait">This partner is disabled: it receives no new payments and its reports are refused.</Notice>
      )}
      <Facts
        rows={[
          ['Side', <Badge>{partner.environment}</Badge>],
          ['Without an outcome', underway],
          ['Connection', <BreakerState of={partner} />],
        ]}
      />
      <section aria-labelledby="waiting">
        <h2 id="waiting">Open payments</h2>
        <InstructionTable of={waiting} empty="No open payments." />
        {underway > waiting.length && (
          <p>
            <a href={`${INSTRUCTIONS}?waiting=true`}>All {underway}</a>
          </p>
        )}
      </section>
      <section aria-labelledby="today">
        <h2 id="today">Today, UTC</h2>
        <Table
          name="Payments of today"
          isGrid
          rows={today}
          empty="Nothing was received, settled or returned today."
          columns={[
            { name: 'Payments', cell: ({ kind }) => kind },
            { name: 'Count', isNumber: true, cell: ({ count }) => count },
            {
              name: 'Sum',
              isNumber: true,
              cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
            },
          ]}
        />
      </section>
      <PartnerCalls {...{ hours, since }} />
    </>
  );
}
