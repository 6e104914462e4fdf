import type { Knex } from 'knex';
import type { OperatorDatabase, Say } from '../database';
import * as schema from './0001-schema';
import * as calendarRules from './0002-calendar-rules';
import * as restorations from './0003-restorations';
import * as chargeBearer from './0004-charge-bearer';
import * as relayLanes from './0005-relay-lanes';
import * as beneficiaries from './0006-beneficiaries';
import * as dispatchesOfPartner from './0007-dispatches-of-partner';
import * as batches from './0008-batches';
import * as approvals from './0009-approvals';
import * as approvalIndexes from './0010-approval-indexes';
import * as bulkDecisions from './0011-bulk-decisions';
import * as batchApprovals from './0012-batch-approvals';
import * as archive from './0013-archive';
import * as trackingLinksIndex from './0014-tracking-links-index';
import * as partnerCertificates from './0015-partner-certificates';
import * as bankCredentials from './0016-bank-credentials';
import * as bankPolls from './0017-bank-polls';
import * as webhookDrills from './0018-webhook-drills';
import * as requestLog from './0019-request-log';
import * as caseWork from './0020-case-work';
import * as reportsOfPartner from './0021-reports-of-partner';
import * as partnerPeople from './0025-partner-people';
import * as queueDestinations from './0027-queue-destinations';
import * as savedViews from './0028-saved-views';
import * as userLanguages from './0029-user-languages';
import * as invoiceFormat from './0030-invoice-format';
import * as payeeReferences from './0031-payee-references';
import * as payeeReferenceIndex from './0032-payee-reference-index';
import * as openPayeeReferences from './0033-open-payee-references';
import * as shipmentReferences from './0034-shipment-references';

export interface Migration {
  name: string;
  /**
   * @param builder in the migration's transaction, where it has one
   * @param say shows the operator how far it is
   * @param database for `backfill`, outside of the transaction
   */
  up(builder: Knex, say: Say, database: OperatorDatabase): Promise<unknown>;
  /** `false`: it runs outside of a transaction, and each of its steps is safe to repeat. */
  transaction?: boolean;
}

/** Every database that is kept began with it. */
export const BASELINE = '0001-schema';

/** In order; a migration that has been released is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  { name: BASELINE, up: schema.up },
  { name: '0002-calendar-rules', up: calendarRules.up },
  { name: '0003-restorations', up: restorations.up },
  { name: '0004-charge-bearer', up: chargeBearer.up },
  { name: '0005-relay-lanes', up: relayLanes.up },
  { name: '0006-beneficiaries', up: beneficiaries.up },
  { name: '0007-dispatches-of-partner', up: dispatchesOfPartner.up, transaction: false },
  { name: '0008-batches', up: batches.up },
  { name: '0009-approvals', up: approvals.up },
  { name: '0010-approval-indexes', up: approvalIndexes.up, transaction: false },
  { name: '0011-bulk-decisions', up: bulkDecisions.up },
  { name: '0012-batch-approvals', up: batchApprovals.up },
  { name: '0013-archive', up: archive.up },
  { name: '0014-tracking-links-index', up: trackingLinksIndex.up, transaction: false },
  { name: '0015-partner-certificates', up: partnerCertificates.up },
  { name: '0016-bank-credentials', up: bankCredentials.up },
  { name: '0017-bank-polls', up: bankPolls.up },
  { name: '0018-webhook-drills', up: webhookDrills.up },
  { name: '0019-request-log', up: requestLog.up },
  { name: '0020-case-work', up: caseWork.up },
  { name: '0021-reports-of-partner', up: reportsOfPartner.up, transaction: false },
  { name: '0025-partner-people', up: partnerPeople.up },
  { name: '0027-queue-destinations', up: queueDestinations.up },
  { name: '0028-saved-views', up: savedViews.up },
  { name: '0029-user-languages', up: userLanguages.up },
  { name: '0030-invoice-format', up: invoiceFormat.up },
  { name: '0031-payee-references', up: payeeReferences.up },
  { name: '0032-payee-reference-index', up: payeeReferenceIndex.up, transaction: false },
  { name: '0033-open-payee-references', up: openPayeeReferences.up, transaction: false },
  { name: '0034-shipment-references', up: shipmentReferences.up, transaction: false },
];
