import { searchByIdOrName } from '../../db/administration/search';
import { listAccountAuditEntries, listAuditEntries } from '../../db/auth/audit-log';
import { checkBacklog } from '../../db/backlog-watch';
import { findDocumentsByNumber, listDocuments } from '../../db/documents/documents';
import { readMeasures } from '../../db/measures';
import { listFlagGroups, listFlags } from '../../db/operator-flags';
import { readBacklog } from '../../db/outbox';
import { readOpenPayments } from '../../db/repairs/open-payments';
import { readMaybeStopped, STOPPABLE, type Visited } from '../../db/repairs/stopped';
import { applyRetention, PAGE_SIZE } from '../../db/retention/apply-retention';
import { FIRST_PLACE, RETENTION_RULES } from '../../db/retention/rules';
import { searchShipments } from '../../db/shipments/search';
import { LARGE, SMALL, type Measured } from './sample';

const LIMIT = 51;
const OLDEST = { order: 'oldest', limit: LIMIT } as const;
/** Until something is looked for among the documents or shipments of an account alone. */
const OF_ACCOUNT = { blocks: 3_000, passedOver: 60_000, reason: 'passes over documents or shipments of the account' };

function retention({ name, deletePage }: (typeof RETENTION_RULES)[number]): Measured {
  return {
    of: applyRetention,
    what: name,
    run: (database) => deletePage(database, PAGE_SIZE, FIRST_PLACE),
    blocks: 2_000,
  };
}

function stopped(kind: Visited): Measured {
  const run: Measured['run'] = (database) => readMaybeStopped(database, kind, { after: null, limit: 100 });
  return { of: readMaybeStopped, what: kind, run, blocks: 600 };
}

export const SERVICE: readonly Measured[] = [
  ...RETENTION_RULES.map(retention),
  ...STOPPABLE.filter((kind) => kind !== 'payment').map(stopped),
  {
    of: readOpenPayments,
    run: (database) => readOpenPayments(database, { after: '', limit: 100 }),
    blocks: 800,
  },
  { of: readMeasures, run: readMeasures, blocks: 1_500 },
  { of: readBacklog, run: readBacklog, blocks: 500, reason: 'reads what waits for Temporal, once in 30 s' },
  { of: checkBacklog, run: (database) => checkBacklog(database, new Date()), blocks: 500 },
  { of: listFlags, run: (database) => listFlags(database), blocks: 400 },
  { of: listFlagGroups, run: listFlagGroups, blocks: 1_500, reason: 'reads all flags that stand, which people clear' },
  {
    of: searchByIdOrName,
    what: 'a payment',
    run: (database, { settledId }) => searchByIdOrName(database, settledId),
    blocks: 200,
  },
  {
    of: searchByIdOrName,
    what: "a client's reference",
    run: (database) => searchByIdOrName(database, 'invoice-77'),
    blocks: 200,
  },
  { of: listAuditEntries, run: (database) => listAuditEntries(database, null), blocks: 60 },
  {
    of: listAuditEntries,
    what: 'the oldest',
    run: (database) => listAuditEntries(database, null, OLDEST),
    blocks: 60,
  },
  {
    of: listAccountAuditEntries,
    run: (database) => listAccountAuditEntries(database, LARGE.accountId),
    blocks: 60,
  },
  {
    of: listAccountAuditEntries,
    what: 'the oldest',
    run: (database) => listAccountAuditEntries(database, LARGE.accountId, OLDEST),
    blocks: 60,
  },
  { of: listDocuments, run: (database) => listDocuments(database, LARGE, { limit: LIMIT }), blocks: 60 },
  {
    of: findDocumentsByNumber,
    run: (database) => findDocumentsByNumber(database, LARGE, 'nothing'),
    blocks: 1_500,
    passedOver: 1_000,
    reason: 'looks through the newest 1,000 documents for a number, which no index has',
  },
  {
    of: listDocuments,
    what: 'the oldest',
    run: (database) => listDocuments(database, LARGE, OLDEST),
    blocks: 60,
  },
  {
    of: listDocuments,
    what: 'about a payment',
    run: (database, { settledId }) => listDocuments(database, LARGE, { instructionId: settledId, limit: LIMIT }),
    blocks: 30,
  },
  {
    of: listDocuments,
    what: 'of a type that none has',
    run: (database) => listDocuments(database, SMALL, { type: 'commercial_invoice', limit: LIMIT }),
    ...OF_ACCOUNT,
  },
  { of: searchShipments, run: (database) => searchShipments(database, LARGE, { limit: LIMIT }), blocks: 60 },
  {
    of: searchShipments,
    what: 'of a reference',
    run: (database) => searchShipments(database, LARGE, { reference: 'PO-7', limit: LIMIT }),
    blocks: 60,
  },
  {
    of: searchShipments,
    what: 'of a status that few have',
    run: (database) => searchShipments(database, LARGE, { status: 'customs', limit: LIMIT }),
    ...OF_ACCOUNT,
  },
];
