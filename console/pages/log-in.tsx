import type { VNode } from 'preact';
import { Field, FaultSummary, Form, Hidden } from '../parts';
import type { Faults } from '../read-form';

export interface LogInPage {
  formToken: string;
  email: string;
  /** Where to go then. */
  next: string;
  faults: Faults;
  isSignUpOpen: boolean;
}

export function LogIn({ formToken, email, next, faults, isSignUpOpen }: LogInPage): VNode {
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      {next !== '/console' && <p>Sign in to go on to the page that you asked for.</p>}
      <Form action="/console/login" formToken={formToken}>
        <Hidden name="next" value={next} />
        <Field name="email" type="email" label="Email" value={email} autocomplete="username" autofocus={email === ''} />
        <Field name="password" type="password" label="Password" autocomplete="current-password" />
        <button>Sign in</button>
      </Form>
      {isSignUpOpen && (
        <p>
          New here? <a href="/console/sign-up">Create an account</a>
        </p>
      )}
    </div>
  );
}
