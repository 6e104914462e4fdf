import type { VNode } from 'preact';
import type { OfferedByRefusal } from '../../../db/payments/reports/offered-rules';
import { ruleText } from '../../../domain/payments/iso20022/shown-profile';
import { statedReason } from '../../../domain/payments/reports/reasons';
import { CertificateWaiver } from '../../network/certificates';
import { Form, Hidden, ReferenceLink, Table } from '../../parts';

/**
 * Rules that would have held the payments a bank has rejected.
 * Source: docs/GAPS.md#P23
 */
export function OfferedRules(page: {
  offered: readonly OfferedByRefusal[];
  action: string;
  needsCertificate: boolean;
  formToken: string;
}): VNode {
  const { offered, action, needsCertificate, formToken } = page;
  return (
    <section aria-labelledby="offered">
      <h2 id="offered">Rules that its refusals suggest</h2>
      <p>The bank rejected these payments. With the rule the next such payment waits and names what is missing.</p>
      <Table
        name="Offered rules"
        rows={offered}
        empty="No refusal suggests a rule."
        columns={[
          { name: 'Rule', cell: ({ member }) => member },
          { name: 'What it does', cell: ({ rule }) => ruleText(rule) },
          { name: 'Refused as', cell: ({ code }) => `${code}: ${statedReason(code).text}` },
          {
            name: 'Payment',
            cell: ({ instructionId: id }) => (
              <ReferenceLink id={id} reference={null} to={`/console/operator/payments/${id}`} />
            ),
          },
          {
            name: 'Act',
            cell: ({ member }) => (
              <Form className="inline" action={action} formToken={formToken}>
                <Hidden name="member" value={member} />
                {needsCertificate && <CertificateWaiver isChecked={false} fault={undefined} />}
                <button class="quiet small" aria-label={`Add the rule ${member}`}>
                  Add the rule
                </button>
              </Form>
            ),
          },
        ]}
      />
    </section>
  );
}
