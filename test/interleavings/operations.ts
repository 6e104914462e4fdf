import { createHash, randomUUID } from 'node:crypto';
import { claimIdempotencyKey, releaseIdempotencyKey, storeIdempotentAnswer } from '../../db/idempotency';
import { newId } from '../../lib/ids';
import { recordCancellationAnswer, requestCancellation } from '../../db/payments/cancellation';
import { initialState, insertInstruction, type NewInstruction } from '../../db/payments/create-instruction';
import {
  beginDispatch,
  readInstructionToSend,
  recordDelivered,
  recordKnown,
  recordNeverReceived,
  recordRejected,
  recordUndelivered,
  recordWaiting,
} from '../../db/payments/dispatch';
import { readFailoverFacts } from '../../db/payments/failover';
import { recordOperatorDecision } from '../../db/payments/operator-decision';
import { readDispatchState } from '../../db/payments/read-dispatch';
import { recordRescreening } from '../../db/compliance/rescreening';
import { recordScreeningDecision } from '../../db/payments/screening-decision';
import { recordSettlement, recordStatusReport, type ReportContext } from '../../db/payments/record-report';
import type { Queryable } from '../../db/database';
import { DomainError } from '../../domain/errors';
import type { Undelivered } from '../../domain/payments/decisions/dispatch';
import type { FailoverOutcome } from '../../domain/payments/decisions/failover';
import { nextTerms, type FailoverCause, type RouteTerms } from '../../domain/payments/failover';
import type { ScreeningVerdict } from '../../domain/payments/compliance-hold';
import type { OperatorDecision } from '../../domain/payments/operator-decision';
import { SettlementConfirmation, StatusReport } from '../../domain/payments/report-schema';
import type { PaymentStatus } from '../../domain/payments/status';
import { settlementBody } from '../support/builders';
import { expectSameState, partnerOf, type World } from './judges';
import type { Actor, Steps } from './scheduler';

/** What one process does in a world. */
export type Operation = (world: World) => Actor;

const BODY_HASH = createHash('sha256').update('body').digest();
/** A sender that was frozen for longer sends nothing any more; see activities/payments.ts. */
const FRESH_MS = 4_000;
/** A call that was given up is gone after this. Source: docs/GAPS.md#P14 */
const GONE_MS = 10_000;

function actor(name: string, run: (steps: Steps, world: World) => Promise<void>): Operation {
  return (world) => ({ name, run: (steps) => run(steps, world) });
}

export function newInstruction(id: string): NewInstruction {
  return {
    id,
    requestId: 'req_1',
    accountId: 'acc_ptn_1',
    environment: 'test',
    clientReference: null,
    amount: '1250.5',
    currency: 'USD',
    beneficiaryCountry: 'US',
    purposeCode: 'trade_settlement',
    privateSealed: Buffer.from('sealed'),
    requestedRoute: {},
    valueDate: null,
    releaseAt: null,
    partnerId: 'ptn_1',
    partnerName: 'Bank ptn_1',
    routeId: 'rt_ptn_1',
    channel: 'api',
    timeline: 'same_day',
    routeReasons: [],
    cutOffZone: 'UTC',
    expectedDate: '2026-11-20',
    dateExplanation: [],
    feeEstimated: '5',
    feeBreakdown: [],
    submittedAt: new Date(),
    resubmissionOf: null,
    quoteId: null,
    uetr: randomUUID(),
    screening: null,
  };
}

/** What becomes of a call to the partner. `arrives_late`: its bytes are still under way when the caller gives up. */
export type CallOutcome =
  | 'taken'
  | 'taken_unrecorded'
  | 'refused'
  | 'timeout_taken'
  | 'timeout_lost'
  | 'arrives_late'
  | 'not_written'
  | 'turned_away';

const TIMEOUT = { kind: 'unknown', fault: 'no answer', refusal: null } as const;

/** As in activities/failover.ts; in a world with one partner alone there is nothing to look for. */
async function nextRoute(database: Queryable, world: World, cause: FailoverCause): Promise<RouteTerms | null> {
  if (world.network === null) return null;
  return nextTerms(await readFailoverFacts(database, world.instructionId), world.network, cause, new Date());
}

/** What is seen of a payment before the right to send is taken; with one partner alone it cannot change. */
async function partnerToSendTo(database: Queryable, { instructionId, network }: World): Promise<string> {
  return network === null ? 'ptn_1' : (await readInstructionToSend(database, instructionId)).partnerId;
}

