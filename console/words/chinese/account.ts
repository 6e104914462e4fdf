import type { Words } from '../english';

export const audit: Words['audit'] = {
  empty: '暂无记录。登录以及人员和密钥所做的更改会显示在此处，并注明操作者和时间。',
  when: '时间',
  who: '操作者',
  act: '操作',
  what: '对象',
  detail: '详情',
  endsIn: (hint) => ` 结尾为 …${hint}`,
};

export const dataExport: Words['dataExport'] = {
  intro: (side, line) => [
    `此账户${side}环境的全部数据，为一个文件：每个对象一行 JSON，格式为 `,
    line,
    '。最后一行统计各类数量；没有该行的文件不完整。',
  ],
  contents: {
    payment: '每笔付款及其路线、历史和结果，与 API 所示相同',
    document: '每份单据的元数据；文件需逐一下载',
    shipment: '每批货运',
    webhook: '每个端点；其密钥和标头的值不再显示',
    event: '最近 30 天的事件日志',
    delivery: '每次投递及其尝试',
    key: '每个 API 密钥，不含其机密内容',
    audit_entry: '此账户两个环境中的更改记录',
  },
  isPersonal: (log) => ['文件包含姓名和账号，请妥善保护。导出操作及操作者会记录在', log('审计日志'), '中。'],
  download: '下载数据',
};
