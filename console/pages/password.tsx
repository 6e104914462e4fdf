import type { VNode } from 'preact';
import { PASSWORD_LENGTH } from '../../domain/auth/users';
import { CurrentPassword, FaultSummary, Field, Form } from '../parts';
import type { Faults } from '../read-form';

export function Password({ formToken, faults }: { formToken: string; faults: Faults }): VNode {
  return (
    <div class="narrow">
      <p>Changing the password signs you out on every other device.</p>
      <FaultSummary faults={faults} />
      <Form action="/console/password" formToken={formToken}>
        <CurrentPassword fault={faults['current']} />
        <Field
          name="password"
          type="password"
          label="New password"
          hint={`At least ${PASSWORD_LENGTH.min} characters.`}
          fault={faults['password']}
          autocomplete="new-password"
        />
        <button>Change the password</button>
      </Form>
    </div>
  );
}
