import type { VNode } from 'preact';
import type { EndpointHealth } from '../../db/webhooks/endpoint-health';
import { Live, StatusBadge, Table } from '../parts';
import { EndpointBanners } from '../account/overview-page';

/** One word for how an endpoint is. */
export function endpointState({ enabled, disabledReason, failingSince, unreachableSince }: EndpointHealth): string {
  if (!enabled) return disabledReason === null ? 'paused' : 'disabled';
  if (unreachableSince !== null) return 'unreachable';
  return failingSince === null ? 'active' : 'failing';
}

/** What changes while a person looks at the list of endpoints. */
export interface EndpointList {
  endpoints: readonly EndpointHealth[];
  at: (path: string) => string;
}

export function EndpointTable({ endpoints, at }: EndpointList): VNode {
  return (
    <>
      <EndpointBanners of={endpoints} at={at} />
      <Table
        name="Endpoints"
        rows={endpoints}
        empty={
          <>
            No endpoint yet. An endpoint is an address of yours that receives signed events, such as{' '}
            <code>payment.settled</code>. <a href="/docs/guides/webhooks">The guide</a> shows how to verify them.
          </>
        }
        columns={[
          { name: 'Address', cell: ({ id, url }) => <a href={at(`/webhooks/${id}`)}>{url}</a> },
          { name: 'State', cell: (endpoint) => <StatusBadge status={endpointState(endpoint)} /> },
          { name: 'Events', isExtra: true, cell: ({ events }) => events.join(', ') },
          { name: 'Waiting', isExtra: true, isNumber: true, cell: ({ open }) => open },
          { name: 'Failed of the newest 200', isExtra: true, isNumber: true, cell: ({ failed }) => failed },
        ]}
      />
    </>
  );
}

export function Endpoints({ endpoints, mayChange, at }: EndpointList & { mayChange: boolean }): VNode {
  return (
    <>
      <p class="top actions">
        {mayChange && (
          <a class="button" href={at('/webhooks/new')}>
            Add an endpoint
          </a>
        )}
        <a href={at('/deliveries')}>All deliveries</a>
      </p>
      <Live>
        <EndpointTable endpoints={endpoints} at={at} />
      </Live>
    </>
  );
}
