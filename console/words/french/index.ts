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
 * French, with "vous". Terms: payment paiement, beneficiary bénéficiaire, partner partenaire, text for the payee motif, purpose
 * objet, charges frais, fee frais, approval approbation, batch lot, settle régler, recall rappel, value date date de valeur,
 * webhook webhook, delivery livraison, endpoint point de terminaison, key clé, account (of the service) compte, bank account
 * compte bancaire, member membre, owner propriétaire, sign in se connecter, two-step sign-in connexion en deux étapes,
 * screening filtrage, review by a person examen manuel, route acheminement, shipment expédition.
 */
export const french: Words = {
  ...spokenIn('fr'),
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
