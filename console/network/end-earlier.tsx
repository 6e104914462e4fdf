import type { VNode } from 'preact';
import type { PartnerCredential } from '../../db/auth/partner-credentials';
import { Form, Hidden } from '../parts';

/** Button that revokes all keys or signing secrets of a partner except the newest. */
export function EndEarlierForm(parts: { action: string; what: PartnerCredential; formToken: string }): VNode {
  const { action, what, formToken } = parts;
  const name = what === 'key' ? 'keys' : 'signing secrets';
  return (
    <Form action={action} formToken={formToken}>
      <Hidden name="what" value={what} />
      <button class="quiet danger">{`End the earlier ${name} now`}</button>
    </Form>
  );
}
