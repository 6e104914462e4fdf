import type { VNode } from 'preact';
import type { DrillRow } from '../../db/webhooks/drills';
import { DRILL_SCENARIOS, type DrillOutcome } from '../../domain/webhooks/drills/scenarios';
import { Badge, English, Id, Moment, Notice, Table } from '../parts';
import { useWords, wordFor } from '../words/use-words';

const TONES = { passed: 'good', warned: 'wait', failed: 'bad', skipped: 'plain' } as const;

function Outcome({ outcome }: { outcome: DrillOutcome }): VNode {
  return <Badge tone={TONES[outcome]}>{useWords().webhooks.drill.outcomes[outcome]}</Badge>;
}

function DrillVerdict({ drill: { status, verdict, results } }: { drill: DrillRow }): VNode {
  const words = useWords().webhooks.drill;
  if (status === 'running') {
    return <Notice tone="wait">{words.running({ done: results.length, all: DRILL_SCENARIOS.length })}</Notice>;
  }
  if (verdict === null) return <Notice tone="wait">{words.cancelled}</Notice>;
  const isPassed = verdict === 'passed';
  return <Notice tone={isPassed ? 'good' : 'bad'}>{isPassed ? words.passed : words.failed}</Notice>;
}

/**
 * Results of an endpoint's newest drill so far.
 * Source: docs/GAPS.md#drills
 */
export function NewestDrill({ drill }: { drill: DrillRow }): VNode {
  const words = useWords().webhooks.drill;
  return (
    <section aria-labelledby="drill">
      <h2 id="drill">{words.title}</h2>
      <p>
        <Id of={drill.id} />, <Moment at={drill.created_at} />
      </p>
      <DrillVerdict drill={drill} />
      <Table
        name={words.name}
        rows={drill.results}
        empty={words.none}
        columns={[
          { name: words.receiver, cell: ({ scenario, title }) => wordFor(words.scenarios, scenario) ?? title },
          { name: words.result, cell: ({ outcome }) => <Outcome outcome={outcome} /> },
          { name: words.found, cell: ({ message }) => <English>{message}</English> },
          { name: words.advice, cell: ({ advice }) => <English>{advice}</English> },
        ]}
      />
    </section>
  );
}
