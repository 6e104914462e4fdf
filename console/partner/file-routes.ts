import { parseWhole } from '../../api/field-faults';
import { GivenFilters } from '../../api/payments/dispatch/partner-instructions';
import { ReportFilters } from '../../api/payments/reports/partner-log';
import { listSettlementsOfPartner } from '../../api/payments/settlement/partner-settlements';
import { listGivenInstructions, type GivenInstruction } from '../../db/payments/dispatch/partner-instructions';
import { listReportLog, type LoggedReport } from '../../db/payments/reports/report-log';
import { listFile } from '../list-file';
import { runOperation } from '../operation';
import type { ConsoleRoute } from '../route';
import { partnerOf } from '../user-of';
import type { Answer, Visit } from '../visit';
import { askedOf } from './asked';
import { INSTRUCTIONS } from './instructions-page';
import { REPORTS } from './reports-page';
import { SETTLEMENTS } from './settlements-page';

const INSTRUCTION_COLUMNS = [
  ...['id', 'status', 'amount', 'currency', 'attempt', 'received', 'your_reference', 'bank_reference', 'settled'],
  'cancellation',
];

function instructionCells(one: GivenInstruction) {
  return [
    ...[one.id, one.status, Number(one.amount), one.currency, one.attempt, one.givenAt.toISOString()],
    ...[one.partnerReference, one.bankReference, one.settledAt?.toISOString() ?? null],
    one.cancellation?.status ?? null,
  ];
}

async function instructionsFile(visit: Visit): Promise<Answer> {
  const { id: partnerId } = partnerOf(visit);
  const { waiting, ...filters } = parseWhole(GivenFilters, askedOf(visit).query);
  const asked = { ...filters, partnerId, isWaiting: waiting !== undefined };
  return listFile({
    ...{ name: 'instructions', visit, columns: INSTRUCTION_COLUMNS, cells: instructionCells },
    read: (page) => listGivenInstructions(visit.parts.database, { ...asked, ...page }),
  });
}

const REPORT_COLUMNS = [
  ...['id', 'arrived', 'instruction', 'kind', 'status', 'disposition', 'reason_code', 'message', 'your_reference'],
  ...['bank_reference', 'effective', 'times_unmatched'],
];

function reportCells(one: LoggedReport) {
  return [
    ...[one.id, one.recordedAt.toISOString(), one.instructionId, one.kind, one.status, one.disposition],
    ...[one.reasonCode, one.message, one.partnerReference, one.bankReference],
    ...[one.effectiveAt?.toISOString() ?? null, one.count],
  ];
}

async function reportsFile(visit: Visit): Promise<Answer> {
  const { id: partnerId } = partnerOf(visit);
  const filters = parseWhole(ReportFilters, askedOf(visit).query);
  return listFile({
    ...{ name: 'reports', visit, columns: REPORT_COLUMNS, cells: reportCells },
    read: (page) => listReportLog(visit.parts.database, { ...filters, partnerId, ...page }),
  });
}

async function settlementsFile(visit: Visit): Promise<Answer> {
  const query = { ...askedOf(visit).query, format: 'csv' };
  return { kind: 'file', reply: await runOperation(visit, listSettlementsOfPartner, { query }) };
}

/** The lists of a partner as files. Source: docs/GAPS.md#A9, docs/GAPS.md#P14 */
export const PARTNER_FILE_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: `${INSTRUCTIONS}/file`, access: 'partner', handle: instructionsFile },
  { method: 'get', path: `${REPORTS}/file`, access: 'partner', handle: reportsFile },
  { method: 'get', path: `${SETTLEMENTS}/file`, access: 'partner', handle: settlementsFile },
];
