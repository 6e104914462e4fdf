import type { VNode } from 'preact';
import type { DecidedFinding } from '../../db/shipments/findings';
import type { StatedValue } from '../../domain/shipments/file/findings';
import type { Fault, Faults } from '../forms/read-form';
import { Field, Form, FaultText, StatusBadge, Table } from '../parts';
import { useWords } from '../words/use-words';

export interface FindingsPart {
  findings: readonly DecidedFinding[];
  /** Of a decision that was refused. */
  faults: Faults;
  /** Path of the shipment's page. */
  here: string;
  formToken: string;
  mayChange: boolean;
  at: (path: string) => string;
}

/** Where a source has its page; several payments have none. */
function pageOf(source: string, at: (path: string) => string): string | null {
  if (/^doc_\w+$/.test(source)) return at(`/documents/${source}`);
  return /^instr_\w+$/.test(source) ? at(`/payments/${source}`) : null;
}

function StatedText({ of: { source, path, value }, at }: { of: StatedValue; at: (path: string) => string }): VNode {
  const page = pageOf(source, at);
  const member = <code>{path}</code>;
  return (
    <>
      {String(value)} ({page === null ? member : <a href={page}>{member}</a>})
    </>
  );
}

function FindingForm({ of: { id, status }, here, formToken }: { of: DecidedFinding } & FindingsPart): VNode {
  const { shipments: text } = useWords();
  const choices = [
    ['accepted', text.accept],
    ['resolved', text.resolve],
    ['open', text.reopen],
  ].filter(([choice]) => choice !== status);
  return (
    <Form action={`${here}/findings/${id}`} formToken={formToken}>
      <Field name="reason" id={`reason-${id}`} label={text.why} required={false} maxlength={500} />
      {choices.map(([choice, label]) => (
        <button key={choice} class="quiet" name="status" value={choice}>
          {label}
        </button>
      ))}
    </Form>
  );
}

/**
 * Where documents of a shipment disagree, with the decisions; null if they agree.
 * Source: docs/GAPS.md#S2
 */
export function Findings(part: FindingsPart): VNode | null {
  const { findings, faults, mayChange, at } = part;
  const { common, shipments: text } = useWords();
  if (findings.length === 0) return null;
  const all: (Fault | undefined)[] = Object.values(faults);
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">{text.findings}</h2>
      {all.map((fault) => fault !== undefined && <FaultText of={fault} />)}
      <Table
        name={text.findings}
        rows={findings}
        columns={[
          { name: text.rule, cell: ({ rule }) => text.topics[rule] },
          { name: text.oneSource, cell: ({ a }) => <StatedText of={a} at={at} /> },
          { name: text.otherSource, cell: ({ b }) => <StatedText of={b} at={at} /> },
          { name: common.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
          { name: text.why, cell: ({ reason }) => reason ?? '' },
          ...(mayChange
            ? [{ name: text.decision, cell: (one: DecidedFinding) => <FindingForm {...part} of={one} /> }]
            : []),
        ]}
      />
    </section>
  );
}
