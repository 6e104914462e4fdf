import { ACCOUNT_ROUTES } from './routes/account';
import { OPERATOR_ROUTES } from './routes/operator';
import { DELIVERY_ROUTES } from './routes/deliveries';
import { DOCUMENT_FORM_ROUTES } from './routes/document-form';
import { DOCUMENT_ROUTES } from './routes/documents';
import { TARIFF_ROUTES } from './routes/tariffs';
import { REQUEST_ROUTES } from './routes/requests';
import { DESIGN_ROUTES } from './routes/design';
import { OPERATOR_CALENDAR_ROUTES } from './routes/operator-calendars';
import { OPERATOR_CHANGE_ROUTES } from './routes/operator-changes';
import { OPERATOR_KEY_ROUTES } from './routes/operator-keys';
import { OPERATOR_NETWORK_ROUTES } from './routes/operator-network';
import { OPERATOR_PAYMENT_ROUTES } from './routes/operator-payments';
import { OPERATOR_PROPOSAL_ROUTES } from './routes/operator-proposals';
import { OPERATOR_SETTLEMENT_ROUTES } from './routes/operator-settlements';
import { OPERATOR_STATEMENT_ROUTES } from './routes/operator-statements';
import { IDENTITY_PROVIDER_ROUTES } from './routes/identity-provider';
import { EXPORT_ROUTES } from './routes/export';
import { KEPT_FORM_ROUTES } from './routes/kept-form';
import { LOGIN_ROUTES } from './routes/logins';
import { MEMBER_ROUTES } from './routes/members';
import { OVERVIEW_ROUTES } from './routes/overview';
import { PAYMENT_ACT_ROUTES } from './routes/payment-acts';
import { PAYMENT_ROUTES } from './routes/payments';
import { USAGE_ROUTES } from './routes/usage';
import { BRANDING_ROUTES } from './routes/branding';
import { USER_LINK_ROUTES } from './routes/user-links';
import { WEBHOOK_ROUTES } from './routes/webhooks';
import { SECURITY_ROUTES } from './routes/security';
import { onBothSides } from './sides';
import type { ConsoleRoute } from './route';

/** Everything that the console answers; laws in test/console read this list. */
export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  ...LOGIN_ROUTES,
  ...IDENTITY_PROVIDER_ROUTES,
  ...KEPT_FORM_ROUTES,
  ...SECURITY_ROUTES,
  ...ACCOUNT_ROUTES,
  ...MEMBER_ROUTES,
  ...USER_LINK_ROUTES,
  ...OPERATOR_ROUTES,
  ...OPERATOR_PAYMENT_ROUTES,
  ...OPERATOR_NETWORK_ROUTES,
  ...OPERATOR_CHANGE_ROUTES,
  ...OPERATOR_CALENDAR_ROUTES,
  ...OPERATOR_STATEMENT_ROUTES,
  ...OPERATOR_SETTLEMENT_ROUTES,
  ...OPERATOR_PROPOSAL_ROUTES,
  ...OPERATOR_KEY_ROUTES,
  ...DESIGN_ROUTES,
  ...onBothSides([
    ...OVERVIEW_ROUTES,
    ...PAYMENT_ROUTES,
    ...PAYMENT_ACT_ROUTES,
    ...WEBHOOK_ROUTES,
    ...DELIVERY_ROUTES,
    ...TARIFF_ROUTES,
    ...DOCUMENT_FORM_ROUTES,
    ...DOCUMENT_ROUTES,
    ...REQUEST_ROUTES,
    ...USAGE_ROUTES,
    ...EXPORT_ROUTES,
    ...BRANDING_ROUTES,
  ]),
];
