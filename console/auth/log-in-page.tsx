import type { VNode } from 'preact';
import { Field, FaultSummary, Form, Hidden } from '../parts';
import type { Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';

export interface LogInPage {
  formToken: string;
  email: string;
  /** Where to go then. */
  next: string;
  faults: Faults;
  isSignUpOpen: boolean;
  /** What people call the identity provider; null where there is none. */
  provider: string | null;
}

/** Where people are sent to the identity provider, a link: the policy of our pages keeps forms among themselves. */
export const PROVIDER_LOG_IN = '/console/login/provider';

function ProviderLink({ provider, next }: { provider: string; next: string }): VNode {
  const { auth } = useWords();
  const query = next === '/console' ? '' : `?${new URLSearchParams({ next }).toString()}`;
  return (
    <p class="or">
      <a class="button quiet" href={`${PROVIDER_LOG_IN}${query}`}>
        {auth.continueWith({ provider })}
      </a>
    </p>
  );
}

export function LogInForm({ formToken, email, next, faults, isSignUpOpen, provider }: LogInPage): VNode {
  const { auth } = useWords();
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      {next !== '/console' && <p>{auth.signInToContinue}</p>}
      <Form action="/console/login" formToken={formToken}>
        <Hidden name="next" value={next} />
        <Field
          name="email"
          type="email"
          label={auth.email}
          value={email}
          autocomplete="username"
          autofocus={email === ''}
        />
        <Field name="password" type="password" label={auth.password} autocomplete="current-password" />
        <button>{auth.signIn}</button>
      </Form>
      {provider !== null && <ProviderLink provider={provider} next={next} />}
      {isSignUpOpen && <p>{auth.newHere({ link: (text) => <a href="/console/sign-up">{text}</a> })}</p>}
    </div>
  );
}