/**
 * As in activities/payments.ts: the right to send, the call, and what became of it.
 * @param outcomes what becomes of a call, by the partner that is called
 */
async function sendOnce(
  { database, step }: Steps,
  world: World,
  outcomes: (partnerId: string) => CallOutcome,
): Promise<FailoverOutcome> {
  const beganAt = Date.now();
  const partnerId = await partnerToSendTo(database, world);
  const { result: order, state } = await beginDispatch(database, world.instructionId, partnerId);
  await expectSameState(world, state);
  if (order.kind === 'rerouted') return 'rerouted';
  if (order.kind !== 'send') return 'stays';
  const partner = partnerOf(world, partnerId);
  const { attempt, sends, isFirstSend } = order;
  const call = { attempt, sends };
  const record = async (outcome: Undelivered): Promise<FailoverOutcome> => {
    const { result, state: left } = await recordUndelivered(database, state, call, outcome);
    await expectSameState(world, left);
    return result;
  };
  await step('partner');
  if (Date.now() - beganAt > FRESH_MS) return record({ kind: 'unknown', fault: 'frozen', refusal: null });
  const outcome = outcomes(partnerId);
  switch (outcome) {
    case 'taken':
      partner.take();
      await recordDelivered(database, state, { ...call, partnerId, partnerReference: 'P-1', status: 'submitted' });
      return 'stays';
    case 'taken_unrecorded':
      partner.take();
      return 'stays';
    case 'refused': {
      // What answers a repeated call with a refusal may mean the repetition.
      if (!isFirstSend) return record({ ...TIMEOUT, refusal: 'account closed' });
      partner.refuse();
      const message = 'account closed';
      const next = await nextRoute(database, world, { kind: 'rejected', message });
      const { result, state: left } = await recordRejected(database, state, call, { message, reasonCode: null, next });
      if (result === 'rerouted') await expectSameState(world, left);
      return result;
    }
    case 'timeout_taken':
      partner.take();
      return record(TIMEOUT);
    case 'timeout_lost':
      return record(TIMEOUT);
    case 'arrives_late': {
      const leftAt = Date.now();
      const kept = await record(TIMEOUT);
      await step('partner');
      if (Date.now() - leftAt < GONE_MS) partner.take();
      return kept;
    }
    case 'not_written': {
      const next = sends === 1 ? await nextRoute(database, world, { kind: 'unreachable' }) : null;
      return record({ kind: 'not_delivered', fault: 'connection refused', next });
    }
    case 'turned_away':
      return record({ kind: 'not_taken', fault: 'busy' });
    default:
      return outcome satisfies never;
  }
}

/** Sends, and sends again for as long as the payment goes over to another route, as its workflow does. */
async function sendUntilItStays(
  steps: Steps,
  world: World,
  outcomes: (partnerId: string) => CallOutcome,
): Promise<void> {
  while ((await sendOnce(steps, world, outcomes)) === 'rerouted');
}

export function send(outcome: CallOutcome): Operation {
  return actor(`send(${outcome})`, (steps, world) => sendUntilItStays(steps, world, () => outcome));
}

/** A worker that meets the one outcome at the first partner and the other at the second. */
export function sendOver(first: CallOutcome, second: CallOutcome): Operation {
  const outcomes = (partnerId: string): CallOutcome => (partnerId === 'ptn_2' ? second : first);
  return actor(`send(${first}, ${second})`, (steps, world) => sendUntilItStays(steps, world, outcomes));
}

/** Asks the partner once; what it says is what its ledger says. */
async function inquireOnce({ database, step }: Steps, world: World): Promise<'asked' | 'send_again' | 'moved'> {
  const { instructionId } = world;
  const { status, dispatch } = await readDispatchState(database, instructionId);
  if (status !== 'pending') return 'moved';
  if (dispatch === null || dispatch.state === 'not_delivered') return 'send_again';
  await step('partner');
  const { partnerId, attempt, sends } = dispatch;
  if (partnerOf(world, partnerId).hasIt) {
    await recordKnown(database, instructionId, { partnerId, status: 'submitted', partnerReference: 'P-1' });
    return 'moved';
  }
  const { outcome } = await recordNeverReceived(database, instructionId, { attempt, sends });
  if (outcome === 'ask_again') return 'asked';
  return outcome === 'send_again' ? 'send_again' : 'moved';
}

export const inquire = actor('inquire', async (steps, world) => {
  await inquireOnce(steps, world);
});

