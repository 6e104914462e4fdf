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
 * German, with "Sie". Terms: payment Zahlung, beneficiary Empfänger, partner Partner, text for the payee Verwendungszweck,
 * purpose Zahlungszweck, charges Entgelte, fee Gebühr, approval Freigabe, batch Sammelauftrag, settle abwickeln, recall Rückruf,
 * value date Wertstellung, webhook Webhook, delivery Zustellung, endpoint Endpunkt, key Schlüssel, account (of the service) Konto,
 * bank account Bankkonto, member Mitglied, owner Inhaber, sign in anmelden, two-step sign-in Anmeldung in zwei Schritten,
 * screening Sanktionsprüfung, review by a person manuelle Prüfung.
 */
export const german: Words = {
  ...spokenIn('de'),
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
