import type { Knex } from 'knex';
import type { OperatorDatabase, Say } from '../database';
import * as accountsAndKeys from './0001-accounts-and-keys';
import * as payments from './0002-payments';
import * as webhooks from './0003-webhooks';
import * as referenceData from './0020-reference-data';
import * as shipments from './0030-shipments';
import * as documents from './0031-documents';
import * as rateBuckets from './0040-rate-buckets';
import * as usersAndLogins from './0041-users-and-logins';
import * as claimTokens from './0050-claim-tokens';
import * as environments from './0055-environments';
import * as sides from './0056-sides';
import * as paymentInvariants from './0060-payment-invariants';
import * as partnerHealth from './0061-partner-health';
import * as outboxLanes from './0062-outbox-lanes';
import * as repairs from './0063-repairs';
import * as accountability from './0064-accountability';
import * as oneOpenCase from './0065-one-open-case';
import * as keysOfShipments from './0067-keys-of-shipments';
import * as operatorDecisions from './0070-operator-decisions';
import * as erasure from './0072-erasure';
import * as unmatchedReports from './0073-unmatched-reports';
import * as bursts from './0074-bursts';
import * as tariffEditions from './0080-tariff-editions';
import * as eventLog from './0090-event-log';
import * as watchLists from './0100-watch-lists';
import * as screenings from './0101-screenings';
import * as calendars from './0110-calendars';
import * as failover from './0111-failover';
import * as countriesOfReceipts from './0112-countries-of-receipts';
import * as dateHistory from './0116-date-history';
import * as reasonCodes from './0117-reason-codes';
import * as resubmissions from './0118-resubmissions';
import * as settlementDays from './0119-settlement-days';
import * as attemptLeases from './0120-attempt-leases';
import * as trustedWebhookOrigins from './0121-trusted-webhook-origins';
import * as failingAnnounced from './0122-failing-announced';
import * as endpointControls from './0123-endpoint-controls';
import * as webhookRecoveries from './0124-webhook-recoveries';
import * as subscriptionOptions from './0125-subscription-options';
import * as waitingLane from './0126-waiting-lane';
import * as referencesOfPayments from './0135-references-of-payments';
import * as documentBrandings from './0140-document-brandings';
import * as partnerSettings from './0141-partner-settings';
import * as quotes from './0150-quotes';
import * as uetr from './0151-uetr';
import * as statements from './0152-statements';
import * as secondFactors from './0160-second-factors';
import * as webhookBreakers from './0161-webhook-breakers';
import * as strictPayments from './0165-strict-payments';
import * as recalls from './0166-recalls';
import * as trackingLinks from './0167-tracking-links';
import * as members from './0173-members';
import * as requestCounts from './0174-request-counts';
import * as turnsOfARate from './0180-turns-of-a-rate';
import * as inviters from './0181-inviters';
import * as failedDeliveries from './0182-failed-deliveries';
import * as identities from './0189-identities';
import * as keptForms from './0190-kept-forms';
import * as outboxTrace from './0191-outbox-trace';
import * as releaseApprovals from './0196-release-approvals';
import * as vouchedUsers from './0197-vouched-users';
import * as informationRequests from './0198-information-requests';
import * as paymentsByCurrency from './0210-payments-by-currency';
import * as eventsByType from './0230-events-by-type';
import * as mootCancellations from './0255-moot-cancellations';
import * as dataKeys from './0256-data-keys';
import * as customEndpointLimits from './0257-custom-endpoint-limits';
import * as failoverReasons from './0258-failover-reasons';
import * as doneCancellations from './0260-done-cancellations';
import * as openQuestions from './0261-open-questions';
import * as amountsInFilters from './0266-amounts-in-filters';
import * as responseHeaders from './0281-response-headers';
import * as dispatchLock from './0300-dispatch-lock';
import * as operatorPlaces from './0305-operator-places';
import * as oldestWriter from './0306-oldest-writer';
import * as openWork from './0310-open-work';
import * as parkedDeliveries from './0311-parked-deliveries';
import * as announcedDocuments from './0325-announced-documents';
import * as operatorRoles from './0330-operator-roles';
import * as proposals from './0331-proposals';

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

