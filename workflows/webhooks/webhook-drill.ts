import { CancellationScope, setCurrentDetails, sleep } from '@temporalio/workflow';
import {
  DRILL_SCENARIOS,
  DRILL_TITLES,
  FIRST_SCENARIO,
  OUTAGE_WINDOW_MS,
  type DrillOutcome,
  type DrillScenario,
} from '../../domain/webhooks/drills/scenarios';
import type { DrillInput } from '../contract';
import { finishDrill, playDrillScenario } from '../proxies';

export interface DrillEnd {
  status: 'completed' | 'cancelled';
  verdict: 'passed' | 'failed' | null;
}

/**
 * Plays the scenarios of a drill one after another. What each has shown is in the database, so that none is played again
 * after it is on record. Cancelling the workflow ends no drill: it takes a few minutes at most.
 * Source: docs/GAPS.md#drills
 */
export function webhookDrill(input: DrillInput): Promise<DrillEnd> {
  return CancellationScope.nonCancellable(() => playScenarios(input.drillId));
}

/** Plays the scenarios in order; if the first one fails, the others are skipped. */
async function playScenarios(drillId: string): Promise<DrillEnd> {
  const lines: string[] = [];
  const show = (now: string): void => setCurrentDetails([...lines, now].join('\n\n'));
  for (const scenario of DRILL_SCENARIOS) {
    if (scenario === 'outage') await keepSilent(show);
    show(`**${scenario}**: whether the receiver ${DRILL_TITLES[scenario]}.`);
    const outcome = await playDrillScenario(drillId, scenario);
    if (outcome === 'over') break;
    lines.push(lineOf(scenario, outcome));
    if (scenario === FIRST_SCENARIO && outcome === 'failed') break;
  }
  const end = await finishDrill(drillId);
  show(`**${end.status}**: ${end.verdict ?? 'no verdict'}. \`GET /v1/drills/${drillId}\` has the answers and advice.`);
  return end;
}

function lineOf(scenario: DrillScenario, outcome: DrillOutcome): string {
  return `${outcome}: ${scenario}`;
}

async function keepSilent(show: (now: string) => void): Promise<void> {
  const summary = `Outage window: nothing is sent for ${OUTAGE_WINDOW_MS / 1000} s`;
  show(`**waiting**: ${summary}.`);
  await sleep(OUTAGE_WINDOW_MS, { summary });
}
