import type { VNode } from 'preact';
import { CurrentPassword, FaultSummary, Form, NewPassword } from '../parts';
import type { Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';
import { CodeField } from './second-factor-page';

/** @param parts `needsCode`: whether the person has a second factor */
export function PasswordForm(parts: { formToken: string; needsCode: boolean; faults: Faults }): VNode {
  const { formToken, needsCode, faults } = parts;
  const { auth } = useWords();
  return (
    <div class="narrow">
      <p>{auth.passwordSignsOut}</p>
      <FaultSummary faults={faults} />
      <Form action="/console/password" formToken={formToken}>
        <CurrentPassword fault={faults['current']} />
        <NewPassword label={auth.newPassword} fault={faults['password']} />
        {needsCode && <CodeField fault={faults['code']} hint={auth.fromAppOrRecovery} />}
        <button>{auth.changePassword}</button>
      </Form>
    </div>
  );
}
