import type { Words } from '../english';

export const pay: Words['pay'] = {
  payee: '收款人',
  newPayee: '新收款人',
  noSavedPayees: '您保存过的收款人可以在此选择。',
  countryHint: '两个字母，如 US。仅用于新收款人。',
  fieldsOfIt: '显示此收款人和币种所需的字段',
  send: (amount) => `支付 ${amount}`,
  changeIt: '修改',
  review: '核对',
  route: '路径',
  screening: '名单筛查',
  screened: {
    clear: '没有匹配：付款将直接发出，无需人工审核。',
    not_screened: '未加载官方名单：付款将不经比对直接发出。',
    review: '付款将暂缓，直至人工审核完成。',
    blocked: '付款会被拒绝。',
  },
  heldUntil: '暂缓至',
  otherAccount: (account: string, date: string) =>
    `上一笔付给同名收款人的款项（${date}）汇入账户 ${account}。请通过您已知的方式与收款人确认新账户。`,
  alsoAsked: '银行对此付款还要求：',
};
