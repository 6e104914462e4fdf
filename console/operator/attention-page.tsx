import type { VNode } from 'preact';
import type { FlagKind } from '../../db/operator-flags';
import type { AttentionRow } from '../../db/payments/review/attention';
import type { ReconciliationCase } from '../../db/payments/settlement/reconciliation-cases';
import { workflowIds } from '../../workflows/contract';
import { Badge, Facts, Form, Id, Moment, Money, Notice, Period, TextArea, times } from '../parts';
import { CaseFigures } from '../payments/case-figures';
import { ATTENTION, pageOfRow, reasonOf, Side, Subject } from './attention';
import { FLAGS } from './attention-texts';

function isFlagKind(kind: string): kind is FlagKind {
  return Object.hasOwn(FLAGS, kind);
}

const Back = (): VNode => (
  <p>
    <a href={`${ATTENTION}#attention`}>All that needs attention</a>
  </p>
);

/** @param formToken null for a reader who may not act */
export function FlagPage({ flag, formToken }: { flag: AttentionRow; formToken: string | null }): VNode {
  const { amount, currency, assignment } = flag;
  const reason = reasonOf(flag);
  return (
    <>
      {reason !== '' && (
        <Notice tone="wait">
          <p>{reason}</p>
        </Notice>
      )}
      {isFlagKind(flag.kind) && <p>{FLAGS[flag.kind].advice}</p>}
      <Facts
        rows={[
          ['About', <Subject id={flag.subject} />],
          ['Side', flag.environment === null ? 'the whole service' : <Side of={flag.environment} />],
          ['Account', flag.accountName ?? <Id of={null} />],
          ['Partner', flag.partnerName ?? <Id of={null} />],
          ...(amount === null || currency === null
            ? []
            : ([['Amount', <Money amount={amount} currency={currency} />]] satisfies [string, VNode][])),
          ['Since', <Moment at={flag.since} />],
          ['Assigned to', assignment?.email ?? 'nobody'],
        ]}
      />
      {formToken !== null && 'target' in flag.detail && !('retry' in flag.detail) && (
        <Form className="inline" action={`${pageOfRow(flag)}/retry`} formToken={formToken}>
          <button>Read the file again</button>
        </Form>
      )}
      {formToken !== null && (
        <Form className="inline" action={`${pageOfRow(flag)}/clear`} formToken={formToken}>
          <button class="quiet">Clear the flag</button>
        </Form>
      )}
      <Back />
    </>
  );
}

/** @param formToken null for a reader who may not act */
export function CasePage({ opened, formToken }: { opened: ReconciliationCase; formToken: string | null }): VNode {
  const { instructionId, environment, partnerName, reportId, count, openedAt, lastSeenAt } = opened;
  return (
    <>
      <Facts
        rows={[
          ['State', <Badge tone={opened.state === 'open' ? 'bad' : 'plain'}>{opened.state}</Badge>],
          ['Side', <Side of={environment} />],
          ['Partner', partnerName],
          ['Payment', <Subject id={instructionId} />],
          ['Newest report', <Id of={reportId} />],
          ['Workflow', <Id of={workflowIds.payment(instructionId)} />],
          [
            'Reported',
            <>
              {times({ count })}, <Period from={openedAt} to={lastSeenAt} />
            </>,
          ],
          ...(opened.closeReason === null ? [] : ([['Agreed', opened.closeReason]] satisfies [string, string][])),
        ]}
      />
      <CaseFigures of={opened} />
      {formToken !== null && opened.state === 'open' && (
        <section aria-labelledby="close">
          <h2 id="close">Close the case</h2>
          <Form action={`${pageOfRow(opened)}/close`} formToken={formToken}>
            <TextArea
              name="reason"
              label="What was agreed with the partner"
              hint="Kept in the audit log. Closing the case changes no payment."
              maxlength={500}
            />
            <button>Close the case</button>
          </Form>
        </section>
      )}
      <Back />
    </>
  );
}
