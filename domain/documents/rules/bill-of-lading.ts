import type { BillOfLadingData } from '../types/bill-of-lading';
import { containerFault } from './container-number';
import { FindingList, type Findings } from './finding';

const CONTAINER_MESSAGES = {
  shape: 'must be four letters and seven digits (ISO 6346)',
  check_digit: 'has a wrong check digit (ISO 6346)',
} as const;

/**
 * Cross-checks of a bill of lading: container check digits, and on board not after issue.
 * @param today calendar date that stands in for an absent issue date
 * Source: docs/GAPS.md#D3
 */
export function checkBillOfLading(data: BillOfLadingData, today: string): Findings {
  const list = new FindingList();
  (data.containers ?? []).forEach((container, index) => {
    const fault = containerFault(container.number);
    if (fault !== null) list.fault(`containers.${index}.number`, fault, CONTAINER_MESSAGES[fault]);
  });
  const issued = data.issueDate ?? today;
  if (data.shippedOnBoardDate !== undefined && data.shippedOnBoardDate > issued) {
    list.fault('shippedOnBoardDate', 'order', `must not be after the date of issue, ${issued}`);
  }
  if (data.draft === false && data.carrier === undefined) {
    list.fault('carrier', 'required', 'is required on a bill that is not a draft');
  }
  if (data.consignee !== undefined && data.toOrder !== undefined) {
    list.warn('toOrder', 'order_and_consignee', 'a bill to order names no consignee; the order clause is printed');
  }
  return list;
}