/** Two inquiries with time between them, and a further call when they prove that the first never arrived. */
export const proveAndSend = actor('prove-and-send', async (steps, world) => {
  let answer = await inquireOnce(steps, world);
  if (answer === 'asked') {
    await steps.step('write');
    world.letTimePass();
    answer = await inquireOnce(steps, world);
  }
  if (answer === 'send_again') await sendUntilItStays(steps, world, () => 'taken');
});

/** One inquiry, and a further call when it is the one that proves. */
export const inquireAndSend = actor('inquire-and-send', async (steps, world) => {
  if ((await inquireOnce(steps, world)) === 'send_again') await sendUntilItStays(steps, world, () => 'taken');
});

export const cancel = actor('cancel', async ({ database }, world) => {
  const audit = { actor: 'client', act: 'payment.cancel', requestId: null, detail: {} };
  try {
    const answer = await requestCancellation(database, world.instructionId, { reason: null, at: new Date(), audit });
    world.toldStatuses.push(answer.status);
  } catch (fault) {
    if (!(fault instanceof DomainError) || fault.code !== 'CANCELLATION_NOT_ALLOWED') throw fault;
  }
});

/** The partner is asked to cancel, when anything says that it is to be asked. */
export const askPartner = actor('ask-partner', async ({ database, step }, world) => {
  const { instructionId, partner } = world;
  const asked = await database.query(
    `select id from outbox where subject = $1 and topic in ('payment.cancel', 'payment.stop')`,
    [instructionId],
  );
  if (asked.length === 0) return;
  await step('partner');
  if (!partner.hasIt) return;
  const answer = partner.stop() ? 'cancelled' : 'refused';
  await recordCancellationAnswer(database, { instructionId, partnerId: 'ptn_1' }, answer);
});

export const wait = actor('wait', async ({ database }, world) => {
  await recordWaiting(database, world.instructionId, 'partner_slow');
});

/** As a signed report of a partner arrives. */
export function reportContext(world: World, partnerId = 'ptn_1'): ReportContext {
  return {
    instructionId: world.instructionId,
    partnerId,
    idempotencyKey: null,
    requestId: 'req_2',
    receivedAt: new Date(),
    reportId: newId('report'),
    evidence: Buffer.from('evidence'),
  };
}

/** A refusal of what was reported is answered once the report is kept, like an acceptance. */
async function answered(world: World, status: PaymentStatus, work: Promise<{ reportId: string }>): Promise<void> {
  try {
    world.toldReports.push({ status, id: (await work).reportId });
  } catch (fault) {
    const isVerdict = fault instanceof DomainError && /^(INVALID_TRANSITION|CONFLICTING_REPORT)$/.test(fault.code);
    if (!isVerdict) throw fault;
    world.toldReports.push({ status, id: null });
  }
}

/** A partner reports only what it has. */
export function report(status: PaymentStatus): Operation {
  return actor(`report(${status})`, async ({ database, step }, world) => {
    await step('partner');
    if (!world.partner.hasIt) return;
    if (status === 'settled') world.partner.settle();
    await answered(world, status, recordStatusReport(database, reportContext(world), StatusReport.parse({ status })));
  });
}

/** The second partner reports what it has. */
export function reportOfSecond(status: PaymentStatus): Operation {
  return actor(`second-reports(${status})`, async ({ database, step }, world) => {
    await step('partner');
    if (!world.second.hasIt) return;
    if (status === 'settled') world.second.settle();
    const report = StatusReport.parse({ status });
    await answered(world, status, recordStatusReport(database, reportContext(world, 'ptn_2'), report));
  });
}

/** The first partner says something of a payment that it refused, once the payment has left it. */
export function reportOfFirst(status: PaymentStatus): Operation {
  return actor(`first-reports(${status})`, async ({ database }, world) => {
    const { partnerId } = await readInstructionToSend(database, world.instructionId);
    if (!world.partner.hasRefused || partnerId === 'ptn_1') return;
    await answered(world, status, recordStatusReport(database, reportContext(world), StatusReport.parse({ status })));
  });
}

export const settle = actor('settle', async ({ database, step }, world) => {
  await step('partner');
  if (!world.partner.hasIt) return;
  world.partner.settle();
  const body = SettlementConfirmation.parse(settlementBody());
  await answered(world, 'settled', recordSettlement(database, reportContext(world), body));
});

