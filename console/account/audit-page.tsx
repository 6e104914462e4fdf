import type { VNode } from 'preact';
import type { AuditRecord } from '../../db/auth/audit-log';
import { Moment, Table } from '../parts';
import { useWords } from '../words/use-words';

function detailText(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ');
}

export function AuditLog({ entries }: { entries: readonly AuditRecord[] }): VNode {
  const { audit, layout } = useWords();
  return (
    <Table
      name={layout.places.audit}
      rows={entries}
      empty={audit.empty}
      columns={[
        { name: audit.when, cell: ({ at }) => <Moment at={at} /> },
        { name: audit.who, cell: ({ actor, actorName }) => actorName ?? actor },
        { name: audit.act, inCard: 'lead', cell: ({ act }) => act },
        {
          name: audit.what,
          cell: ({ subject, subjectHint }) => (
            <>
              <code>{subject}</code>
              {subjectHint === null ? '' : audit.endsIn(subjectHint)}
            </>
          ),
        },
        { name: audit.detail, cell: ({ detail }) => detailText(detail) },
      ]}
    />
  );
}
