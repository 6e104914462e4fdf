import { setTimeout as delay } from 'node:timers/promises';
import { allEnded } from './all-ended';
import { AnswerLog } from './answer-log';
import { BatchClients, openApprovalAccount } from './batches';
import { Clients, intentOf } from './clients';
import { FaultRunner } from './faults';
import { callApi } from './http';
import { isOpen, judge, waitingOf } from './judges';
import { workOf } from './leave-judges';
import { importLists } from './lists';
import { movePartner } from './moves';
import { observe, type Observation } from './observation';
import { FileBank } from './partner/file-bank';
import { ScriptedPartner } from './partner/partner';
import { Reporter } from './partner/reporter';
import { until } from './patience';
import { Random } from './random';
import { ENDPOINTS, Receivers } from './receivers';
import { recoveries } from './recovery';
import type { Outcome } from './report';
import type { Plan } from './schedule';
import { startSite, type FirstPartner, type Site, type SiteTools } from './site';
import { makeWaves, subscribeWaves } from './waves';
import { isUnavailable } from '../../domain/errors';

const LOOK_MS = 2_000;
/** Payments begin until then, so that the last ones meet the last faults. */
const LOAD_SHARE = 0.95;
const CREATED = 201;

export interface ChaosOptions extends SiteTools {
  plan: Plan;
  /** For how long the service may recover once all faults are over, before it is judged. */
  settleMs: number;
  say: (line: string) => void;
  /** Ends the run early. */
  signal: AbortSignal;
}

async function subscribe(site: Site, key: string): Promise<void> {
  for (const endpoint of ENDPOINTS) {
    const answer = await callApi(site.urlOf('client>api-1'), {
      method: 'POST',
      path: '/v1/webhooks',
      key,
      body: { url: `${site.urlOf('worker>receiver')}/${endpoint}`, events: ['payment.status_changed'] },
    });
    if (answer.status !== CREATED) throw new Error(`a subscription was answered with ${answer.status}`);
  }
}

async function makePayments(clients: Clients, plan: Plan, startedAt: number, signal: AbortSignal): Promise<void> {
  const random = new Random(plan.seed, 'load');
  const times = Array.from({ length: plan.payments }, () => random.next() * plan.runMs * LOAD_SHARE);
  for (const [index, atMs] of times.sort((a, b) => a - b).entries()) {
    await until(startedAt + atMs, signal);
    clients.begin(index + 1);
  }
}

/** Whether nothing is left that time could mend. */
function isOver(seen: Observation): boolean {
  return !isOpen(seen) && judge(seen).every(({ canHeal, findings }) => !canHeal || findings.length === 0);
}

/** Looks until nothing is open any more, or the time is over. Postgres, after its disk was full, may still be recovering. */
async function settle(options: ChaosOptions, look: () => Promise<Observation>): Promise<Observation> {
  const limit = Date.now() + options.settleMs;
  for (;;) {
    const seen = await look().catch((fault: unknown) => {
      if (!isUnavailable(fault) || Date.now() > limit) throw fault;
      return null;
    });
    if (seen !== null && (Date.now() > limit || isOver(seen))) return seen;
    await delay(LOOK_MS, undefined, { signal: options.signal });
  }
}

function firstPartner({ seed, reach = 'http' }: Plan): { bank: FileBank | null; first: FirstPartner } {
  if (reach !== 'iso20022') return { bank: null, first: reach };
  const bank = new FileBank(seed, intentOf);
  return { bank, first: bank };
}

function letReport(partner: ScriptedPartner, site: Site, { seed }: Plan, answers: AnswerLog): void {
  const urls = [site.urlOf('partner>api-1'), site.urlOf('partner>api-2')];
  const random = new Random(seed, `reports of ${partner.name}`);
  partner.reportThrough(new Reporter({ key: site.partnerKeys[partner.name], urls, answers, random }));
}

/** Runs one plan against a service of its own, and judges what is left of it. */
export async function runChaos(options: ChaosOptions): Promise<Outcome> {
  const { plan, say, signal } = options;
  const partners = { north: new ScriptedPartner(plan.seed, 'north'), south: new ScriptedPartner(plan.seed, 'south') };
  const scripted = Object.values(partners);
  const { bank, first } = firstPartner(plan);
  const all = () => [...scripted, ...partners.north.places, ...(bank === null ? [] : [bank])];
  const receivers = new Receivers(plan.seed);
  const ports = {
    north: await partners.north.listen(),
    south: await partners.south.listen(),
    receivers: await receivers.listen(),
  };
  say('Starting Postgres, Temporal, two APIs and two workers …');
  const site = await startSite(options, plan, ports, { first });
  try {
    bank?.open();
    const answers = new AnswerLog();
    for (const partner of scripted) letReport(partner, site, plan, answers);
    const clientUrls = [site.urlOf('client>api-1'), site.urlOf('client>api-2')];
    const clients = new Clients({ seed: plan.seed, key: site.clientKey, urls: clientUrls, answers });
    const approvals = await openApprovalAccount(site.database);
    const batches = new BatchClients({ site, plan, approvals, answers });
    const listedAt = new Map<string, number>();
    for (const key of [site.clientKey, approvals.key]) await subscribe(site, key);
    const webhookId = await subscribeWaves(site, receivers.waves);
    const faults = new FaultRunner(site, receivers, say, signal);
    const startedAt = Date.now();
    await allEnded([
      faults.run(plan, startedAt),
      makePayments(clients, plan, startedAt, signal),
      makeWaves({ site, plan, webhookId, answers, signal }, startedAt),
      batches.begin(startedAt, signal),
      importLists({ site, plan, signal }, listedAt, startedAt),
      // A bank by files reports in the directory where it has taken an order, which is read no more once it has moved.
      ...(bank === null ? [movePartner({ site, plan, partner: partners.north, say, signal }, startedAt)] : []),
    ]);
    await faults.healAll();
    const healedAt = Date.now();
    say('All faults are over; waiting until nothing is open …');
    const look = (): Promise<Observation> =>
      observe({
        site,
        healedAt,
        answers,
        intents: clients.records,
        batches: batches.records,
        listedAt,
        ledger: all().flatMap(({ ledger }) => ledger.entries()),
        reports: scripted.flatMap(({ reports }) => reports),
        uncalledFor: all().flatMap(({ uncalledFor }) => uncalledFor),
        received: receivers.received,
        unsigned: receivers.waves.unsigned,
      });
    const seen = await settle(options, look);
    for (const partner of all()) partner.fallSilent();
    await Promise.all([clients.stop(), batches.stop()]);
    return {
      plan,
      verdicts: judge(seen),
      recoveries: recoveries(faults.done, clients.records),
      waiting: waitingOf(seen),
      answers: answers.counts,
      accepted: seen.ledger.length,
      work: workOf(seen),
      wentOver: partners.south.ledger.entries().length,
    };
  } finally {
    await site.close();
    await Promise.all([...all(), receivers].map((server) => server.close()));
  }
}
