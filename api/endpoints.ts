import { BENEFICIARY_ENDPOINTS } from './beneficiaries';
import { DOCUMENT_ENDPOINTS } from './documents';
import { HS_CODE_ENDPOINTS } from './hs-codes';
import { LIMIT_ENDPOINTS } from './limits';
import type { Endpoint } from './endpoint';
import { OPERATOR_ENDPOINTS } from './operator';
import { PAYMENT_ENDPOINTS } from './payments';
import { SHIPMENT_ENDPOINTS } from './shipments';
import { TARIFF_ENDPOINTS } from './tariffs';
import { WEBHOOK_ENDPOINTS } from './webhooks';

/** All operations, in the specification's order; the server, the OpenAPI document and the invariant tests read this list. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...PAYMENT_ENDPOINTS,
  ...BENEFICIARY_ENDPOINTS,
  ...HS_CODE_ENDPOINTS,
  ...TARIFF_ENDPOINTS,
  ...DOCUMENT_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...LIMIT_ENDPOINTS,
  ...SHIPMENT_ENDPOINTS,
  ...OPERATOR_ENDPOINTS,
];
