import type { VNode } from 'preact';
import type { HealthRow } from '../../db/administration/settlement-network';
import { Badge, Moment } from '../parts';

/** Whether payments are sent to a partner, and when it last answered. */
export function BreakerState({ of: health }: { of: HealthRow }): VNode {
  const { breaker, consecutiveFaults, lastFault, lastSuccessAt, waiting } = health;
  if (breaker !== 'closed') {
    return (
      <>
        <Badge tone={breaker === 'open' ? 'bad' : 'wait'}>{breaker === 'open' ? 'away' : 'probing'}</Badge>{' '}
        {`${lastFault ?? 'no answer'}, ${waiting} wait`}
      </>
    );
  }
  return (
    <>
      <Badge tone={consecutiveFaults === 0 ? 'good' : 'wait'}>{consecutiveFaults === 0 ? 'in order' : 'faults'}</Badge>{' '}
      {`${waiting} wait; answered `}
      <Moment at={lastSuccessAt} />
    </>
  );
}
