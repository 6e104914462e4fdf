import type { VNode } from 'preact';
import type { DrillRow } from '../../db/webhooks/drills';
import { DRILL_SCENARIOS, type DrillOutcome } from '../../domain/webhooks/drills/scenarios';
import { Badge, Id, Moment, Notice, Table } from '../parts';

const TONES = { passed: 'good', warned: 'wait', failed: 'bad', skipped: 'plain' } as const;

function Outcome({ outcome }: { outcome: DrillOutcome }): VNode {
  return <Badge tone={TONES[outcome]}>{outcome}</Badge>;
}

function Verdict({ drill: { status, verdict, results } }: { drill: DrillRow }): VNode {
  if (status === 'running') {
    const done = `${results.length} of ${DRILL_SCENARIOS.length} scenarios done.`;
    return <Notice tone="wait">The drill is running: {done}</Notice>;
  }
  if (verdict === null) return <Notice tone="wait">The drill was cancelled.</Notice>;
  const text = verdict === 'passed' ? 'The receiver passed.' : 'The receiver failed: the table says what to change.';
  return <Notice tone={verdict === 'passed' ? 'good' : 'bad'}>{text}</Notice>;
}

/** What the newest drill of an endpoint has shown so far. Source: docs/GAPS.md#drills */
export function NewestDrill({ drill }: { drill: DrillRow }): VNode {
  return (
    <section aria-labelledby="drill">
      <h2 id="drill">Newest drill</h2>
      <p>
        <Id of={drill.id} />, <Moment at={drill.created_at} />
      </p>
      <Verdict drill={drill} />
      <Table
        name="Scenarios of the newest drill"
        rows={drill.results}
        empty="No scenario has been played yet."
        columns={[
          { name: 'The receiver', cell: ({ title }) => title },
          { name: 'Result', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
          { name: 'Found', cell: ({ message }) => message ?? '' },
          { name: 'Advice', cell: ({ advice }) => advice ?? '' },
        ]}
      />
    </section>
  );
}
