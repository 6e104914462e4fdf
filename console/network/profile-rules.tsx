import type { VNode } from 'preact';
import type { AdapterConfig } from '../../domain/payments/dispatch/adapters';
import { shownProfile } from '../../domain/payments/iso20022/shown-profile';
import { Badge, Table } from '../parts';

/**
 * The rules of a bank by files, and which of them its settings override.
 * Source: docs/GAPS.md#P23
 */
export function ProfileRules({ bank, at }: { bank: AdapterConfig<'iso20022'>; at: Date }): VNode {
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">{`Rules of the bank: ${bank.profile}`}</h2>
      <Table
        name="Rules of the bank"
        rows={shownProfile(bank, at)}
        empty="The bank has no rules."
        columns={[
          { name: 'Rule', cell: ({ member }) => member },
          {
            name: 'From',
            cell: ({ from }) => (from === 'settings' ? <Badge tone="wait">settings</Badge> : <Badge>{from}</Badge>),
          },
          { name: 'What it does', cell: ({ says }) => says },
        ]}
      />
    </section>
  );
}
