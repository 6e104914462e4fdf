import type { Words } from '../english';

export const limits: Words['limits'] = {
  requestsByDay: '每日请求',
  requestsByDayLabel: '每日请求；数据见下表',
  onDay: (day, requests) => `${day}：${requests} 次请求`,
  answered: '已处理',
  refusedByLimits: '因限额被拒绝',
  otherErrors: '其他错误',
  requests: '请求',
  refused: '被拒绝',
  ofLastDays: (days) => `最近 ${days} 天的请求`,
  noRequests: { test: '没有使用测试密钥的请求。', live: '没有使用正式密钥的请求。' },
  sum: (requests, refused) => `共 ${requests} 次请求，其中 ${refused} 次因限额被拒绝。`,
  byOperation: '按操作',
  operation: '操作',
  byPlan: '按套餐',
  plan: '套餐',
  byDay: '按日期',
  day: '日期（UTC）',
  title: '限额',
  noKey: {
    test: (create) => ['目前还没有测试密钥。', create('创建密钥'), '。'],
    live: (create) => ['目前还没有正式密钥。', create('创建密钥'), '。'],
  },
  ofOperations: (made, read, tracked) =>
    `每个密钥适用其套餐的限额。部分操作另有单独的限额，按每个密钥每分钟计：创建付款 ${made} 次，查询付款 ${read} 次，跟踪查询 ${tracked} 次；密钥卡片另有说明的除外。`,
  plans: '套餐',
  aMinute: '每分钟',
  anHour: '每小时',
  aDay: '每天',
  noLimit: '无',
};
