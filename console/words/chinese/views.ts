import type { Words } from '../english';

export const views: Words['views'] = {
  saved: '已保存的视图',
  all: '全部',
  deleteThis: '删除此视图',
  saveAs: '保存为视图',
  name: '视图名称',
  save: '保存',
  narrowFirst: '请先筛选列表或为列表排序。',
  tooMany: (most) => `此列表已有 ${most} 个视图。请先删除一个。`,
};
