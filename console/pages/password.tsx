import type { VNode } from 'preact';
import { CurrentPassword, FaultSummary, Form, NewPassword } from '../parts';
import type { Faults } from '../read-form';

export function Password({ formToken, faults }: { formToken: string; faults: Faults }): VNode {
  return (
    <div class="narrow">
      <p>Changing the password signs you out on every other device.</p>
      <FaultSummary faults={faults} />
      <Form action="/console/password" formToken={formToken}>
        <CurrentPassword fault={faults['current']} />
        <NewPassword label="New password" fault={faults['password']} />
        <button>Change the password</button>
      </Form>
    </div>
  );
}
