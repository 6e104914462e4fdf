import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { Moment, Table } from '../parts';
import { useWords } from '../words/use-words';

interface ConditionsParts {
  payment: ReturnType<typeof retrievedView>;
  at: (path: string) => string;
}

type Judged = ConditionsParts['payment']['conditions'][number];

/** The pages of the things that a condition is about. */
const PAGES = { shipmentId: '/shipments/', documentId: '/documents/', instructionId: '/payments/' } as const;
const LINKED = ['shipmentId', 'documentId', 'instructionId'] as const;

function ConditionText({ one, at }: { one: Judged; at: (path: string) => string }): VNode {
  const { payment, common } = useWords();
  const { status, documentType, sha256, severity, at: moment } = one;
  const details = [documentType, severity, sha256].filter((text) => text !== undefined);
  return (
    <>
      {payment.conditions.types[one.type]}
      {status !== undefined && `: ${common.statuses[status]}`}
      {details.map((text) => (
        <>
          {' '}
          <code key={text}>{text}</code>
        </>
      ))}
      {LINKED.map((name) => {
        const id = one[name];
        if (id === undefined) return null;
        return (
          <>
            {' '}
            <a key={name} href={at(PAGES[name] + id)}>
              {id}
            </a>
          </>
        );
      })}{' '}
      {moment !== undefined && <Moment at={new Date(moment)} precise />}
    </>
  );
}

/**
 * The conditions of a payment, with their state; null without conditions.
 * Source: docs/GAPS.md#P27
 */
export function Conditions({ payment: { conditions, conditionsExpireAt: end }, at }: ConditionsParts): VNode | null {
  const { conditions: words } = useWords().payment;
  if (end === null) return null;
  return (
    <section aria-labelledby="conditions">
      <h2 id="conditions">{words.title}</h2>
      <p>
        {words.until}: <Moment at={new Date(end)} precise />
      </p>
      <Table
        name={words.title}
        rows={conditions}
        columns={[
          { name: words.condition, cell: (one) => <ConditionText one={one} at={at} /> },
          { name: words.state, cell: ({ because }) => words.because[because] },
          { name: words.since, cell: ({ metAt }) => (metAt === null ? '' : <Moment at={new Date(metAt)} precise />) },
        ]}
      />
    </section>
  );
}
