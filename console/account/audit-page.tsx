import type { VNode } from 'preact';
import type { AuditRecord } from '../../db/auth/audit-log';
import type { Page } from '../../domain/schema-tools';
import { BY_TIME, ListFoot, Moment, Table, timeOrder } from '../parts';
import { useWords, wordFor } from '../words/use-words';

export const AUDIT = '/console/audit';

/** @returns what else is known of an act, in one line */
export function detailText(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ');
}

export function AuditLog({ page, query }: { page: Page<AuditRecord>; query: string }): VNode {
  const { acts, audit, layout } = useWords();
  return (
    <>
      <Table
        name={layout.places.audit}
        order={timeOrder(AUDIT, query)}
        rows={page.items}
        empty={audit.empty}
        columns={[
          { name: audit.when, orders: BY_TIME, cell: ({ at }) => <Moment at={at} /> },
          { name: audit.who, cell: ({ actor, actorName }) => actorName ?? actor },
          { name: audit.act, inCard: 'lead', cell: ({ act }) => wordFor(acts, act) ?? <code>{act}</code> },
          {
            name: audit.what,
            cell: ({ subject, subjectHint }) => (
              <>
                <code class="one-line" title={subject}>
                  {subject}
                </code>
                {subjectHint === null ? '' : audit.endsIn({ hint: subjectHint })}
              </>
            ),
          },
          { name: audit.detail, cell: ({ detail }) => detailText(detail) },
        ]}
      />
      <ListFoot path={AUDIT} query={query} next={page.nextCursor} isEmpty={page.items.length === 0} />
    </>
  );
}
