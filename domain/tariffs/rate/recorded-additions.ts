import { factAt, type AdditionalDutyOnRecord, type Facts } from '../../facts';
import { partitionPoint } from '../../partition-point';
import { customsState } from '../schedule/countries';
import type { AdditionalQuote } from './applicable-duties';

/** Duties of chapter 99 as dated facts, with the lists of goods that they name. Source: docs/GAPS.md#H9 */
export interface RecordedAdditions {
  /** Facts of one duty, in their order, by its key. */
  duties: ReadonlyMap<string, Facts<AdditionalDutyOnRecord>>;
  /** Sorted codes by the name of a list. */
  lists: ReadonlyMap<string, readonly string[]>;
  /** First day for which the duties are recorded. */
  from: string;
  /** First day for which they are not. */
  until: string;
}

/** Goods as recorded duties look at them. */
export interface RecordedGoods {
  /** Digits: the longest code of the goods that is known. */
  code: string;
  /** Digits of a longer code that the goods were given; else the same. */
  longer: string;
  origin: string;
  /** ISO calendar date of the import. */
  date: string;
}

/** What is known of the duties that goods pay on a day. */
export interface FoundAdditions {
  additional: AdditionalQuote[];
  /** Why other duties may be due, in words; null where none can be. */
  unknown: string | null;
}

/**
 * Groups recorded duties by key, and sorts the codes of each list. All duties are known until the first day on which a
 * record of one ends; where none ends, for no day.
 * @param lists codes with blanks between them, by the name of the list
 * @param from first day for which all duties are recorded
 */
export function indexRecordedDuties(
  duties: Facts<AdditionalDutyOnRecord>,
  lists: Facts<string>,
  from: string,
): RecordedAdditions {
  const known = lists.facts.flatMap(({ key, value }): [string, string[]][] =>
    value === null ? [] : [[key, value.split(' ').sort()]],
  );
  const ends = duties.facts.flatMap(({ value, from: first }) => (value === null && first !== null ? [first] : []));
  const byKey = new Map<string, Facts<AdditionalDutyOnRecord>>();
  for (const fact of duties.facts) {
    byKey.set(fact.key, { kind: duties.kind, facts: [...(byKey.get(fact.key)?.facts ?? []), fact] });
  }
  return { duties: byKey, lists: new Map(known), from, until: ends.sort()[0] ?? from };
}

/** Whether a code, or one above it, is on a list; null where only some codes below it are. */
function isOnList(codes: readonly string[], code: string): boolean | null {
  for (let length = 4; length <= code.length; length += 1) {
    const prefix = code.slice(0, length);
    const at = partitionPoint(codes.length, (index) => (codes[index] ?? '') < prefix);
    if (codes[at] === prefix) return true;
  }
  const at = partitionPoint(codes.length, (index) => (codes[index] ?? '') < code);
  return (codes[at] ?? '').startsWith(code) ? null : false;
}

/** Whether goods are on a list; null if unknown, unless a longer code shows it. Source: docs/GAPS.md#H1 */
function isListed({ lists }: RecordedAdditions, name: string, { code, longer }: RecordedGoods): boolean | null {
  const codes = lists.get(name) ?? [];
  const own = isOnList(codes, code);
  return own === null && isOnList(codes, longer) === true ? true : own;
}

type Condition = AdditionalDutyOnRecord['conditions'][number];

/** Whether goods may meet a condition by list, chapter and origin. */
function meetsCondition(additions: RecordedAdditions, condition: Condition, goods: RecordedGoods): boolean {
  const { lists, chapters, outsideChapters, origins } = condition;
  const chapter = goods.code.slice(0, 2);
  const isOrigin = (country: string): boolean => origins === undefined || origins.includes(country);
  return (
    (lists === undefined || lists.some((name) => isListed(additions, name, goods) !== false)) &&
    chapters?.includes(chapter) !== false &&
    outsideChapters?.includes(chapter) !== true &&
    (isOrigin(goods.origin) || isOrigin(customsState(goods.origin)))
  );
}

function concernsOrigin({ origins, exceptOrigins }: AdditionalDutyOnRecord, country: string): boolean {
  return (origins === null || origins.includes(country)) && !exceptOrigins.includes(country);
}

/** What still decides whether goods pay a duty, beside code, origin and date; undefined where they do not pay it. */
function openConditions(
  additions: RecordedAdditions,
  duty: AdditionalDutyOnRecord,
  goods: RecordedGoods,
): readonly string[] | undefined {
  const state = customsState(goods.origin);
  const [own, ofState] = [concernsOrigin(duty, goods.origin), concernsOrigin(duty, state)];
  if (!own && !ofState) return undefined;
  const on = duty.list === null ? true : isListed(additions, duty.list, goods);
  const outside = duty.outside.map((name) => isListed(additions, name, goods));
  if (on === false || outside.includes(true)) return undefined;
  return [
    ...(own === ofState ? [] : [`whether goods of ${goods.origin} are goods of ${state} is not said`]),
    ...(on === null || outside.includes(null)
      ? ['it is for some of the codes below this one: name one of eight or ten digits']
      : []),
    ...duty.conditions.filter((condition) => meetsCondition(additions, condition, goods)).map(({ words }) => words),
  ];
}

/**
 * The duty recorded for a day. After its known end, the last one with the day until which it is known, unless it has
 * ended.
 */
function dutyOn(duties: Facts<AdditionalDutyOnRecord>, key: string, date: string) {
  const found = factAt(duties, key, date);
  if (found === null) return null;
  const { value, from, until, source } = found;
  if (value !== null) return { duty: value, from, until, source, knownUntil: null };
  const last = duties.facts.filter((fact) => fact.until === from).at(-1);
  if (last === undefined || last.value === null) return null;
  return { duty: last.value, from: last.from, until: null, source: last.source, knownUntil: from };
}

/** Whether the records say what is due on a day, or did until shortly before and nothing newer does. */
export function isRecorded({ from }: RecordedAdditions, date: string): boolean {
  return from <= date;
}

/** Duties of chapter 99 that goods pay or may pay by the record. Source: docs/GAPS.md#H7, #H9 */
export function recordedAdditionsOn(additions: RecordedAdditions, goods: RecordedGoods): FoundAdditions {
  const { date } = goods;
  const additional: AdditionalQuote[] = [];
  const unknown: string[] = [];
  for (const [key, duties] of additions.duties) {
    const found = dutyOn(duties, key, date);
    if (found === null || found.duty.percent === '0') continue;
    const { duty, from, until, source, knownUntil } = found;
    const open = openConditions(additions, duty, goods);
    if (open === undefined) continue;
    if (duty.percent === null) {
      unknown.push(`${duty.name}: due from ${from ?? 'an earlier day'}, and how much is not recorded`);
      continue;
    }
    const ended = knownUntil === null ? [] : [`known until ${knownUntil}: whether it is due on ${date} is not`];
    const conditions = [...ended, ...open];
    const heading = key.slice(0, '9903.00.00'.length);
    additional.push({
      name: `${duty.name} (${heading})`,
      rate: Number(duty.percent),
      basis: 'customs_value',
      applies: conditions.length === 0 ? true : null,
      condition: conditions.length === 0 ? null : conditions.join('; '),
      source: `heading ${heading}: ${source}`,
      from,
      until,
    });
  }
  if (additions.until <= date) {
    unknown.push(
      `what chapter 99 of the United States schedule adds on ${date} is not known: its duties are recorded until ${additions.until}`,
    );
  }
  return { additional, unknown: unknown.length === 0 ? null : unknown.join('; ') };
}
