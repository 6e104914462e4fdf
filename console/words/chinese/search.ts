import type { Words } from '../english';

export const search: Words['search'] = {
  title: '搜索',
  found: (text) => `找到与“${text}”相符的内容，最新在前。`,
  finds: '每页顶部的搜索框可以查找：',
  nothing: (text) => `没有找到与“${text}”相符的内容。可以搜索：`,
  ids: '付款、收款人、批次、货运、单据、端点、投递或请求的编号',
  references: '完整的参考号：付款的（您自己的、合作方的或银行的），或货运的（您自己的）',
  amounts: (among) => `金额，例如 1,250.50（在您最新的 ${among} 笔付款中查找）`,
  payees: (among) => `收款人名称的一部分（在您最新的 ${among} 笔付款中查找）`,
};
