import { spokenIn } from '../formats';
import type { Words } from '../english';
import { audit, dataExport } from './account';
import { approvals } from './approvals';
import { auth } from './auth';
import { batches } from './batches';
import { beneficiaries } from './beneficiaries';
import { charts } from './charts';
import { common } from './common';
import { branding, documents } from './documents';
import { faults } from './faults';
import { fields } from './fields';
import { forms } from './forms';
import { keys } from './keys';
import { layout } from './layout';
import { limits } from './limits';
import { members, userLinks } from './members';
import { notices } from './notices';
import { overview } from './overview';
import { pay } from './pay';
import { payment } from './payment';
import { payments } from './payments';
import { requests } from './requests';
import { search } from './search';
import { shipments } from './shipments';
import { tariffs } from './tariffs';
import { webhooks } from './webhooks';

/**
 * Spanish, with "usted". Terms: payment pago, beneficiary beneficiario, partner socio, text for the payee concepto, purpose
 * finalidad, charges gastos, fee comisión, approval aprobación, batch lote, settle liquidar, recall retrocesión, value date fecha
 * valor, webhook webhook, delivery entrega, endpoint punto de conexión, key clave, account (of the service) cuenta, bank account
 * cuenta bancaria, member miembro, owner propietario, sign in iniciar sesión, two-step sign-in inicio de sesión en dos pasos,
 * screening verificación en listas, review by a person revisión manual, shipment envío.
 */
export const spanish: Words = {
  ...spokenIn('es'),
  approvals,
  audit,
  auth,
  batches,
  beneficiaries,
  branding,
  charts,
  common,
  dataExport,
  documents,
  faults,
  fields,
  forms,
  keys,
  layout,
  limits,
  members,
  notices,
  overview,
  pay,
  payment,
  payments,
  requests,
  search,
  shipments,
  tariffs,
  userLinks,
  webhooks,
};
