import type { VNode } from 'preact';
import type { DispatchHour } from '../../db/payments/dispatch/dispatch-hours';
import { HourlyResults } from '../charts';

const RESULTS = [
  { name: 'accepted', colour: 'good' },
  { name: 'rejected', colour: 'bad' },
  { name: 'no clear answer', colour: 'wait' },
] as const;

/** Results and duration of a partner's calls over the last day. */
export function PartnerCalls({ hours, since }: { hours: readonly DispatchHour[]; since: Date }): VNode {
  return (
    <HourlyResults
      hours={hours.map((hour) => ({ ...hour, counts: [hour.accepted, hour.rejected, hour.faulty] }))}
      since={since}
      results={RESULTS}
      titles={{ share: 'Payments accepted at the call', time: 'Answer time' }}
      empty="No payment was handed over in the last day."
    />
  );
}
