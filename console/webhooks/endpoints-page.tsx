import type { VNode } from 'preact';
import type { EndpointHealth } from '../../db/webhooks/endpoint-health';
import { Live, StatusBadge, Table } from '../parts';
import { EndpointBanners } from '../account/overview-page';
import { useWords } from '../words/use-words';

/** One word for how an endpoint is. */
export function endpointState({ enabled, disabledReason, failingSince, unreachableSince }: EndpointHealth): string {
  if (!enabled) return disabledReason === null ? 'paused' : 'disabled';
  if (unreachableSince !== null) return 'unreachable';
  return failingSince === null ? 'active' : 'failing';
}

/** An event that every account knows. */
const EXAMPLE = 'payment.settled';

/** What changes while a person looks at the list of endpoints. */
export interface EndpointList {
  endpoints: readonly EndpointHealth[];
  at: (path: string) => string;
}

export function EndpointTable({ endpoints, at }: EndpointList): VNode {
  const { common, webhooks } = useWords();
  const { list: words } = webhooks;
  return (
    <>
      <EndpointBanners of={endpoints} at={at} />
      <Table
        name={words.name}
        rows={endpoints}
        empty={words.none({
          event: <code>{EXAMPLE}</code>,
          guide: (text) => <a href="/docs/guides/webhooks">{text}</a>,
        })}
        columns={[
          { name: webhooks.address, cell: ({ id, url }) => <a href={at(`/webhooks/${id}`)}>{url}</a> },
          { name: common.columns.state, cell: (endpoint) => <StatusBadge status={endpointState(endpoint)} /> },
          { name: webhooks.events, isExtra: true, cell: ({ events }) => events.join(', ') },
          { name: words.waiting, isExtra: true, isNumber: true, cell: ({ open }) => open },
          { name: words.failed, isExtra: true, isNumber: true, cell: ({ failed }) => failed },
        ]}
      />
    </>
  );
}

export function Endpoints({ endpoints, mayChange, at }: EndpointList & { mayChange: boolean }): VNode {
  const { list: words, titles } = useWords().webhooks;
  return (
    <>
      <p class="top actions">
        {mayChange && (
          <a class="button" href={at('/webhooks/new')}>
            {titles.add}
          </a>
        )}
        <a href={at('/deliveries')}>{words.allDeliveries}</a>
      </p>
      <Live>
        <EndpointTable endpoints={endpoints} at={at} />
      </Live>
    </>
  );
}
