import { answerInformationRequest } from './answer-information';
import { cancelInstruction } from './cancel-instruction';
import { confirmSettlement, replaceSettlement } from './confirm-settlement';
import { createInstruction } from './create-instruction';
import { getCalendar } from './get-calendar';
import { getInstruction } from './get-instruction';
import { listPaymentInstructions } from './list-instructions';
import { listPartnerReports } from './list-reports';
import { previewPayment } from './preview-payment';
import { reportStatus } from './report-status';
import { recallInstruction } from './recall-instruction';
import { resubmitInstruction } from './resubmit-instruction';
import { getRequirements } from './requirements';
import { track } from './track';
import { deleteTrackingLink, putTrackingLink } from './tracking-link';
import { getTransitions } from './transitions';

/** Operations 1 to 5 of the specification and those decided beside them. */
export const PAYMENT_ENDPOINTS = [
  createInstruction,
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
  answerInformationRequest,
  putTrackingLink,
  deleteTrackingLink,
  track,
  getTransitions,
  getRequirements,
  getCalendar,
] as const;
