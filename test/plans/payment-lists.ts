import { listScreenings } from '../../db/compliance/read-screening';
import { listUnscreened } from '../../db/compliance/rescreening';
import { listInstructions, type InstructionFilter } from '../../db/payments/instruction/list-instructions';
import { listGivenInstructions, type GivenFilter } from '../../db/payments/dispatch/partner-instructions';
import { countPartnerDay } from '../../db/payments/dispatch/partner-day';
import { listDispatchHours } from '../../db/payments/dispatch/dispatch-hours';
import { readPaymentRows } from '../../db/payments/instruction/payment-rows';
import { findPayments } from '../../db/payments/instruction/find-payments';
import { readPulse } from '../../db/payments/review/operator-pulse';
import { countPaymentDays } from '../../db/payments/review/payment-days';
import { findOtherAccount } from '../../db/payments/instruction/other-account';
import { listLastReports, listReports } from '../../db/payments/reports/list-reports';
import { listOfferedRules } from '../../db/payments/reports/offered-rules';
import { listReportLog, type ReportLogFilter } from '../../db/payments/reports/report-log';
import { OPERATOR_ROLES } from '../../domain/auth/operator-roles';
import { listDecisions, readSideState, readWaiting } from '../../db/payments/review/decisions';
import { judgeWaiting } from '../../db/payments/review/conditions';
import { expirePayeeChecks } from '../../db/payments/review/payee-check';
import { countAttention, listAttention, readOwnAttention } from '../../db/payments/review/attention';
import { countWaiting, listWaitingPayments, type WaitingFor } from '../../db/payments/review/waiting-payments';
import { countEachStatus, findNotablePayments } from '../../db/payments/review/overview';
import {
  flagContradictingPartners,
  listCaseGroups,
  listOpenCases,
} from '../../db/payments/settlement/reconciliation-cases';
import { listHeldPayments } from '../../db/payments/routing/redating';
import { readCover } from '../../db/payments/settlement/cover';
import {
  listSettlementIds,
  listSettlementLines,
  readSettlementLines,
  sumSettlementLines,
} from '../../db/payments/settlement/settlement-lines';
import { WAITING_REASONS } from '../../domain/payments/dispatch/waiting';
import { DAY_MS, utcDate } from '../../domain/calendar-dates';
import { openVault } from '../../lib/vault';
import { DEBTOR } from '../../lab/benches/debtor';
import { LARGE, SMALL, type Measured, type Sample } from './sample';

const VAULT = openVault(Buffer.alloc(32, 7).toString('base64'));

/** A page as the API asks for it: one more than it shows. */
const LIMIT = 51;
const HOUR_MS = 3_600_000;
const FIRST_PAGE = { after: null, limit: 100 };
const ONE_DAY = utcDate(new Date(Date.now() - 20 * DAY_MS));

function list(what: string, filter: Partial<InstructionFilter>, blocks: number): Measured {
  const run: Measured['run'] = (database) => listInstructions(database, { tenant: LARGE, limit: LIMIT, ...filter });
  return { of: listInstructions, what, run, blocks };
}

function waiting(what: string, reason: WaitingFor, blocks: number, filter: { partnerId?: string } = {}): Measured {
  const run: Measured['run'] = (database) =>
    listWaitingPayments(database, { waiting: reason, limit: LIMIT, ...filter });
  return { of: listWaitingPayments, what, run, blocks };
}

/** What the partner of the settled payment was given. */
function given(what: string, filter: (sample: Sample) => Partial<GivenFilter>, blocks: number): Measured {
  const run: Measured['run'] = (database, sample) =>
    listGivenInstructions(database, {
      partnerId: sample.settledPartnerId,
      limit: LIMIT,
      ...filter(sample),
    });
  return { of: listGivenInstructions, what, run, blocks };
}

/** What the partner of the settled payment reported. */
function reported(what: string, filter: Partial<ReportLogFilter>, blocks: number): Measured {
  const run: Measured['run'] = (database, { settledPartnerId: partnerId }) =>
    listReportLog(database, { partnerId, limit: LIMIT, ...filter });
  return { of: listReportLog, what, run, blocks };
}

function monthAgo(): Date {
  return new Date(Date.now() - 30 * DAY_MS);
}

function today(): { partnerId: string; date: string; now: Date } {
  return { partnerId: 'ptn_1', date: utcDate(new Date()), now: new Date() };
}

const MEMBER = { tenant: LARGE, userId: 'usr_1', mayChange: true };
const OPERATOR = { personId: 'usr_1', roles: OPERATOR_ROLES };

const FILES_BANK = { ...DEBTOR, directory: '/bank', profile: 'generic' as const };
const NOBODY = { name: 'nobody', country: 'DE', bankAccount: { accountNumber: '1', country: 'DE' } };
const ANY_LINE = { state: undefined, currency: undefined, after: undefined, limit: LIMIT };
const OF_A_DAY = {
  passedOver: 4_000,
  reason: 'reads what a partner settles within three days, whose zones are those of routes',
};

