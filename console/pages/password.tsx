import type { VNode } from 'preact';
import { PASSWORD_LENGTH } from '../../domain/auth/users';
import { Field, FaultSummary, Form } from '../parts';
import type { Faults } from '../read-form';

export function Password({ formToken, faults }: { formToken: string; faults: Faults }): VNode {
  return (
    <div class="narrow">
      <p>Changing the password signs you out on every other device.</p>
      <FaultSummary faults={faults} />
      <Form action="/console/password" formToken={formToken}>
        <Field
          name="current"
          type="password"
          label="Current password"
          fault={faults['current']}
          autocomplete="current-password"
        />
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
