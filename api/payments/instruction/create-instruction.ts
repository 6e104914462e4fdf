import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { ClientPrincipal } from '../../../domain/auth/principal';
import type { Tenant } from '../../../domain/auth/tenant';
import type { Approval } from '../../../domain/payments/review/approval';
import { nextWait } from '../../../domain/payments/decisions/next-wait';
import { QuoteId, type CreateInstructionBody } from '../../../domain/payments/instruction/instruction-schema';
import { CreatedInstruction } from '../../../domain/payments/instruction/answer-schema';
import { InstructionRequest } from '../../../domain/payments/instruction/request-schema';
import { optional, sound } from '../../../domain/schema-tools';
import { holdOf, insertInstruction, type NewInstruction } from '../../../db/payments/instruction/create-instruction';
import { recordWaiting } from '../../../db/payments/dispatch/dispatch';
import type { HeldKey } from '../../../db/idempotency';
import { readQuote } from '../../../db/payments/routing/quotes';
import { invalidRequest, type FieldFault } from '../../../domain/errors';
import type { Quote } from '../../../domain/payments/routing/quotes';
import { repeatMarksOf, startAndWait, type StartOutcome } from '../../../workflows/client/payments';
import { endpoint, type Call, type Reply } from '../../endpoint';
import type { Admission } from '../../admission-gate';
import { replyOrFallback } from '../../middleware/answer-made';
import type { Services } from '../../services';
import { conditionsFaults, statedConditions } from './stated-conditions';
import { createdAnswer, withUnmet, storedAnswer, type AnsweredStatus } from './created-answer';
import { instructionFaults, readNetwork, type NetworkCall } from '../routing/read-network';
import { prepareInstruction, type KeptReference, type PreparedInstruction } from './prepare-instruction';
import { requestFaults, resolveInstruction, type PaidVersion } from './saved-beneficiary';
import { screenPayment } from '../review/screen-payment';

/** The partner's word is waited for this long, counted from receipt; then the answer is an honest `pending`. Source: docs/GAPS.md#P1 */
const BUDGET_MS = 2_000;

/** A submission that has waited for its admission needs this much of the budget for itself. */
const RESERVE_MS = 500;
/** With less than this left, a call to Temporal would be given up before it is answered. */
const LEAST_MS = 100;

/** What follows the partner's word, a row written and one read, may take so much longer. */
const RECORD_MS = 1_000;

const WAITING_REASONS = {
  slow: 'partner_slow',
  unavailable: 'engine_outage',
  busy: 'engine_busy',
  away: 'partner_outage',
} as const;

function leftMs(instruction: NewInstruction, services: Services): number {
  return BUDGET_MS - (services.now().getTime() - instruction.submittedAt.getTime());
}

const BUSY = { kind: 'busy' } as const;
const AWAY = { kind: 'away' } as const;

type ReadyInstruction = NewInstruction & PreparedInstruction;

/** Starts the workflow of an instruction if it is admitted in time; otherwise the relay starts it. */
async function tryToStart(
  { instruction, idempotencyKey }: { instruction: NewInstruction; idempotencyKey: string | null },
  admission: Admission,
  services: Services,
): Promise<StartOutcome | typeof BUSY> {
  const budgetMs = leftMs(instruction, services);
  if (!admission.admitted || admission.overload.aborted || budgetMs < LEAST_MS) return BUSY;
  const { overload } = admission;
  const overloaded = new Promise<typeof BUSY>((resolve) => {
    overload.addEventListener('abort', () => resolve(BUSY), { once: true });
  });
  return Promise.race([
    startAndWait(services.workflows, { instructionId: instruction.id, ...instruction, idempotencyKey }, budgetMs),
    overloaded,
  ]);
}

/**
 * Asks for a permit to start; null while the partner's breaker is open: nothing would be sent, so no permit is taken.
 * What waits for its value date needs no partner yet, and what can be rerouted is.
 */
async function requestAdmission(instruction: ReadyInstruction, services: Services): Promise<Admission | null> {
  const { partnerId, releaseAt, hasNextRoute } = instruction;
  const outage = releaseAt === null ? await services.partnerOutages.of(partnerId) : null;
  if (outage !== null && !(outage.isUnreachable && hasNextRoute)) return null;
  return services.submissions.enter(partnerId, leftMs(instruction, services) - RESERVE_MS);
}

/**
 * Starts the workflow of an inserted instruction and waits for its first status within the time budget.
 * @returns null where the row has to be read, as after rerouting or while it waits
 */
