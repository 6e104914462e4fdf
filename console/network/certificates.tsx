import type { ComponentChildren, VNode } from 'preact';
import type { Certificate } from '../../db/payments/dispatch/certificates';
import { countOutcomes } from '../../domain/payments/dispatch/certificate';
import type { Fault } from '../forms/read-form';
import { Badge, Checkbox, FaultText, Moment, Notice, Table } from '../parts';

/**
 * Checkbox by which an operator enables a live partner without a passed laboratory report.
 * Source: docs/GAPS.md#P20
 */
export function CertificateWaiver({ isChecked, fault }: { isChecked: boolean; fault: Fault | undefined }): VNode {
  return (
    <>
      {fault !== undefined && (
        <Notice tone="bad">
          <FaultText of={fault} />
        </Notice>
      )}
      <Checkbox
        name="withoutCertificate"
        value="yes"
        label="Without a passed report of the laboratory, for the reason below"
        checked={isChecked}
      />
    </>
  );
}

function CertificateVerdict({ of, settings }: { of: Certificate; settings: string }): VNode {
  const { report, isGenuine } = of;
  if (!isGenuine) return <Badge tone="bad">changed since</Badge>;
  if (report.verdict === 'failed') return <Badge tone="bad">failed</Badge>;
  if (report.settingsHash !== settings) return <Badge tone="wait">passed, other settings</Badge>;
  return <Badge tone="good">passed</Badge>;
}

const faultsOf = ({ report }: Certificate): string =>
  report.results
    .flatMap(({ outcome, scenario, fault }) => (outcome === 'failed' ? [`${scenario}: ${fault ?? ''}`] : []))
    .join('; ');

/** What pages say of a partner whose adapter the laboratory cannot examine. */
export const NOT_EXAMINABLE = 'The laboratory cannot examine this adapter.';

/**
 * The laboratory's reports about a partner.
 * Source: docs/GAPS.md#P20
 */
export function Certificates(page: {
  of: readonly Certificate[];
  settings: string;
  children: ComponentChildren;
}): VNode {
  const { of: certificates, settings, children } = page;
  return (
    <section aria-labelledby="laboratory">
      <h2 id="laboratory">Laboratory</h2>
      <Table
        name="Reports of the laboratory"
        rows={certificates}
        empty="The laboratory has not examined this partner."
        columns={[
          { name: 'Examined', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { name: 'Result', cell: (one) => <CertificateVerdict of={one} settings={settings} /> },
          {
            name: 'Scenarios',
            isExtra: true,
            cell: ({ report }) => {
              const { passed, warned, failed, skipped } = countOutcomes(report.results);
              return `${passed} passed, ${warned} with a note, ${failed} failed, ${skipped} skipped`;
            },
          },
          { name: 'Faults', cell: (one) => faultsOf(one) || 'none' },
          { name: 'Address', isExtra: true, cell: ({ report }) => report.url ?? '' },
        ]}
      />
      <p>{children}</p>
    </section>
  );
}
