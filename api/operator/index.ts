import { decidePayment, listPaymentsThatWait, showPaymentToOperator } from './payments';

/** Operations for the people who run the service. Source: docs/GAPS.md#A3 */
export const OPERATOR_ENDPOINTS = [listPaymentsThatWait, showPaymentToOperator, decidePayment] as const;
