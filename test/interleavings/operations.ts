import { OPERATOR_ROLES } from '../../domain/auth/operator-roles';
import { newId } from '../../lib/ids';
import { requestCancellation } from '../../db/payments/dispatch/cancellation';
import { readInstructionToSend } from '../../db/payments/dispatch/instruction-to-send';
import { recordApproval } from '../../db/payments/review/approval';
import { recordOperatorDecision } from '../../db/payments/review/operator-decision';
import { readUnscreened, recordRescreening } from '../../db/compliance/rescreening';
import { recordScreeningDecision } from '../../db/payments/review/screening-decision';
import { recordSettlement, recordStatusReport, type ReportContext } from '../../db/payments/reports/record-report';
import { ALGORITHM_VERSION } from '../../domain/compliance/screen';
import { DomainError } from '../../domain/errors';
import type { ApprovalDecision } from '../../domain/payments/review/approval';
import type { ScreeningVerdict } from '../../domain/payments/review/compliance-hold';
import type { OperatorDecision } from '../../domain/payments/review/operator-decision';
import { SettlementConfirmation, StatusReport } from '../../domain/payments/reports/report-schema';
import type { PaymentStatus } from '../../domain/payments/instruction/status';
import { settlementBody } from '../support/builders';
import { expectSameState, LISTED, type World } from './judges';
import { importList } from './leave-operations';
import { actor, letTimePass, VAULT, type Operation } from './operation';
import { workerOf } from './worker';

export const cancel = actor('cancel', async ({ database }, world) => {
  const audit = { actor: 'client', act: 'payment.cancel', requestId: null, detail: {} };
  try {
    const answer = await requestCancellation(database, world.instructionId, { reason: null, audit });
    world.toldStatuses.push(answer.status);
  } catch (fault) {
    if (!(fault instanceof DomainError) || fault.code !== 'CANCELLATION_NOT_ALLOWED') throw fault;
  }
});

/** The partner is asked to cancel, when anybody wants that. */
export const askPartner = actor('ask-partner', (steps, world) =>
  workerOf(steps, world).askCancellation(world.instructionId),
);

export const wait = actor('wait', async (steps, world) => {
  await workerOf(steps, world).noteWaiting(world.instructionId, 'partner_slow');
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
  return actor(`first-reports(${status})`, async ({ database, step }, world) => {
    await step('partner');
    if (!world.partner.hasRefused) return;
    const { state } = await readInstructionToSend(database, world.instructionId);
    if (state.partnerId === 'ptn_1') return;
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
  return actor('operator', async (steps, world) => {
    await letTimePass(steps, world);
    const { database } = steps;
    const { instructionId, partner, moved } = world;
    const decision = choose(partner.hasIt || moved.hasIt);
    const word = { decision, reason: 'asked by telephone', partnerReference: null };
    const request = { ...word, by: 'operator:key_1', requestId: null };
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
export const rescreen = actor('rescreen', async (steps, world) => {
  await importList(world).run(steps);
  const { database } = steps;
  const listed = { editionId: LISTED, entryId: 'S-1', name: 'Listed', isWeak: false, score: 0.9 };
  const candidates = [{ ...listed, isTelling: true, party: 'beneficiary' as const, evidence: [] }];
  const screening = {
    decision: 'review',
    algorithm: ALGORITHM_VERSION,
    editions: [LISTED],
    blockedCountries: ['IR', 'KP'],
    countries: [],
    candidates,
  } as const;
  const receipt = { id: newId('screening'), screening, partySealed: Buffer.from('sealed') };
  // Listed with others before; what comes in between is what the order of steps is about.
  const payment = await readUnscreened(world.database, null, world.instructionId);
  if (payment !== null) world.rescreened.push(await recordRescreening(database, payment, receipt));
});

/** A member decides about a payment that waits for one approval. */
export function approve(member: string, decision: ApprovalDecision = 'approve'): Operation {
  return actor(`${decision}(${member})`, async ({ database }, world) => {
    const { instructionId } = world;
    const approval = await hashToApprove(world);
    if (approval === null) return;
    const word = { decision, hash: approval, comment: null, member, by: `user:${member}`, requestId: null };
    const tenant = { accountId: 'acc_ptn_1', environment: 'test' } as const;
    try {
      const { state } = await recordApproval(database, VAULT, { instructionId, tenant }, word);
      world.approved.push(decision);
      await expectSameState(world, state);
    } catch (fault) {
      if (!(fault instanceof DomainError) || fault.code !== 'INVALID_TRANSITION') throw fault;
    }
  });
}

/** As the member has read it before. */
async function hashToApprove({ database, instructionId }: World): Promise<string | null> {
  const [row] = await database.query<{ hash: string | null }>(
    `select approval ->> 'hash' as hash from payment_instructions where id = $1`,
    [instructionId],
  );
  return row?.hash ?? null;
}

/** An operator looks at a payment that is held, if it is. */
export function review(decision: ScreeningVerdict): Operation {
  return actor(decision, async ({ database }, world) => {
    const by = { id: 'operator:key_1', requestId: null, personId: 'usr_1', roles: OPERATOR_ROLES, isIdentified: true };
    const request = { decision, reason: 'looked at', actor: by };
    try {
      await recordScreeningDecision(database, VAULT, world.instructionId, request);
      world.reviewed.push(decision);
    } catch (fault) {
      if (!(fault instanceof DomainError) || fault.code !== 'INVALID_TRANSITION') throw fault;
    }
  });
}