/** In order; a migration that has been released is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-accounts-and-keys', up: accountsAndKeys.up },
  { name: '0002-payments', up: payments.up },
  { name: '0003-webhooks', up: webhooks.up },
  { name: '0020-reference-data', up: referenceData.up },
  { name: '0030-shipments', up: shipments.up },
  { name: '0031-documents', up: documents.up },
  { name: '0040-rate-buckets', up: rateBuckets.up },
  { name: '0041-users-and-logins', up: usersAndLogins.up },
  { name: '0050-claim-tokens', up: claimTokens.up },
  { name: '0055-environments', up: environments.up },
  { name: '0056-sides', up: sides.up },
  { name: '0060-payment-invariants', up: paymentInvariants.up },
  { name: '0061-partner-health', up: partnerHealth.up },
  { name: '0062-outbox-lanes', up: outboxLanes.up },
  { name: '0063-repairs', up: repairs.up },
  { name: '0064-accountability', up: accountability.up },
  { name: '0065-one-open-case', up: oneOpenCase.up },
  { name: '0067-keys-of-shipments', up: keysOfShipments.up },
  { name: '0070-operator-decisions', up: operatorDecisions.up },
  { name: '0072-erasure', up: erasure.up },
  { name: '0073-unmatched-reports', up: unmatchedReports.up },
  { name: '0074-bursts', up: bursts.up },
  { name: '0080-tariff-editions', up: tariffEditions.up },
  { name: '0090-event-log', up: eventLog.up },
  { name: '0100-watch-lists', up: watchLists.up },
  { name: '0101-screenings', up: screenings.up },
  { name: '0110-calendars', up: calendars.up },
  { name: '0111-failover', up: failover.up },
  { name: '0112-countries-of-receipts', up: countriesOfReceipts.up },
  { name: '0116-date-history', up: dateHistory.up },
  { name: '0117-reason-codes', up: reasonCodes.up },
  { name: '0118-resubmissions', up: resubmissions.up },
  { name: '0119-settlement-days', up: settlementDays.up },
  { name: '0120-attempt-leases', up: attemptLeases.up },
  { name: '0121-trusted-webhook-origins', up: trustedWebhookOrigins.up },
  { name: '0122-failing-announced', up: failingAnnounced.up },
  { name: '0123-endpoint-controls', up: endpointControls.up },
  { name: '0124-webhook-recoveries', up: webhookRecoveries.up },
  { name: '0125-subscription-options', up: subscriptionOptions.up },
  { name: '0126-waiting-lane', up: waitingLane.up },
  { name: '0135-references-of-payments', up: referencesOfPayments.up },
  { name: '0140-document-brandings', up: documentBrandings.up },
  { name: '0141-partner-settings', up: partnerSettings.up },
  { name: '0150-quotes', up: quotes.up },
  { name: '0151-uetr', up: uetr.up },
  { name: '0152-statements', up: statements.up },
  { name: '0160-second-factors', up: secondFactors.up },
  { name: '0161-webhook-breakers', up: webhookBreakers.up },
  { name: '0165-strict-payments', up: strictPayments.up },
  { name: '0166-recalls', up: recalls.up },
  { name: '0167-tracking-links', up: trackingLinks.up },
  { name: '0173-members', up: members.up },
  { name: '0174-request-counts', up: requestCounts.up },
  { name: '0180-turns-of-a-rate', up: turnsOfARate.up },
  { name: '0181-inviters', up: inviters.up },
  { name: '0182-failed-deliveries', up: failedDeliveries.up },
  { name: '0189-identities', up: identities.up },
  { name: '0190-kept-forms', up: keptForms.up },
  { name: '0191-outbox-trace', up: outboxTrace.up },
  { name: '0196-release-approvals', up: releaseApprovals.up },
  { name: '0197-vouched-users', up: vouchedUsers.up },
  { name: '0198-information-requests', up: informationRequests.up },
  { name: '0210-payments-by-currency', up: paymentsByCurrency.up },
  { name: '0230-events-by-type', up: eventsByType.up },
  { name: '0255-moot-cancellations', up: mootCancellations.up },
  { name: '0256-data-keys', up: dataKeys.up },
  { name: '0257-custom-endpoint-limits', up: customEndpointLimits.up },
  { name: '0258-failover-reasons', up: failoverReasons.up },
  { name: '0260-done-cancellations', up: doneCancellations.up },
  { name: '0261-open-questions', up: openQuestions.up },
  { name: '0266-amounts-in-filters', up: amountsInFilters.up },
  { name: '0281-response-headers', up: responseHeaders.up },
  { name: '0300-dispatch-lock', up: dispatchLock.up },
  { name: '0305-operator-places', up: operatorPlaces.up },
  { name: '0306-oldest-writer', up: oldestWriter.up },
  { name: '0310-open-work', up: openWork.up, transaction: false },
  { name: '0311-parked-deliveries', up: parkedDeliveries.up, transaction: false },
  { name: '0325-announced-documents', up: announcedDocuments.up },
  { name: '0330-operator-roles', up: operatorRoles.up },
  { name: '0331-proposals', up: proposals.up },
];
