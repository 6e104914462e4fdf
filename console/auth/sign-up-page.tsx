import type { VNode } from 'preact';
import { Field, FaultSummary, Form, NewPassword } from '../parts';
import type { Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';

export interface SignUpPage {
  formToken: string;
  entered: { accountName: string; name: string; email: string };
  faults: Faults;
}

export function SignUpForm({ formToken, entered, faults }: SignUpPage): VNode {
  const { accountName, name, email } = entered;
  const { auth } = useWords();
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      <Form action="/console/sign-up" formToken={formToken}>
        <Field
          name="accountName"
          label={auth.signUp.company}
          value={accountName}
          fault={faults['accountName']}
          autocomplete="organization"
        />
        <Field name="name" label={auth.signUp.yourName} value={name} fault={faults['name']} autocomplete="name" />
        <Field
          name="email"
          type="email"
          label={auth.email}
          value={email}
          fault={faults['email']}
          autocomplete="username"
        />
        <NewPassword fault={faults['password']} />
        <button>{auth.signUp.create}</button>
      </Form>
      <p>{auth.signUp.registered({ link: (text) => <a href="/console/login">{text}</a> })}</p>
    </div>
  );
}
