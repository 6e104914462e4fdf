import { parseWhole } from '../../api/field-faults';
import { GivenFilters } from '../../api/payments/dispatch/partner-instructions';
import { ReportFilters } from '../../api/payments/reports/partner-log';
import { listSettlementsOfPartner } from '../../api/payments/settlement/partner-settlements';
import { listGivenInstructions, type GivenInstruction } from '../../db/payments/dispatch/partner-instructions';
import { listReportLog, type LoggedReport } from '../../db/payments/reports/report-log';
import type { ListPage } from '../../domain/list-order';
import { fileRoute, type ListFile } from '../list';
import { runOperation } from '../operation';
import type { ConsoleRoute } from '../route';
import { partnerOf } from '../user-of';
import type { Answer, Visit } from '../visit';
import { queryOfVisit } from './asked';
import { INSTRUCTIONS } from './instructions-page';
import { REPORTS } from './reports-page';
import { SETTLEMENTS } from './settlements-page';

const GIVEN: ListFile<Visit, Omit<Parameters<typeof listGivenInstructions>[1], keyof ListPage>, GivenInstruction> = {
  name: 'instructions',
  hasOrder: true,
  asked(visit) {
    const { waiting, ...filters } = parseWhole(GivenFilters, queryOfVisit(visit).query);
    return { ok: true, value: { ...filters, partnerId: partnerOf(visit).id, isWaiting: waiting !== undefined } };
  },
  read: ({ parts }, query) => listGivenInstructions(parts.database, query),
  columns: {
    id: ({ id }) => id,
    status: ({ status }) => status,
    amount: ({ amount }) => Number(amount),
    currency: ({ currency }) => currency,
    attempt: ({ attempt }) => attempt,
    received: ({ givenAt }) => givenAt,
    your_reference: ({ partnerReference }) => partnerReference,
    bank_reference: ({ bankReference }) => bankReference,
    settled: ({ settledAt }) => settledAt,
    cancellation: ({ cancellation }) => cancellation?.status,
  },
};

const REPORTED: ListFile<Visit, Omit<Parameters<typeof listReportLog>[1], keyof ListPage>, LoggedReport> = {
  name: 'reports',
  hasOrder: true,
  asked(visit) {
    const filters = parseWhole(ReportFilters, queryOfVisit(visit).query);
    return { ok: true, value: { ...filters, partnerId: partnerOf(visit).id } };
  },
  read: ({ parts }, query) => listReportLog(parts.database, query),
  columns: {
    id: ({ id }) => id,
    arrived: ({ recordedAt }) => recordedAt,
    instruction: ({ instructionId }) => instructionId,
    kind: ({ kind }) => kind,
    status: ({ status }) => status,
    disposition: ({ disposition }) => disposition,
    reason_code: ({ reasonCode }) => reasonCode,
    message: ({ message }) => message,
    your_reference: ({ partnerReference }) => partnerReference,
    bank_reference: ({ bankReference }) => bankReference,
    effective: ({ effectiveAt }) => effectiveAt,
    times_unmatched: ({ count }) => count,
  },
};

async function settlementsFile(visit: Visit): Promise<Answer> {
  const query = { ...queryOfVisit(visit).query, format: 'csv' };
  return { kind: 'file', reply: await runOperation(visit, listSettlementsOfPartner, { query }) };
}

/** The lists of a partner as files. Source: docs/GAPS.md#A9, docs/GAPS.md#P14 */
export const PARTNER_FILE_ROUTES: readonly ConsoleRoute[] = [
  fileRoute({ path: `${INSTRUCTIONS}/file`, access: 'partner' }, GIVEN),
  fileRoute({ path: `${REPORTS}/file`, access: 'partner' }, REPORTED),
  { method: 'get', path: `${SETTLEMENTS}/file`, access: 'partner', handle: settlementsFile },
];
