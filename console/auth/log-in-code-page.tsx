import type { VNode } from 'preact';
import { FaultSummary, Field, Form, Hidden } from '../parts';
import type { Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';

/** Where codes are entered when a person signs in. */
export const LOG_IN_CODE = '/console/login/code';

/** @param next path to go to afterwards */
export function LogInCodeForm({ formToken, next, faults }: { formToken: string; next: string; faults: Faults }): VNode {
  const { auth } = useWords();
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      <Form action={LOG_IN_CODE} formToken={formToken}>
        <Hidden name="next" value={next} />
        <Field
          name="code"
          label={auth.code}
          hint={auth.sixDigits}
          autocomplete="one-time-code"
          maxlength={32}
          autofocus
        />
        <button>{auth.goOn}</button>
      </Form>
      <p>{auth.lostBoth({ link: (text) => <a href="/console/login">{text}</a> })}</p>
    </div>
  );
}
