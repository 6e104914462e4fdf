import type { VNode } from 'preact';
import type { AuditRecord } from '../../db/auth/audit-log';
import { Moment, Table } from '../parts';

function detailText(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ');
}

export function AuditLog({ entries }: { entries: readonly AuditRecord[] }): VNode {
  return (
    <Table
      name="Audit log"
      rows={entries}
      empty="No entries yet. Logins and what people and keys change appear here, with the person and the moment."
      columns={[
        { name: 'When', cell: ({ at }) => <Moment at={at} /> },
        { name: 'Who', cell: ({ actor, actorName }) => actorName ?? actor },
        { name: 'Act', inCard: 'lead', cell: ({ act }) => act },
        {
          name: 'What',
          cell: ({ subject, subjectHint }) => (
            <>
              <code>{subject}</code>
              {subjectHint === null ? '' : ` ends in …${subjectHint}`}
            </>
          ),
        },
        { name: 'Detail', cell: ({ detail }) => detailText(detail) },
      ]}
    />
  );
}