async function startInserted(
  instruction: ReadyInstruction,
  { requested, held }: { requested: Promise<Admission | null>; held: HeldKey | null },
  services: Services,
): Promise<AnsweredStatus | null> {
  const admission = await requested;
  const named = { instruction, idempotencyKey: held?.key ?? null };
  const outcome = admission === null ? AWAY : await tryToStart(named, admission, services);
  if (outcome.kind === 'known') {
    const { status, isRerouted } = outcome;
    return isRerouted || status === 'pending' ? null : { status, waitingReason: null, approval: null };
  }
  const reason = WAITING_REASONS[outcome.kind];
  const { partnerId, ...status } = await recordWaiting(services.database, instruction.id, reason);
  return partnerId === instruction.partnerId ? status : null;
}

/**
 * The reply to an instruction that is committed. If anything after the commit fails or takes too long, the reply is
 * that the instruction is pending. Source: docs/GAPS.md#P21
 */
async function answerInTime(
  instruction: ReadyInstruction,
  {
    approval,
    ...submission
  }: { approval: Approval | null; requested: Promise<Admission | null>; held: HeldKey | null },
  services: Services,
): Promise<Reply> {
  const { id, releaseAt, conditions, submittedAt: at } = instruction;
  const holds = { complianceHold: holdOf(instruction), contradiction: null, approval, conditions, releaseAt };
  const waitingReason = nextWait(holds, at);
  const inHand = createdAnswer(instruction, { status: 'pending', waitingReason, approval });
  const startAndAnswer = async (): Promise<Reply> => {
    const answered = await startInserted(instruction, submission, services);
    return answered === null ? storedAnswer(id, instruction, services) : createdAnswer(instruction, answered);
  };
  const budgetMs = Math.max(leftMs(instruction, services), 0) + RECORD_MS;
  return replyOrFallback(inHand, Promise.race([startAndAnswer(), delay(budgetMs, inHand, { ref: false })]), services);
}

/** The quote that is named; a fault where the account has no such quote. */
export async function namedQuote(
  quoteId: string | undefined,
  tenant: Tenant,
  { database }: Pick<Services, 'database'>,
): Promise<{ quote: Quote | null; faults: FieldFault[] }> {
  if (quoteId === undefined) return { quote: null, faults: [] };
  const quote = await readQuote(database, quoteId, tenant);
  const unknown = { field: 'quoteId', code: 'unknown_quote', message: 'is not a quote of this account' };
  return { quote, faults: quote === null ? [unknown] : [] };
}

const SentQuote = z.object({ quoteId: sound(optional(QuoteId)) });

/**
 * Why a body with other faults could not be paid either: no terms, no such quote, conditions that cannot be met.
 * Source: docs/GAPS.md#G2
 */
export async function creationFaults(
  body: unknown,
  call: NetworkCall,
  services: Pick<Services, 'database' | 'routes' | 'vault'>,
): Promise<FieldFault[]> {
  const quoteId = SentQuote.safeParse(body).data?.quoteId ?? undefined;
  const [terms, { faults }, unmeetable] = await Promise.all([
    requestFaults(body, call, services),
    namedQuote(quoteId, call.principal.tenant, services),
    conditionsFaults(body, call, services),
  ]);
  return [...terms, ...faults, ...unmeetable];
}

/** What else is known of an instruction that is submitted. */
interface Origin {
  /** The payment that is instructed again. */
  resubmissionOf?: string;
  /** The reference of that one, which it may keep. */
  kept?: KeptReference | null;
  /** The batch that it is a row of. */
  batchId?: string;
  /** The saved beneficiary that it was made from. */
  saved?: Pick<PaidVersion, 'id' | 'version'> | null;
  /** Id of the key with which an agent proposes it. */
  agent?: string;
}

/** What of a call a creation needs. */
export type CreatingCall = Pick<Call<null, unknown, unknown, unknown>, 'requestId' | 'receivedAt' | 'held'> & {
  principal: Pick<ClientPrincipal, 'tenant' | 'isStrict' | 'creatorId'> & Partial<Pick<ClientPrincipal, 'scopes'>>;
};

/** What makes an instruction ready to be kept. */
export type PreparingServices = Pick<
  Services,
  'database' | 'vault' | 'routes' | 'calendars' | 'screeningRules' | 'watchLists' | 'lostPayments'
>;

/**
 * Routes, prices and screens an instruction.
 * @throws DomainError INVALID_REQUEST, COMPLIANCE_BLOCK, DUPLICATE
 */
