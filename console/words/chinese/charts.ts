import type { Words } from '../english';

export const charts: Words['charts'] = {
  last24Hours: '最近 24 小时',
  figures: '图表数据',
  hour: '小时（UTC）',
  halfWithin: '半数耗时不超过',
  mostWithin: '95% 耗时不超过',
  nothing: '无',
  ofAll: (all) => `共 ${all}`,
  byHourAndResult: (title) => `${title}，按小时和结果`,
  byHour: (title) => `${title}，按小时`,
  within: (half, most) => `半数不超过 ${half} 毫秒，95% 不超过 ${most} 毫秒`,
};
