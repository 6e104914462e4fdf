import { spokenIn } from '../formats';
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

/** Words of the console by concept. Each of the other languages has every member of it. */
export const english = {
  ...spokenIn('en'),
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

/** What every language says. */
export type Words = typeof english;
