import type { VNode } from 'preact';
import { getGivenInstruction, listGivenInstructions } from '../../api/payments/dispatch/partner-instructions';
import { listReportsOfPartner } from '../../api/payments/reports/partner-log';
import { listSettlementsOfPartner } from '../../api/payments/settlement/partner-settlements';
import { countUnderway, readPartnerRow } from '../../db/administration/settlement-network';
import { listCertificates } from '../../db/payments/dispatch/certificates';
import { listDispatchHours } from '../../db/payments/dispatch/dispatch-hours';
import { countPartnerDay } from '../../db/payments/dispatch/partner-day';
import { findPartner } from '../../db/payments/dispatch/partners';
import { utcDate } from '../../domain/calendar-dates';
import { adapterOf } from '../../domain/payments/dispatch/adapters';
import { settingsHash } from '../../domain/payments/dispatch/certificate';
import { GivenInstructionShape, GivenPage } from '../../domain/payments/dispatch/given-schema';
import { ReportLogPage } from '../../domain/payments/reports/log-schema';
import { OwnSettlementsPage } from '../../domain/payments/settlement/settlement-lines';
import type { Endpoint } from '../../api/endpoint';
import { firstHour } from '../charts';
import type { Faults } from '../forms/read-form';
import { runOperation, submitOperation } from '../operation';
import { Certificates, NOT_EXAMINABLE } from '../network/certificates';
import { moneyText } from '../parts';
import type { ConsoleRoute } from '../route';
import { partnerOf } from '../user-of';
import type { Answer, Visit } from '../visit';
import { queryOfVisit } from './asked';
import { Instruction, INSTRUCTIONS, Instructions } from './instructions-page';
import { PartnerOverviewPage } from './overview-page';
import { REPORTS, Reports } from './reports-page';
import { SETTLEMENTS, Settlements } from './settlements-page';

const HOME = '/console/partner';
/** Payments that the overview shows. */
const SHOWN_WAITING = 10;
/** Reports of the laboratory that a page shows. */
const SHOWN_REPORTS = 20;

async function showPartnerOverview(visit: Visit): Promise<Answer> {
  const { database, now } = visit.parts;
  const { id } = partnerOf(visit);
  const since = firstHour(now());
  const startOfDay = new Date(`${utcDate(now())}T00:00:00Z`);
  const query = { waiting: 'true', limit: String(SHOWN_WAITING) };
  const [partner, underway, given, today, hours] = await Promise.all([
    readPartnerRow(database, id),
    countUnderway(database, id),
    runOperation(visit, listGivenInstructions, { query }),
    countPartnerDay(database, id, startOfDay),
    listDispatchHours(database, id, since),
  ]);
  const waiting = GivenPage.parse(given.data).items;
  const body = <PartnerOverviewPage {...{ partner, underway, waiting, today, hours, since }} />;
  return { kind: 'page', title: partner.name, body };
}

interface ListParts<List> {
  list: List | null;
  entered: Record<string, string>;
  faults: Faults;
  query: string;
}

/** Page of a list of an operation, with its filters and their faults. */
function listPage<List>(
  visit: Visit,
  record: Endpoint,
  page: {
    title: string;
    read: (data: unknown) => List;
    show: (parts: ListParts<List>) => VNode;
    /** What is asked for where the address says nothing. */
    preset?: Record<string, string>;
  },
): Promise<Answer> {
  const asked = queryOfVisit(visit);
  const entered = { ...page.preset, ...asked.entered };
  const query = { ...page.preset, ...asked.query };
  const shown = (list: List | null, faults: Faults, status: number): Answer => {
    const text = new URLSearchParams(entered).toString();
    return { kind: 'page', title: page.title, body: page.show({ list, entered, faults, query: text }), status };
  };
  return submitOperation(visit, record, {
    query,
    done: ({ data }) => shown(page.read(data), {}, 200),
    refused: (faults, status) => shown(null, faults, status),
  });
}

const instructions = (visit: Visit): Promise<Answer> =>
  listPage(visit, listGivenInstructions, {
    title: 'Instructions',
    read: (data) => GivenPage.parse(data),
    show: (parts) => <Instructions {...parts} />,
  });

const reports = (visit: Visit): Promise<Answer> =>
  listPage(visit, listReportsOfPartner, {
    title: 'Reports',
    read: (data) => ReportLogPage.parse(data),
    show: (parts) => <Reports {...parts} />,
  });

const settlements = (visit: Visit): Promise<Answer> =>
  listPage(visit, listSettlementsOfPartner, {
    title: 'Settlements',
    read: (data) => OwnSettlementsPage.parse(data),
    show: ({ list, ...parts }) => <Settlements {...parts} day={list} />,
    preset: { date: utcDate(visit.parts.now()) },
  });

async function instruction(visit: Visit): Promise<Answer> {
  const given = GivenInstructionShape.parse((await runOperation(visit, getGivenInstruction)).data);
  const title = moneyText(given.amount, given.currency);
  return { kind: 'page', title, body: <Instruction given={given} /> };
}

async function showLaboratory(visit: Visit): Promise<Answer> {
  const { database, vault } = visit.parts;
  const { id } = partnerOf(visit);
  const [found, certificates] = await Promise.all([
    findPartner(database, id),
    listCertificates(database, vault, { partnerId: id, limit: SHOWN_REPORTS }),
  ]);
  const body = (
    <Certificates of={certificates} settings={found === null ? '' : settingsHash(found)}>
      {found === null || (adapterOf(found)?.examination ?? null) === null
        ? NOT_EXAMINABLE
        : 'An operator of Corridor runs the examination; ask for it once your system is ready.'}
    </Certificates>
  );
  return { kind: 'page', title: 'Laboratory', body };
}

/** Source: docs/GAPS.md#P14 */
export const PARTNER_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: HOME, access: 'partner', handle: showPartnerOverview },
  { method: 'get', path: INSTRUCTIONS, access: 'partner', handle: instructions },
  { method: 'get', path: `${INSTRUCTIONS}/:instructionId`, access: 'partner', handle: instruction },
  { method: 'get', path: SETTLEMENTS, access: 'partner', handle: settlements },
  { method: 'get', path: REPORTS, access: 'partner', handle: reports },
  { method: 'get', path: `${HOME}/laboratory`, access: 'partner', handle: showLaboratory },
];