async function prepareCreation(
  body: CreateInstructionBody,
  call: CreatingCall,
  services: PreparingServices,
  { resubmissionOf, kept = null, batchId, saved = null, agent }: Origin = {},
): Promise<ReadyInstruction> {
  const { requestId, receivedAt } = call;
  const { tenant, isStrict, creatorId } = call.principal;
  const { clientReference = null } = body;
  const newReference = clientReference === kept?.reference ? null : clientReference;
  const named = { ...tenant, idempotencyKey: call.held?.key ?? null, clientReference: newReference };
  await services.lostPayments.refuse(repeatMarksOf(named));
  const [network, { quote, faults }] = await Promise.all([
    readNetwork(body, call, services),
    namedQuote(body.quoteId, tenant, services),
  ]);
  const { conditions, faults: unmeetable } = await statedConditions(body, call, services);
  // A row of a batch was judged when the batch came: what has passed since then is met.
  const all = [...faults, ...(batchId === undefined ? unmeetable : [])];
  if (all.length > 0) throw invalidRequest([...(await instructionFaults(body, call, services)), ...all]);
  const { vault } = services;
  const prepared = prepareInstruction(body, {
    ...{ tenant, requestId, receivedAt, creatorId },
    ...network,
    ...{ quote, isStrict, vault },
    ...{ saved, kept, conditions },
  });
  const screening = await screenPayment(body, services, { tenant, requestId, receivedAt });
  const listsFault = await services.watchLists.fault(tenant.environment);
  const origin = { resubmissionOf: resubmissionOf ?? null, batchId: batchId ?? null };
  const approvalTerms = { ...prepared.approvalTerms, ...(agent === undefined ? {} : { agent }) };
  return { ...prepared, approvalTerms, screening, listsFault, ...origin };
}

/**
 * Makes a payment for which no client waits: the relay begins its workflow.
 * @returns id of the payment that this call, or an earlier one with its key, has made
 * @throws DomainError INVALID_REQUEST, COMPLIANCE_BLOCK, DUPLICATE, IN_PROGRESS
 * Source: docs/GAPS.md#P18
 */
export async function createBatchPayment(
  body: CreateInstructionBody,
  call: CreatingCall,
  services: PreparingServices,
  origin: Origin = {},
): Promise<string> {
  const instruction = await prepareCreation(body, call, services, origin);
  const outcome = await insertInstruction(services.database, instruction, call.held);
  return outcome.kind === 'kept' ? instruction.id : outcome.instructionId;
}

/**
 * Creates a payment: prepares it, inserts it, and starts its workflow.
 * @returns the reply, and the id of the payment that this request, or an earlier one with its key, has made
 * @throws DomainError INVALID_REQUEST, COMPLIANCE_BLOCK, DUPLICATE, IN_PROGRESS
 * Source: docs/GAPS.md#P1
 */
export async function createPayment(
  body: CreateInstructionBody,
  call: CreatingCall,
  services: Services,
  origin: Origin = {},
): Promise<{ reply: Reply; madeId: string }> {
  const { held } = call;
  const instruction = await prepareCreation(body, call, services, origin);
  // Admission is requested first, so that a burst is counted before any of it has been kept.
  const requested = requestAdmission(instruction, services);
  requested.catch(() => undefined);
  try {
    const kept = await insertInstruction(services.database, instruction, held);
    if (kept.kind === 'kept') {
      const reply = await answerInTime(instruction, { ...kept, requested, held }, services);
      return { reply, madeId: instruction.id };
    }
    const { instructionId: madeId } = kept;
    const reply = await storedAnswer(madeId, call.principal.tenant, services);
    return { reply: { ...reply, headers: { ...reply.headers, 'Idempotency-Replayed': 'true' } }, madeId };
  } finally {
    void requested.then(
      (admission) => admission?.admitted === true && admission.release(),
      () => undefined,
    );
  }
}

/** Source: specification, "Payments" 1; docs/GAPS.md#P1 */
export const createInstruction = endpoint({
  operationId: 'createPaymentInstruction',
  summary: 'Submit a payment instruction',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/instructions',
  access: { kind: 'client', scope: 'payments:write' },
  limit: 'createInstruction',
  envelope: 'wrapped',
  body: InstructionRequest,
  idempotent: true,
  responses: { 201: { description: 'Accepted; the status shows the progress', schema: CreatedInstruction } },
  errors: ['DUPLICATE', 'QUOTE_CHANGED', 'IN_PROGRESS', 'COMPLIANCE_BLOCK'],
  furtherFaults: (body, call, services) => creationFaults(body, call, services),
  async handle(call, services) {
    const whole = await resolveInstruction(call.body, call.principal.tenant, services);
    if (whole === null) throw invalidRequest(await creationFaults(call.body, call, services));
    const { reply } = await createPayment(whole.body, call, services, { saved: whole.saved });
    return withUnmet(reply, whole.body, services);
  },
  async recover(instructionId, call, services) {
    const { tenant } = call.principal;
    const reply = await storedAnswer(instructionId, tenant, services);
    const whole = await resolveInstruction(call.body, tenant, services);
    return whole === null ? reply : withUnmet(reply, whole.body, services);
  },
});