/** An operator establishes what the partner's own people say, longer after the last call than one can be under way. */
export function operate(choose: (hasIt: boolean) => OperatorDecision): Operation {
  return actor('operator', async ({ database, step }, world) => {
    await step('write');
    world.letTimePass();
    const { instructionId, partner } = world;
    const decision = choose(partner.hasIt);
    const word = { decision, reason: 'asked by telephone', partnerReference: null };
    const request = { ...word, by: 'operator:key_1', requestId: null, at: new Date() };
    try {
      const { state } = await recordOperatorDecision(database, instructionId, request);
      await expectSameState(world, state);
    } catch (fault) {
      if (!(fault instanceof DomainError) || fault.code !== 'INVALID_TRANSITION') throw fault;
    }
  });
}

export const establish = operate((hasIt) => (hasIt ? 'delivered' : 'never_received'));
export const establishOrGiveUp = operate((hasIt) => (hasIt ? 'delivered' : 'give_up'));
/** Also about a payment that the partner has: an operator can be wrong. */
export const giveUp = operate(() => 'give_up');
export const tryNow = operate(() => 'try_now');

/** A list has changed, and the beneficiary is like a name of it. */
export const rescreen = actor('rescreen', async ({ database }, world) => {
  const candidates = [{ editionId: 'imp_1', entryId: 'S-1', name: 'Listed', isWeak: false, score: 0.9 }];
  const screening = {
    decision: 'review',
    algorithm: 'names-1',
    editions: ['imp_1'],
    blockedCountries: [],
    countries: [],
    candidates,
  } as const;
  const receipt = { id: newId('screening'), screening, partySealed: Buffer.from('sealed') };
  world.rescreened.push(await recordRescreening(database, world.instructionId, receipt, []));
});

/** An operator looks at a payment that is held, if it is. */
export function review(decision: ScreeningVerdict): Operation {
  return actor(decision, async ({ database }, world) => {
    const request = { decision, reason: 'looked at', by: 'operator:key_1', requestId: null, at: new Date() };
    try {
      await recordScreeningDecision(database, world.instructionId, request);
      world.reviewed.push(decision);
    } catch (fault) {
      if (!(fault instanceof DomainError) || fault.code !== 'INVALID_TRANSITION') throw fault;
    }
  });
}

/** Who makes a payment holds the claim on its key at that moment; one that lost it makes nothing. */
async function expectClaimOf({ database, key }: World, token: string): Promise<void> {
  const [row] = await database.query<{ holder: string | null }>(
    'select claim_token as holder from idempotency_keys where key = $1',
    [key],
  );
  expect(row?.holder).toBe(token);
}

/** One request to create with the world's idempotency key; `kept` is what the client is told, or nothing for a 409. */
export const create = actor('create', async ({ database }, world) => {
  const key = { scope: 'acc_ptn_1/test', operation: 'createPaymentInstruction', key: world.key };
  const token = randomUUID();
  const claim = await claimIdempotencyKey(database, key, { bodyHash: BODY_HASH, token });
  if (claim.outcome === 'stored') world.toldIds.push(claim.answer.body);
  if (claim.outcome !== 'claimed') return;
  const instruction = newInstruction(newId('instruction'));
  try {
    const kept =
      claim.subject === null
        ? await insertInstruction(database, instruction, { ...key, token, bodyHash: BODY_HASH })
        : { kind: 'known' as const, instructionId: claim.subject };
    const id = kept.kind === 'known' ? kept.instructionId : instruction.id;
    if (kept.kind === 'kept') await expectClaimOf(world, token);
    if (kept.kind === 'kept') await recordWaiting(database, id, 'engine_busy', initialState(instruction));
    await storeIdempotentAnswer(database, key, token, { status: 201, verbatim: id });
    world.toldIds.push(id);
  } catch (fault) {
    if (!(fault instanceof DomainError) || fault.code !== 'IN_PROGRESS') throw fault;
    await releaseIdempotencyKey(database, key, token);
  }
});

/** The process of the first request was frozen for longer than its claim lasts. */
export const endLease = actor('end-lease', async ({ database }, world) => {
  await database.query(`update idempotency_keys set claimed_until = '-infinity' where key = $1`, [world.key]);
});

/** The relay starts what the outbox says; until then there is no instruction to send. */
export const relay = actor('relay', async (steps, world) => {
  const [item] = await steps.database.query<{ subject: string }>(
    `select o.subject from outbox o join payment_instructions i on i.id = o.subject
     where o.topic = 'payment.start' and i.idempotency_key = $1`,
    [world.key],
  );
  if (item === undefined) return;
  await sendUntilItStays(steps, { ...world, instructionId: item.subject }, () => 'taken');
});
