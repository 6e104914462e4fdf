import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { heartbeat } from '@temporalio/activity';
import type { output } from 'zod';
import type { Database } from '../../db/database';
import {
  finishDrill,
  keepDrillResult,
  readDrillTarget,
  type DrillEnding,
  type DrillTarget,
} from '../../db/webhooks/drills';
import { isAsExpected, judgeDrill, type DrillAnswer } from '../../domain/webhooks/drills/judge';
import { planDrill, signPlanned, type PlannedDelivery } from '../../domain/webhooks/drills/plan';
import { DRILL_TITLES, type DrillOutcome, type DrillScenario } from '../../domain/webhooks/drills/scenarios';
import type { DrillResult } from '../../domain/webhooks/drills/schemas';
import { secretOf } from '../../domain/webhooks/signature';
import { newId } from '../../lib/ids';
import type { Vault } from '../../lib/vault';
import type { GuardedAgents } from './guarded-connect';
import { postDelivery } from './post';

export interface DrillActivities {
  /** Plays a scenario of a drill and keeps what it shows; `over`: the drill has ended, or its subscription is deleted. */
  playDrillScenario(drillId: string, scenario: DrillScenario): Promise<DrillOutcome | 'over'>;
  finishDrill(drillId: string): Promise<DrillEnding>;
}

interface DrillContext {
  database: Database;
  vault: Vault;
  agents: GuardedAgents;
  trustedOrigins: readonly string[];
}

interface Played {
  planned: PlannedDelivery;
  answer: DrillAnswer;
  at: Date;
  excerpt: string | null;
}

type Delivered = output<typeof DrillResult>['deliveries'][number];

/** Of an answer so many characters are kept. */
const EXCERPT = 200;
const SECRET_BYTES = 32;

function deliveredOf({ planned, answer, at, excerpt }: Played): Delivered {
  const { event, expected, what } = planned;
  return {
    event_id: event.id,
    type: event.type,
    sent: what,
    expected,
    as_expected: isAsExpected({ planned, answer }),
    at: at.toISOString(),
    status_code: answer.statusCode,
    duration_ms: answer.durationMs,
    error: answer.error,
    // By characters: half of one would be no text.
    response_excerpt: excerpt === null ? null : [...excerpt].slice(0, EXCERPT).join(''),
  };
}

/** Sends the deliveries of a drill's plan, several at once, and no faster than the subscription allows. */
async function sendPlan(target: DrillTarget, scenario: DrillScenario, context: DrillContext): Promise<Played[]> {
  const { patterns, rate } = target;
  const plan = planDrill(scenario, { patterns, now: new Date(), newId });
  const secrets = { right: target.secrets, other: secretOf(randomBytes(SECRET_BYTES)) };
  const origins = [...context.trustedOrigins, ...target.trustedOrigins];
  const post = async (planned: PlannedDelivery): Promise<Played> => {
    const at = new Date();
    const signed = signPlanned(planned, secrets, at);
    const { statusCode, durationMs, error, responseExcerpt } = await postDelivery(
      target,
      signed,
      context.agents,
      origins,
    );
    heartbeat();
    return { planned, at, answer: { statusCode, durationMs, error }, excerpt: responseExcerpt };
  };
  const played: Played[] = [];
  const atOnce = rate === null ? plan.atOnce : Math.min(plan.atOnce, rate);
  for (let at = 0; at < plan.deliveries.length; at += atOnce) {
    if (at > 0 && rate !== null) await delay((1000 * atOnce) / rate);
    played.push(...(await Promise.all(plan.deliveries.slice(at, at + atOnce).map(post))));
  }
  return played;
}

/** Activities of a drill's workflow. Source: docs/GAPS.md#drills */
export function createDrillActivities(context: DrillContext): DrillActivities {
  const { database, vault } = context;
  return {
    async playDrillScenario(drillId, scenario) {
      const target = await readDrillTarget(database, vault, { drillId, scenario, now: new Date() });
      if (target === null) return 'over';
      if (target.outcome !== null) return target.outcome;
      const played = await sendPlan(target, scenario, context);
      const finding = judgeDrill(scenario, played);
      const result = { scenario, title: DRILL_TITLES[scenario], ...finding, deliveries: played.map(deliveredOf) };
      return (await keepDrillResult(database, drillId, result)) ? finding.outcome : 'over';
    },
    finishDrill: (drillId) => finishDrill(database, drillId),
  };
}
