import { setTimeout as delay } from 'node:timers/promises';
import { changeManaged, settingColumns } from '../../db/administration/change';
import { findPartnerByName } from '../../db/payments/dispatch/partners';
import { DomainError } from '../../domain/errors';
import { descriptionOf } from './partner/description';
import type { ScriptedPartner } from './partner/partner';
import { patiently, until } from './patience';
import { Random } from './random';
import type { Plan } from './schedule';
import type { Site } from './site';

/**
 * Within which part of the run each move begins: the first one once nothing is in doubt, the second despite doubts, which only
 * a person would end.
 */
const MOVES = [
  { from: 0.2, to: 0.3, despiteDoubt: false },
  { from: 0.55, to: 0.7, despiteDoubt: true },
] as const;
/** What could not move by then stays until the next move. */
const LAST_TRY_SHARE = 0.55;
const RETRY_MS = 300;

export interface MoveContext {
  site: Site;
  plan: Plan;
  /** The partner that moves, from one of its places to the next. */
  partner: ScriptedPartner;
  say: (line: string) => void;
  signal: AbortSignal;
}

/** @returns whether it moved; not while payments are in doubt where it is, unless despite that */
async function move({ site, plan, signal }: MoveContext, place: string, despiteDoubt: boolean): Promise<boolean> {
  const url = `${site.urlOf('worker>north')}${place}`;
  const partner = await patiently(() => findPartnerByName(site.database, 'north'), signal);
  if (partner === null) throw new Error('there is no partner north');
  const changes = settingColumns(plan.reach === 'described' ? { description: descriptionOf(url) } : { url });
  const request = {
    kind: 'partner',
    id: partner.id,
    changes,
    actor: 'command:chaos',
    reason: 'a new address',
  } as const;
  try {
    await patiently(() => changeManaged(site.database, { ...request, despiteDoubt }), signal);
    return true;
  } catch (fault) {
    if (despiteDoubt || !(fault instanceof DomainError)) throw fault;
    return false;
  }
}

/** Moves the first partner to places that know nothing of what was sent before. */
export async function movePartner(context: MoveContext, startedAt: number): Promise<void> {
  const { plan, partner, say, signal } = context;
  const random = new Random(plan.seed, 'moves');
  for (const { from, to, despiteDoubt } of MOVES) {
    const place = partner.openPlace();
    await until(startedAt + (from + random.next() * (to - from)) * plan.runMs, signal);
    let hasMoved = await move(context, place, despiteDoubt);
    while (!hasMoved && Date.now() < startedAt + LAST_TRY_SHARE * plan.runMs) {
      await delay(RETRY_MS, undefined, { signal });
      hasMoved = await move(context, place, despiteDoubt);
    }
    const how = despiteDoubt ? 'despite doubts' : 'without doubts';
    say(`          north ${hasMoved ? 'has moved' : 'could not move'} ${how}`);
  }
}
