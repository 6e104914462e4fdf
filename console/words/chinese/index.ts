import { spokenIn } from '../formats';
import type { Words } from '../english';
import * as concepts from './concepts';

/**
 * Simplified Chinese, with 您. Terms: payment 付款, beneficiary 收款人, partner 合作方, text for the payee 附言, purpose 付款用途,
 * charges 费用, fee 手续费, approval 审批, batch 批次, settle 结算, recall 撤回, value date 起息日, webhook Webhook, delivery 投递,
 * endpoint 端点, key 密钥, account (of the service) 账户, bank account 银行账户, member 成员, owner 所有者, sign in 登录,
 * two-step sign-in 两步验证, screening 名单筛查, review by a person 人工审核.
 */
export const chinese: Words = { ...spokenIn('zh-Hans'), ...concepts };