export const PAYMENT_LISTS: readonly Measured[] = [
  {
    of: listDecisions,
    run: (database) => listDecisions(database, VAULT, MEMBER, { isMineOnly: true, limit: LIMIT }),
    blocks: 60,
  },
  { of: readSideState, run: (database) => readSideState(database, MEMBER), blocks: 120 },
  { of: readWaiting, run: (database) => readWaiting(database, MEMBER), blocks: 200 },
  list('the newest', {}, 30),
  list('the newest of a small account', { tenant: SMALL }, 120),
  list('settled', { status: 'settled' }, 80),
  list('pending', { status: 'pending' }, 120),
  list('pending of a small account', { status: 'pending', tenant: SMALL }, 30),
  list('cancelled', { status: 'cancelled' }, 120),
  {
    ...list('processing', { status: 'processing' }, 400),
    passedOver: 200,
    reason: 'passes over what partners have of the account in another status',
  },
  list('a rare currency', { currency: 'CHF' }, 120),
  list('a currency that none has', { currency: 'JPY' }, 20),
  list('a reference', { reference: 'north-77' }, 30),
  list('a reference that none has', { reference: 'nothing' }, 30),
  list("a client's reference", { clientReference: 'invoice-78' }, 20),
  list('a payee', { payeeNames: ['nobody'] }, 30),
  {
    of: findOtherAccount,
    run: (database) => findOtherAccount(database, VAULT, LARGE, { beneficiary: NOBODY }),
    blocks: 30,
  },
  list('a saved payee', { beneficiaryId: 'ben_1' }, 30),
  list('changes of an hour', { changedSince: new Date(Date.now() - HOUR_MS).toISOString() }, 80),
  { of: judgeWaiting, what: 'none waits', run: (database) => judgeWaiting(database, 'shp_1'), blocks: 20 },
  { of: expirePayeeChecks, what: 'none is due', run: (database) => expirePayeeChecks(database), blocks: 20 },
  list('a day', { fromDate: ONE_DAY, toDate: ONE_DAY }, 40),
  {
    of: listReports,
    run: (database, { settledId }) => listReports(database, LARGE, { instructionId: settledId, limit: LIMIT }),
    blocks: 40,
  },
  given('the latest', () => ({}), 1_300),
  given('the next page', ({ settledId }) => ({ after: settledId }), 1_300),
  given('one', ({ settledId }) => ({ instructionId: settledId }), 40),
  given('those of an hour', () => ({ since: new Date(Date.now() - HOUR_MS).toISOString() }), 1_300),
  {
    ...given('those that are under way', () => ({ status: 'processing' }), 3_000),
    passedOver: 3_000,
    reason: 'passes over what has another status at the partner, or at another partner, whichever is less',
  },
  {
    ...given('those that have no outcome', () => ({ isWaiting: true }), 3_000),
    passedOver: 10_000,
    reason: 'reads what the partner has and has not ended, up to 10,000 payments',
  },
  reported('the newest', {}, 120),
  reported('of an hour', { since: new Date(Date.now() - HOUR_MS).toISOString() }, 120),
  reported('refused', { disposition: 'refused' }, 120),
  reported('unmatched', { disposition: 'unmatched' }, 40),
  {
    of: listOfferedRules,
    run: (database, { settledPartnerId: partnerId }) =>
      listOfferedRules(database, VAULT, { partnerId, bank: FILES_BANK, at: new Date() }),
    blocks: 250,
  },
  {
    of: listLastReports,
    run: (database, { settledId }) =>
      listLastReports(database, { instructionId: settledId, partnerId: 'ptn_1', limit: 100 }),
    blocks: 40,
  },
  {
    of: listScreenings,
    what: 'refused attempts',
    run: (database) => listScreenings(database, VAULT, { decision: 'blocked', limit: LIMIT }),
    blocks: 60,
  },
  waiting('any', 'any', 1_200),
  waiting('a person', 'person', 1_200),
  waiting('in doubt', 'in_doubt', 1_000),
  waiting('for a review', 'compliance_review', 1_000),
  waiting('for what none waits for', 'partner_slow', 20),
  {
    ...waiting('any at a partner', 'any', 6_000, { partnerId: 'ptn_2' }),
    passedOver: 6_000,
    reason:
      'passes over dispatches in doubt and flags of other partners, of which there are as many as there are troubles',
  },
  {
    ...waiting('a person at a partner that has none', 'person', 1_000, { partnerId: 'ptn_none' }),
    passedOver: 1_000,
    reason: 'passes over what waits for a person at other partners',
  },
  {
    of: countWaiting,
    run: (database) => countWaiting(database, ['person', 'in_doubt', ...WAITING_REASONS, 'any'], 1000),
    blocks: 2000,
  },
  {
    of: readPaymentRows,
    run: (database, { settledId }) => readPaymentRows(database, VAULT, [settledId]),
    blocks: 40,
  },
  { of: countEachStatus, run: (database) => countEachStatus(database, LARGE, 1000), blocks: 2000 },
  { of: listHeldPayments, run: (database) => listHeldPayments(database, ''), blocks: 600 },
  {
    of: listUnscreened,
    what: 'all were screened',
    run: (database) => listUnscreened(database, null, FIRST_PAGE),
    blocks: 1_500,
  },
  {
    of: listUnscreened,
    what: 'none was screened',
    run: async (database) => {
      await database.query(`update screening_in_force set lists = 'others'`);
      return listUnscreened(database, null, FIRST_PAGE);
    },
    blocks: 1_500,
  },
  {
    of: countPaymentDays,
    run: (database) => countPaymentDays(database, LARGE, [ONE_DAY], new Date()),
    blocks: 20_000,
    reason: 'sums the amounts of a day, for which it reads the rows; a busy day is counted once in a while',
  },
  {
    of: readPulse,
    run: (database) => readPulse(database, new Date()),
    blocks: 45_000,
    passedOver: 20_000,
    reason: 'counts up to 20,000 payments of an hour, of the same hour a week before, and of those that wait',
  },
  {
    of: findPayments,
    what: 'an amount',
    run: (database) => findPayments(database, VAULT, { tenant: LARGE, text: '1.37', amount: 1.37 }),
    blocks: 8_000,
    passedOver: 5_000,
    reason: 'looks through the newest 5,000 payments for an amount, which no index has',
  },
  {
    of: findPayments,
    what: 'a payee',
    run: (database) => findPayments(database, VAULT, { tenant: LARGE, text: 'nobody', amount: null }),
    blocks: 1_500,
  },
  {
    of: countPartnerDay,
    run: (database, { settledPartnerId }) => countPartnerDay(database, settledPartnerId, new Date(Date.now() - DAY_MS)),
    blocks: 80_000,
    passedOver: 10_000,
    reason: 'counts up to 10,000 payments of a day, received, settled and returned, at eight blocks each',
  },
  {
    of: listDispatchHours,
    run: (database, { settledPartnerId }) =>
      listDispatchHours(database, settledPartnerId, new Date(Date.now() - DAY_MS)),
    blocks: 12_000,
    passedOver: 10_000,
    reason: 'looks at up to 10,000 calls of a day',
  },
  { of: findNotablePayments, run: (database) => findNotablePayments(database, LARGE, monthAgo()), blocks: 400 },
  {
    of: findNotablePayments,
    what: 'a small account',
    run: (database) => findNotablePayments(database, SMALL, monthAgo()),
    blocks: 900,
  },
  { of: listOpenCases, run: (database) => listOpenCases(database, { limit: LIMIT }), blocks: 1_200 },
  { of: listCaseGroups, run: listCaseGroups, blocks: 1_500, reason: 'reads all open cases, which people close' },
  {
    of: listAttention,
    run: (database) => listAttention(database, { reader: OPERATOR, isMineOnly: true, limit: LIMIT }),
    blocks: 6_000,
    reason: 'reads all flags and cases that are open, which people close, and up to 1,000 payments for each reason',
  },
  {
    of: countAttention,
    run: (database) => countAttention(database, OPERATOR),
    blocks: 6_000,
    reason: 'counts all flags and cases that are open, which people close, and up to 1,000 payments for each reason',
  },
  {
    of: readOwnAttention,
    run: (database) => readOwnAttention(database, OPERATOR),
    blocks: 6_000,
    reason: 'reads all flags and cases that are open, which people close, and up to 1,000 payments for each reason',
  },
  { of: flagContradictingPartners, run: flagContradictingPartners, blocks: 200 },
  {
    of: listSettlementLines,
    run: (database) => listSettlementLines(database, today(), ANY_LINE),
    blocks: 2_000,
    ...OF_A_DAY,
  },
  { of: listSettlementIds, run: (database) => listSettlementIds(database, today()), blocks: 2_000, ...OF_A_DAY },
  {
    of: readSettlementLines,
    run: (database, { newestIds: ids }) =>
      readSettlementLines(database, today(), { state: undefined, currency: undefined, ids }),
    blocks: 600,
  },
  {
    of: readCover,
    run: (database) => readCover(database, new Date()),
    blocks: 3_000,
    passedOver: 10_000,
    reason: 'reads all payments that have no outcome, and those settled within a week at banks that send statements',
  },
  { of: sumSettlementLines, run: (database) => sumSettlementLines(database, today()), blocks: 2_000, ...OF_A_DAY },
];
