import { randomUUID } from 'node:crypto';
import { readUnscreened } from '../../db/compliance/rescreening';
import { erasePayment } from '../../db/erasure/erase-payment';
import { claimIdempotencyKey } from '../../db/idempotency';
import { requestCancellation } from '../../db/payments/dispatch/cancellation';
import { insertInstruction, type NewInstruction } from '../../db/payments/instruction/create-instruction';
import { clientValues } from '../../db/payments/instruction/instruction-columns';
import { beginDispatch, recordWaiting } from '../../db/payments/dispatch/dispatch';
import { readInstructionToSend } from '../../db/payments/dispatch/instruction-to-send';
import { readFailoverFacts } from '../../db/payments/routing/failover';
import { readOperatorPayment } from '../../db/payments/review/operator-payments';
import { readDispatchState, readPartnerSilence } from '../../db/payments/dispatch/read-dispatch';
import {
  findOwnInstructionIds,
  readInstruction,
  readInstructions,
} from '../../db/payments/instruction/read-instruction';
import { recordSettlement, recordStatusReport, type ReportContext } from '../../db/payments/reports/record-report';
import { readPaymentFacts } from '../../db/payments/dispatch/start-facts';
import { insertStatement } from '../../db/payments/settlement/insert-statement';
import { judgeEntries } from '../../db/payments/settlement/judge-statement';
import { SettlementConfirmation, StatusReport } from '../../domain/payments/reports/report-schema';
import { utcDate } from '../../domain/calendar-dates';
import { newId } from '../../lib/ids';
import { settlementBody } from '../support/builders';
import { openVault } from '../../lib/vault';
import { LARGE, type Measured, type Sample } from './sample';

function newInstruction(): NewInstruction {
  return {
    ...LARGE,
    id: newId('instruction'),
    requestId: newId('request'),
    amount: '100',
    currency: 'EUR',
    ...clientValues({ clientReference: randomUUID() }),
    beneficiaryCountry: 'DE',
    purposeCode: 'GDDS',
    chargeBearer: 'SLEV',
    privateSealed: Buffer.from('sealed'),
    payeeReferenceHash: null,
    payeeNameHash: null,
    referenceUse: 0,
    requestedRoute: {},
    conditions: null,
    releaseAt: null,
    partnerId: 'ptn_1',
    partnerName: 'partner 1',
    routeId: 'rt_1',
    channel: 'sepa',
    timeline: 'same_day',
    routeReasons: [],
    cutOffZone: 'UTC',
    expectedDate: utcDate(new Date()),
    dateExplanation: [],
    feeEstimated: '1',
    feeBreakdown: [],
    submittedAt: new Date(),
    resubmissionOf: null,
    batchId: null,
    quoteId: null,
    uetr: randomUUID(),
    screening: null,
    approvalTerms: { hash: 'a'.repeat(64), creator: null },
  };
}

function reportOf({ openId, openPartnerId }: Sample): ReportContext {
  return {
    instructionId: openId,
    partnerId: openPartnerId,
    idempotencyKey: null,
    requestId: newId('request'),
    receivedAt: new Date(),
    reportId: newId('report'),
    evidence: Buffer.from('evidence'),
  };
}

const CANCELLATION = { actor: 'client', act: 'payment.cancel', requestId: null, detail: {} };

/** Entries of a statement of a bank: half of them name a payment, the others carry a reference of the payee. */
const BOOKED = Array.from({ length: 50 }, (_, index) => ({
  line: index + 1,
  references: [index % 2 === 0 ? `north-${2_000 + index}` : `unknown-${index}`],
  payeeReferences: index % 2 === 0 ? [] : [`INV-${index}`],
  amount: '100',
  currency: 'EUR',
  direction: 'debit' as const,
  isBooked: true,
  isReversal: false,
  account: null,
  bookingReferences: [],
  isReturn: false,
  reasonCode: null,
  bookedOn: utcDate(new Date()),
}));

const VAULT = openVault(Buffer.alloc(32, 7).toString('base64'));

export const PAYMENTS: readonly Measured[] = [
  { of: insertInstruction, run: (database) => insertInstruction(database, newInstruction(), null), blocks: 120 },
  {
    of: claimIdempotencyKey,
    run: (database) => {
      const key = { scope: 'acc_1', operation: 'createPaymentInstruction', key: randomUUID() };
      return claimIdempotencyKey(database, key, { bodyHash: Buffer.from('hash'), token: randomUUID() });
    },
    blocks: 60,
  },
  { of: readInstruction, run: (database, { settledId }) => readInstruction(database, settledId, LARGE), blocks: 30 },
  {
    of: readInstructions,
    what: 'fifty',
    run: (database, { newestIds }) =>
      readInstructions(
        database,
        newestIds.map((id) => ({ id, tenant: LARGE, known: null })),
      ),
    blocks: 1_200,
  },
  {
    of: findOwnInstructionIds,
    what: 'fifty',
    run: (database, { newestIds }) => findOwnInstructionIds(database, LARGE, newestIds),
    blocks: 300,
  },
  { of: readPaymentFacts, run: (database, { newestIds }) => readPaymentFacts(database, newestIds), blocks: 300 },
  { of: readOperatorPayment, run: (database, { openId }) => readOperatorPayment(database, openId), blocks: 60 },
  {
    of: readUnscreened,
    run: (database, { openId }) => readUnscreened(database, null, openId),
    blocks: 30,
  },
  { of: readDispatchState, run: (database, { openId }) => readDispatchState(database, openId), blocks: 20 },
  { of: readPartnerSilence, run: (database, { openId }) => readPartnerSilence(database, openId), blocks: 40 },
  {
    of: readInstructionToSend,
    run: (database, { pendingId }) => readInstructionToSend(database, pendingId),
    blocks: 20,
  },
  { of: readFailoverFacts, run: (database, { pendingId }) => readFailoverFacts(database, pendingId), blocks: 60 },
  {
    of: beginDispatch,
    run: (database, { pendingId, pendingPartnerId }) => beginDispatch(database, pendingId, pendingPartnerId),
    blocks: 150,
  },
  {
    of: recordWaiting,
    run: (database, { pendingId }) => recordWaiting(database, pendingId, 'partner_slow'),
    blocks: 150,
  },
  {
    of: requestCancellation,
    run: (database, { openId }) => requestCancellation(database, openId, { reason: null, audit: CANCELLATION }),
    blocks: 150,
  },
  {
    of: recordStatusReport,
    run: (database, sample) =>
      recordStatusReport(database, reportOf(sample), StatusReport.parse({ status: 'settled' })),
    blocks: 200,
  },
  {
    of: recordSettlement,
    run: (database, sample) =>
      recordSettlement(database, reportOf(sample), SettlementConfirmation.parse(settlementBody())),
    blocks: 300,
  },
  {
    of: judgeEntries,
    what: 'fifty entries',
    run: async (database) => {
      const statement = {
        partnerId: 'ptn_1',
        fileHash: randomUUID(),
        message: 'camt.053',
        messageId: 'M-1',
        balances: [],
        entries: BOOKED,
      } as const;
      const { id } = await insertStatement(database, statement, {
        actor: 'operator:key_1',
        comparedBy: 'caller',
        vault: VAULT,
      });
      return judgeEntries(database, id, { after: 0, limit: BOOKED.length });
    },
    blocks: 4_000,
    passedOver: 600,
    reason: 'looks for each reference in five indexes and books fifty payments',
  },
  { of: erasePayment, run: (database, { settledId }) => erasePayment(database, settledId), blocks: 200 },
];
