import type { Words } from '../english';

export const decisions: Words['decisions'] = {
  title: '待决事项',
  mine: '待我决定',
  all: '全部',
  what: '事项',
  kinds: {
    approval: '批准付款',
    batch_approval: '批准批次',
    payee_check: '决定收款人名称',
    information: '回答问题',
    bank_details: '确认银行账户信息',
    endpoint: '修复端点',
  },
  noneMine: '没有等待您处理的事项。审批、付款问题、变更的银行账户信息和出现故障的端点会显示在这里。',
  none: '没有等待账户成员处理的事项。',
  cut: (most) => `每类最多列出并计数 ${most} 项，最早的在前。`,
};
