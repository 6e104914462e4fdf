import type { output } from 'zod';
import { ageInDays, type ListInForce } from '../../../db/compliance/watch-lists';
import type { ScreeningList } from '../../../domain/payments/instruction/answer-schema';

/** Watch lists as answers show them, with their age in whole days. Source: docs/GAPS.md#P13 */
export function listViews(lists: readonly ListInForce[]): output<typeof ScreeningList>[] {
  return lists.map((list) => ({
    title: list.title,
    edition: list.edition,
    checkedAt: list.checkedAt.toISOString(),
    ageDays: ageInDays(list),
  }));
}
