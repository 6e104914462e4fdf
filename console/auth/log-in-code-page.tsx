import type { VNode } from 'preact';
import { FaultSummary, Field, Form, Hidden } from '../parts';
import type { Faults } from '../forms/read-form';

/** Where codes are entered when a person signs in. */
export const LOG_IN_CODE = '/console/login/code';

/** @param next where to go then */
export function LogInCode({ formToken, next, faults }: { formToken: string; next: string; faults: Faults }): VNode {
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      <Form action={LOG_IN_CODE} formToken={formToken}>
        <Hidden name="next" value={next} />
        <Field
          name="code"
          label="Code"
          hint="Six digits from your authenticator app, or one of your recovery codes."
          autocomplete="one-time-code"
          maxlength={32}
          autofocus
        />
        <button>Go on</button>
      </Form>
      <p>
        Lost both app and codes? An owner of your account, or an operator of the service, can turn two-step sign-in off
        for you. <a href="/console/login">Sign in as another user</a>
      </p>
    </div>
  );
}
