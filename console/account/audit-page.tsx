import type { VNode } from 'preact';
import type { AuditRecord } from '../../db/auth/audit-log';
import { Moment } from '../parts';

function detailText(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ');
}

export function AuditLog({ entries }: { entries: readonly AuditRecord[] }): VNode {
  if (entries.length === 0) return <p class="empty">There are no entries yet.</p>;
  return (
    <div class="scroll" role="region" aria-label="Audit log" tabindex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">Act</th>
            <th scope="col">What</th>
            <th scope="col">Detail</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <tr key={index}>
              <td>
                <Moment at={entry.at} />
              </td>
              <td>{entry.actorName ?? entry.actor}</td>
              <td>{entry.act}</td>
              <td>
                <code>{entry.subject}</code>
                {entry.subjectHint === null ? '' : ` ends in …${entry.subjectHint}`}
              </td>
              <td>{detailText(entry.detail)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
