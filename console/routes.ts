import { ACCOUNT_ROUTES } from './account/key-routes';
import { AUDIT_ROUTES } from './account/audit-routes';
import { OPERATOR_ROUTES } from './operator/operator-routes';
import { DELIVERY_ROUTES } from './webhooks/delivery-routes';
import { DOCUMENT_FORM_ROUTES } from './documents/document-form-routes';
import { DOCUMENT_ROUTES } from './documents/document-routes';
import { TARIFF_ROUTES } from './tariffs/tariff-routes';
import { REQUEST_ROUTES } from './account/request-routes';
import { ATTENTION_ROUTES } from './operator/attention-routes';
import { OPERATOR_BULK_ROUTES } from './operator/payments/bulk-routes';
import { OPERATOR_CALENDAR_ROUTES } from './operator/network/calendar-routes';
import { OPERATOR_CHANGE_ROUTES } from './operator/network/change-routes';
import { OPERATOR_KEY_ROUTES } from './operator/key-routes';
import { OPERATOR_PARTNER_PEOPLE_ROUTES } from './operator/network/partner-people-routes';
import { PARTNER_ROUTES } from './partner/partner-routes';
import { PARTNER_FILE_ROUTES } from './partner/file-routes';
import { PARTNER_KEY_ROUTES } from './partner/key-routes';
import { OPERATOR_COVER_ROUTES } from './operator/settlement/cover-page';
import { OPERATOR_NETWORK_ROUTES } from './operator/network/network-routes';
import { WAITING_PAYMENT_ROUTES } from './operator/payments/waiting-routes';
import { OPERATOR_PAYMENT_ROUTES } from './operator/payments/payment-routes';
import { OPERATOR_PROPOSAL_ROUTES } from './operator/proposal-routes';
import { OPERATOR_SCREENING_ROUTES } from './operator/payments/screening-routes';
import { OPERATOR_SETTLEMENT_ROUTES } from './operator/settlement/settlement-routes';
import { OPERATOR_STATEMENT_ROUTES } from './operator/settlement/statement-routes';
import { IDENTITY_PROVIDER_ROUTES } from './auth/identity-provider-routes';
import { EXPORT_ROUTES } from './account/export-routes';
import { KEPT_FORM_ROUTES } from './forms/kept-form-routes';
import { LOGIN_ROUTES } from './auth/login-routes';
import { MEMBER_ROUTES } from './account/member-routes';
import { OVERVIEW_ROUTES } from './account/overview-routes';
import { DECISION_ROUTES } from './decisions/decision-routes';
import { APPROVAL_ROUTES } from './payments/approval-routes';
import { CORRECTION_ROUTES } from './payments/correction-routes';
import { PAYMENT_ACT_ROUTES } from './payments/payment-act-routes';
import { BATCH_ROUTES } from './payments/batch-routes';
import { PAY_ROUTES } from './payments/pay-routes';
import { PAYMENT_ROUTES } from './payments/payment-routes';
import { USAGE_ROUTES } from './limits/usage-routes';
import { BENEFICIARY_ROUTES } from './beneficiaries/beneficiary-routes';
import { BRANDING_ROUTES } from './documents/branding-routes';
import { USER_LINK_ROUTES } from './account/user-link-routes';
import { WEBHOOK_ROUTES } from './webhooks/webhook-routes';
import { MAIL_ROUTES } from './mail/mail-routes';
import { LANGUAGE_ROUTES } from './auth/language-routes';
import { SECURITY_ROUTES } from './auth/security-routes';
import { SEARCH_ROUTES } from './search/search-routes';
import { SHIPMENT_ROUTES } from './shipments/shipment-routes';
import { SHIPMENT_FORM_ROUTES } from './shipments/shipment-form-routes';
import { onBothSides } from './sides';
import type { ConsoleRoute } from './route';

/** Everything that the console answers; invariant tests in test/console read this list. */
export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  ...LOGIN_ROUTES,
  ...IDENTITY_PROVIDER_ROUTES,
  ...KEPT_FORM_ROUTES,
  ...SECURITY_ROUTES,
  ...LANGUAGE_ROUTES,
  ...MAIL_ROUTES,
  ...ACCOUNT_ROUTES,
  ...AUDIT_ROUTES,
  ...MEMBER_ROUTES,
  ...USER_LINK_ROUTES,
  ...OPERATOR_ROUTES,
  ...ATTENTION_ROUTES,
  // Before those of one payment, whose id may be any word.
  ...WAITING_PAYMENT_ROUTES,
  ...OPERATOR_PAYMENT_ROUTES,
  ...OPERATOR_BULK_ROUTES,
  ...OPERATOR_PARTNER_PEOPLE_ROUTES,
  ...OPERATOR_COVER_ROUTES,
  ...OPERATOR_NETWORK_ROUTES,
  ...OPERATOR_CHANGE_ROUTES,
  ...OPERATOR_CALENDAR_ROUTES,
  ...OPERATOR_STATEMENT_ROUTES,
  ...OPERATOR_SCREENING_ROUTES,
  ...OPERATOR_SETTLEMENT_ROUTES,
  ...OPERATOR_PROPOSAL_ROUTES,
  ...OPERATOR_KEY_ROUTES,
  // Before those of one instruction, whose id may be any word.
  ...PARTNER_FILE_ROUTES,
  ...PARTNER_ROUTES,
  ...PARTNER_KEY_ROUTES,
  ...onBothSides([
    ...OVERVIEW_ROUTES,
    ...SEARCH_ROUTES,
    ...PAY_ROUTES,
    ...PAYMENT_ROUTES,
    ...CORRECTION_ROUTES,
    ...PAYMENT_ACT_ROUTES,
    ...BATCH_ROUTES,
    ...BENEFICIARY_ROUTES,
    ...DECISION_ROUTES,
    ...APPROVAL_ROUTES,
    ...WEBHOOK_ROUTES,
    ...DELIVERY_ROUTES,
    ...TARIFF_ROUTES,
    ...SHIPMENT_FORM_ROUTES,
    ...SHIPMENT_ROUTES,
    ...DOCUMENT_FORM_ROUTES,
    ...DOCUMENT_ROUTES,
    ...REQUEST_ROUTES,
    ...USAGE_ROUTES,
    ...EXPORT_ROUTES,
    ...BRANDING_ROUTES,
  ]),
];
