import type { Words } from '../english';
import { formatsIn } from '../formats';

const { figure } = formatsIn('zh-Hans');

export const requests: Words['requests'] = {
  request: '请求',
  operation: '操作',
  anyOperation: '所有操作',
  key: '密钥',
  anyKey: '所有密钥',
  fromUtc: '起始时间，UTC',
  beforeUtc: '截止时间，UTC',
  aboutId: '相关对象的编号',
  requestId: '请求编号',
  wrongId: '必须是请求编号，如响应标头 Request-Id 所示',
  noneSent: (days) => `最近 ${days} 天此环境的密钥未更改任何内容，也未被拒绝。成功的读取请求只计数，不列出。`,
  noneFits: (days) => `最近 ${days} 天没有符合条件的请求。`,
  unlisted: (count, days, usage) => [
    `最近 ${days} 天缺少 ${figure(count)} 条请求，因为日志未能写入。这些请求计入`,
    usage('用量'),
    '。',
  ],
  error: '错误',
  firstFault: '首个问题',
  time: '时间',
  tookMs: '耗时，毫秒',
  took: '耗时',
  about: '相关对象',
  notListed: (days) => `未列出：日志将使用此环境 API 密钥的请求保留 ${days} 天。`,
  made: '创建的内容',
  what: '类型',
  id: '编号',
  nothingById: '此环境中没有由该编号的请求创建的内容。',
  createdNothing: '该请求未在此环境中创建任何内容：它只是读取，或已被拒绝。',
  allAbout: '与此对象相关的所有请求',
  noSuchRequest: '没有此请求。',
};
