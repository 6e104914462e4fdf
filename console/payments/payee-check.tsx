import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { Facts, Form, Moment } from '../parts';
import { useWords } from '../words/use-words';

interface PayeeCheckParts {
  payment: ReturnType<typeof retrievedView>;
  mayChange: boolean;
  formToken: string;
  at: (path: string) => string;
}

/**
 * What the payee's bank says about the name, with the form of a member who may decide; null without a check.
 * Source: docs/GAPS.md#P24
 */
export function PayeeCheck({ payment, mayChange, formToken, at }: PayeeCheckParts): VNode | null {
  const { payeeCheck: check, instructionId } = payment;
  const { payee: words } = useWords().payment;
  if (check === null) return null;
  const { decision, suggestedName, expiresAt } = check;
  return (
    <section aria-labelledby="payee-check">
      <h2 id="payee-check">{words.title}</h2>
      <p>
        {words[check.result]} {decision !== null && decision !== 'pending' && words[decision]}
      </p>
      <Facts
        rows={[
          ...(suggestedName === null ? [] : [[words.suggested, suggestedName] as [string, string]]),
          ...(expiresAt === null ? [] : [[words.until, <Moment at={new Date(expiresAt)} />] as [string, VNode]]),
        ]}
      />
      {decision === 'pending' && mayChange && (
        <Form className="panel" action={at(`/payments/${instructionId}/payee-check`)} formToken={formToken}>
          <p class="actions">
            <button name="decision" value="release">
              {words.release}
            </button>{' '}
            <button class="danger" name="decision" value="withdraw">
              {words.withdraw}
            </button>
          </p>
        </Form>
      )}
    </section>
  );
}
