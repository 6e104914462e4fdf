import type { ComponentChildren, VNode } from 'preact';
import type { AuditRecord } from '../../db/auth/audit-log';
import type { Page } from '../../domain/schema-tools';
import { isNode } from '../../domain/unknown-value';
import { BY_TIME, ListFoot, Moment, Table, timeOrder } from '../parts';
import { useWords, wordFor, type Words } from '../words/use-words';

export const AUDIT = '/console/audit';

/** @returns what else is known of an act, in one line, as its file has it */
export function detailText(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ');
}

/** Members that a person has typed. */
const TYPED = ['reason', 'comment', 'label'];
/** Before the name of a static header, which a person has typed. */
const HEADER = /^headers\./;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A value in the reader's words; an id, an amount or what a person typed as it is. */
function valueText(words: Words, name: string, value: unknown): ComponentChildren {
  // Objects have lines of their own.
  if (Array.isArray(value))
    return value.map((one, at) => [at > 0 && !isNode(one) && ', ', valueText(words, name, one)]);
  if (isNode(value)) {
    const { amount, currency } = value;
    const isMoney = typeof amount === 'number' && typeof currency === 'string';
    return isMoney ? words.format.moneyText(amount, currency) : <Details of={value} />;
  }
  const text = String(value);
  if (value === null) return words.common.none;
  if (TYPED.includes(name)) return text;
  if (MOMENT.test(text)) return words.format.moment(new Date(text));
  const { audit, common, members, beneficiaries, fields, payment } = words;
  const known = [
    ...[audit.values, payment.conditions.types, common.environments, common.statuses, members.roles],
    ...[beneficiaries.ways, fields, audit.details],
  ];
  const word = known.map((texts) => wordFor(texts, text)).find((found) => found !== undefined);
  if (word !== undefined || !HEADER.test(text)) return word ?? text;
  return text.replace(HEADER, `${audit.details.headers}: `);
}

/** What else is known of an act, each member by its name. */
function Details({ of: detail }: { of: Record<string, unknown> }): VNode {
  const words = useWords();
  return (
    <>
      {Object.entries(detail).map(([name, value]) => (
        <span key={name} class="below">
          <b>{wordFor(words.audit.details, name) ?? wordFor(words.fields, name) ?? name}</b>{' '}
          <span>{valueText(words, name, value)}</span>{' '}
        </span>
      ))}
    </>
  );
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
          { name: audit.detail, cell: ({ detail }) => <Details of={detail} /> },
        ]}
      />
      <ListFoot path={AUDIT} query={query} next={page.nextCursor} isEmpty={page.items.length === 0} />
    </>
  );
}
