import { approvePaymentBatch } from './batches/approve-batch';
import { approvePayment } from './review/approve-payment';
import { answerInformationRequest } from './review/answer-information';
import { cancelPaymentBatch } from './batches/cancel-batch';
import { cancelInstruction } from './dispatch/cancel-instruction';
import { confirmSettlement, replaceSettlement } from './settlement/confirm-settlement';
import { createInstruction } from './instruction/create-instruction';
import { createPaymentBatch } from './batches/create-batch';
import { getCalendar } from './routing/get-calendar';
import { getPaymentBatch, listPaymentBatches, listPaymentBatchRows } from './batches/get-batch';
import { getInstruction } from './instruction/get-instruction';
import { listPaymentInstructions } from './instruction/list-instructions';
import { listPartnerReports } from './reports/list-reports';
import { notifyPayment } from './reports/notify-payment';
import { proposePayment } from './instruction/propose-payment';
import { previewPayment } from './routing/preview-payment';
import { reportStatus } from './reports/report-status';
import { decidePayeeCheck } from './review/payee-check';
import { recallInstruction } from './settlement/recall-instruction';
import { retryPaymentBatch } from './batches/retry-batch';
import { resubmitInstruction } from './instruction/resubmit-instruction';
import { getRequirements } from './instruction/requirements';
import { track } from './instruction/track';
import { deleteTrackingLink, putTrackingLink } from './instruction/tracking-link';
import { getGivenInstruction, listGivenInstructions } from './dispatch/partner-instructions';
import { listReportsOfPartner } from './reports/partner-log';
import { listSettlementsOfPartner } from './settlement/partner-settlements';
import { getTransitions } from './reports/transitions';

/** Operations 1 to 5 of the specification and those decided beside them. */
export const PAYMENT_ENDPOINTS = [
  createInstruction,
  proposePayment,
  previewPayment,
  listPaymentInstructions,
  getInstruction,
  listPartnerReports,
  reportStatus,
  confirmSettlement,
  replaceSettlement,
  cancelInstruction,
  resubmitInstruction,
  recallInstruction,
  decidePayeeCheck,
  answerInformationRequest,
  approvePayment,
  putTrackingLink,
  deleteTrackingLink,
  createPaymentBatch,
  listPaymentBatches,
  getPaymentBatch,
  listPaymentBatchRows,
  cancelPaymentBatch,
  retryPaymentBatch,
  approvePaymentBatch,
  track,
  getTransitions,
  getRequirements,
  getCalendar,
  listGivenInstructions,
  getGivenInstruction,
  listSettlementsOfPartner,
  listReportsOfPartner,
  notifyPayment,
] as const;
