import { listBulk, listPaymentsOfBulk, prepareBulk, showBulk, startBulk, stopBulk } from './bulk-decisions';
import { addHoliday, listCalendarsForOperator, removeHoliday, showCalendarToOperator } from './calendars';
import { assignPayment, notePayment, unassignPayment } from './case-work';
import { listOpenClearances, revokeOneClearance } from './clearances';
import { publishEvent } from './events';
import {
  endEarlierCredentialsOfPartner,
  rotateKeyOfPartner,
  rotateSecretOfPartner,
  setCredentialOfBank,
} from './partner-credentials';
import {
  changePartner,
  createPartnerByOperator,
  disablePartner,
  enablePartner,
  listCertificatesOfPartner,
  listPartnersForOperator,
  showPartner,
} from './partners';
import { confirmOpenProposal, listOpenProposals, rejectOpenProposal, showProposal } from './proposals';
import { listSettlements } from './settlements';
import { getBankStatement, importBankStatement, listBankStatementEntries, listBankStatements } from './statements';
import { refuseRecall } from './recall';
import { requestInformation } from './information';
import { decideScreening, showScreening } from './screening';
import { listScreeningsForOperator } from './screenings';
import { decidePayment, listPaymentsThatWait, showPaymentToOperator } from './payments';
import {
  changeRoute,
  createRouteByOperator,
  disableRoute,
  enableRoute,
  listRoutesForOperator,
  showRoute,
} from './routes';

/** Operations for the people who run the service. Source: docs/GAPS.md#A3 */
export const OPERATOR_ENDPOINTS = [
  listPaymentsThatWait,
  showPaymentToOperator,
  decidePayment,
  assignPayment,
  unassignPayment,
  notePayment,
  prepareBulk,
  listBulk,
  showBulk,
  listPaymentsOfBulk,
  startBulk,
  stopBulk,
  publishEvent,
  listSettlements,
  listBankStatements,
  importBankStatement,
  getBankStatement,
  listBankStatementEntries,
  showScreening,
  decideScreening,
  listScreeningsForOperator,
  listOpenClearances,
  revokeOneClearance,
  requestInformation,
  refuseRecall,
  listPartnersForOperator,
  createPartnerByOperator,
  showPartner,
  changePartner,
  disablePartner,
  enablePartner,
  listCertificatesOfPartner,
  rotateKeyOfPartner,
  rotateSecretOfPartner,
  endEarlierCredentialsOfPartner,
  setCredentialOfBank,
  listRoutesForOperator,
  createRouteByOperator,
  showRoute,
  changeRoute,
  disableRoute,
  enableRoute,
  listCalendarsForOperator,
  showCalendarToOperator,
  addHoliday,
  removeHoliday,
  listOpenProposals,
  showProposal,
  confirmOpenProposal,
  rejectOpenProposal,
] as const;
