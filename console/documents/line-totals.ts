import { lineTotalMinor } from '../../domain/documents/rules/invoice';
import { currencyDigits, fromMinor } from '../../domain/money';
import { isObject, memberOf } from '../../domain/unknown-value';
import type { Faults } from '../forms/read-form';
import type { Member, Shape } from '../forms/schema/shape';

/** Makes the total of a line optional if the line has quantity and unit price. */
function withOptionalTotal(members: readonly Member[]): readonly Member[] {
  const names = new Set(members.map(({ name }) => name));
  if (!['quantity', 'unitPrice', 'total'].every((name) => names.has(name))) return members;
  return members.map((member): Member => {
    if (member.name !== 'total' || member.shape.kind !== 'value') return member;
    return { ...member, shape: { ...member.shape, note: 'lineTotal' } };
  });
}

/** The shape of a form whose lines say that their totals are computed. */
export function withLineTotals(shape: Shape): Shape {
  if (shape.kind === 'value') return shape;
  if (shape.kind === 'list') return { ...shape, item: withLineTotals(shape.item) };
  const members = shape.members.map((member) => ({ ...member, shape: withLineTotals(member.shape) }));
  return { ...shape, members: withOptionalTotal(members) };
}

function completedLine(line: unknown, digits: number): unknown {
  if (!isObject(line) || memberOf(line, 'total') !== undefined) return line;
  const [quantity, unitPrice] = [memberOf(line, 'quantity'), memberOf(line, 'unitPrice')];
  if (typeof quantity !== 'number' || typeof unitPrice !== 'number' || quantity <= 0 || unitPrice < 0) return line;
  return { ...line, total: fromMinor(lineTotalMinor({ quantity, unitPrice }, digits), digits) };
}

/**
 * Computes the totals of lines that were left empty, in the currency's digits. What cannot be computed is left for the
 * schema to refuse.
 */
export function fillLineTotals(entered: unknown): Record<string, unknown> {
  if (!isObject(entered)) return {};
  const data = memberOf(entered, 'data');
  const [items, currency] = [memberOf(data, 'items'), memberOf(data, 'currency')];
  const digits = typeof currency === 'string' ? currencyDigits(currency) : null;
  if (!isObject(data) || !Array.isArray(items) || digits === null) return { ...entered };
  return { ...entered, data: { ...data, items: items.map((line) => completedLine(line, digits)) } };
}

/** Whether the total of a line was left empty, and cannot be computed from what is at fault itself. */
function isComputedTotal(path: string, faults: Faults, form: URLSearchParams): boolean {
  const line = /^(data\.items\.\d+)\.total$/.exec(path)?.[1];
  if (line === undefined || (form.get(path) ?? '').trim() !== '') return false;
  return [`${line}.quantity`, `${line}.unitPrice`, 'data.currency'].some((part) => part in faults);
}

/** The faults that a person can correct: an empty total follows from its line. */
export function withoutComputedTotals(faults: Faults, form: URLSearchParams): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([path]) => !isComputedTotal(path, faults, form)));
}
