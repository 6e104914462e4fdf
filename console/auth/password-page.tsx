import type { VNode } from 'preact';
import { CurrentPassword, FaultSummary, Form, NewPassword } from '../parts';
import type { Faults } from '../forms/read-form';
import { CodeField } from './second-factor-page';

/** @param parts `needsCode`: whether the person has a second factor */
export function Password(parts: { formToken: string; needsCode: boolean; faults: Faults }): VNode {
  const { formToken, needsCode, faults } = parts;
  return (
    <div class="narrow">
      <p>Changing the password signs you out on every other device.</p>
      <FaultSummary faults={faults} />
      <Form action="/console/password" formToken={formToken}>
        <CurrentPassword fault={faults['current']} />
        <NewPassword label="New password" fault={faults['password']} />
        {needsCode && <CodeField fault={faults['code']} hint="From your authenticator app, or a recovery code." />}
        <button>Change the password</button>
      </Form>
    </div>
  );
}
