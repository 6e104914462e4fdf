import type { Words } from '../english';

export const fields: Words['fields'] = {
  amount: '金额',
  currency: '币种',
  status: '状态',
  reference: '参考号',
  fromDate: '开始日期',
  toDate: '结束日期',
  order: '排序',
  reason: '原因',
  reasonCode: '原因',
  answer: '答复',
  comment: '备注',
  approvals: '审批',
  email: '电子邮箱',
  name: '名称',
  password: '密码',
  current: '当前密码',
  code: '验证码',
  accountName: '公司',
  proof: '身份确认',
  language: '语言',
};
