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
 * Simplified Chinese, with 您. Terms: payment 付款, beneficiary 收款人, partner 合作方, text for the payee 附言, purpose 付款用途,
 * charges 费用, fee 手续费, approval 审批, batch 批次, settle 结算, recall 撤回, value date 起息日, webhook Webhook, delivery 投递,
 * endpoint 端点, key 密钥, account (of the service) 账户, bank account 银行账户, member 成员, owner 所有者, sign in 登录,
 * two-step sign-in 两步验证, screening 名单筛查, review by a person 人工审核.
 */
export const chinese: Words = {
  ...spokenIn('zh-Hans'),
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
