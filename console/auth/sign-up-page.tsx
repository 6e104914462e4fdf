import type { VNode } from 'preact';
import { Field, FaultSummary, Form, NewPassword } from '../parts';
import type { Faults } from '../forms/read-form';

export interface SignUpPage {
  formToken: string;
  entered: { accountName: string; name: string; email: string };
  faults: Faults;
}

export function SignUp({ formToken, entered, faults }: SignUpPage): VNode {
  const { accountName, name, email } = entered;
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      <Form action="/console/sign-up" formToken={formToken}>
        <Field
          name="accountName"
          label="Company"
          value={accountName}
          fault={faults['accountName']}
          autocomplete="organization"
        />
        <Field name="name" label="Your name" value={name} fault={faults['name']} autocomplete="name" />
        <Field name="email" type="email" label="Email" value={email} fault={faults['email']} autocomplete="username" />
        <NewPassword fault={faults['password']} />
        <button>Create the account</button>
      </Form>
      <p>
        Already registered? <a href="/console/login">Sign in</a>
      </p>
    </div>
  );
}
