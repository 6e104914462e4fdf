import type { VNode } from 'preact';
import type { Subscription } from '../../db/webhooks/subscriptions';
import { FaultSummary, Field, Form, Select } from '../parts';
import type { Faults } from '../forms/read-form';
import { OVERLAPS } from '../account/key-actions';

interface ActionPage {
  endpoint: Subscription;
  formToken: string;
  at: (path: string) => string;
}

export function DeleteEndpoint({ endpoint, formToken, at }: ActionPage): VNode {
  const here = at(`/webhooks/${endpoint.id}`);
  return (
    <div class="narrow">
      <p>
        Nothing more will be sent to <strong>{endpoint.url}</strong>. Waiting deliveries are cancelled; past ones remain
        visible.
      </p>
      <Form action={`${here}/delete`} formToken={formToken}>
        <button class="danger">Delete the endpoint</button> <a href={here}>Keep it</a>
      </Form>
    </div>
  );
}

export function RotateSecret({ endpoint, formToken, at }: ActionPage): VNode {
  const here = at(`/webhooks/${endpoint.id}`);
  return (
    <div class="narrow">
      <p>
        A new secret signs deliveries to <strong>{endpoint.url}</strong>. During the overlap{' '}
        <code>webhook-signature</code> carries the signatures of both.
      </p>
      <Form action={`${here}/rotate`} formToken={formToken}>
        <Select
          name="overlap"
          label="Overlap"
          value="24"
          options={OVERLAPS.map(({ hours, name }) => [String(hours), name.replace('key', 'secret')] as const)}
        />
        <button>Rotate the secret</button> <a href={here}>Cancel</a>
      </Form>
    </div>
  );
}

export function RecoverEndpoint(page: ActionPage & { entered: string; faults: Faults }): VNode {
  const { endpoint, formToken, at, entered, faults } = page;
  const here = at(`/webhooks/${endpoint.id}`);
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      <p>
        Events that <strong>{endpoint.url}</strong> listens to and has not received since then are sent again, in
        batches.
      </p>
      <Form action={`${here}/recover`} formToken={formToken}>
        <Field
          name="since"
          type="datetime-local"
          label="Since"
          hint="UTC; events are kept for 30 days."
          value={entered}
          fault={faults['since']}
        />
        <button>Send again</button> <a href={here}>Leave it</a>
      </Form>
    </div>
  );
}
