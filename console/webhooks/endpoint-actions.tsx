import type { VNode } from 'preact';
import type { Subscription } from '../../db/webhooks/subscriptions';
import { FaultSummary, Field, Form } from '../parts';
import type { Faults } from '../forms/read-form';
import { Overlap } from '../account/key-actions';
import { useWords } from '../words/use-words';

/** Source: Standard Webhooks */
const SIGNATURE_HEADER = 'webhook-signature';

interface ActionPage {
  endpoint: Subscription;
  formToken: string;
  at: (path: string) => string;
}

export function DeleteEndpointForm({ endpoint, formToken, at }: ActionPage): VNode {
  const words = useWords().webhooks.delete;
  const here = at(`/webhooks/${endpoint.id}`);
  return (
    <div class="narrow">
      <p>{words.means({ endpoint: <strong>{endpoint.url}</strong> })}</p>
      <Form action={`${here}/delete`} formToken={formToken}>
        <button class="danger">{words.submit}</button> <a href={here}>{words.keepIt}</a>
      </Form>
    </div>
  );
}

export function RotateSecretForm({ endpoint, formToken, at }: ActionPage): VNode {
  const words = useWords().webhooks.rotate;
  const here = at(`/webhooks/${endpoint.id}`);
  return (
    <div class="narrow">
      <p>{words.means({ endpoint: <strong>{endpoint.url}</strong>, header: <code>{SIGNATURE_HEADER}</code> })}</p>
      <Form action={`${here}/rotate`} formToken={formToken}>
        <Overlap />
        <button>{words.submit}</button> <a href={here}>{words.cancel}</a>
      </Form>
    </div>
  );
}

export function RecoverEndpointForm(page: ActionPage & { entered: string; faults: Faults }): VNode {
  const { endpoint, formToken, at, entered, faults } = page;
  const { recover: words, leaveIt } = useWords().webhooks;
  const here = at(`/webhooks/${endpoint.id}`);
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      <p>{words.means({ endpoint: <strong>{endpoint.url}</strong> })}</p>
      <Form action={`${here}/recover`} formToken={formToken}>
        <Field
          name="since"
          type="datetime-local"
          label={words.since}
          hint={words.hint}
          value={entered}
          fault={faults['since']}
        />
        <button>{words.submit}</button> <a href={here}>{leaveIt}</a>
      </Form>
    </div>
  );
}
