import { commonSchedule } from './countries';
import type { ReferenceData, VatRate } from './reference-data';
import type { Provenance, Schedule } from './schedule';
import { addDays, DAY_MS } from '../../calendar-dates';

/** Days an edition answers for after its own: chapter 99 changes several times a month. Source: docs/GAPS.md#H9 */
const CHAPTER_99_DAYS = 30;
/** From this age on an edition may have been overtaken: schedules appear every year. */
const AGED_DAYS = 366;

/** The edition of a schedule that holds at a date, or why there is none. */
export type ScheduleAt =
  { kind: 'edition'; schedule: Schedule } | { kind: 'not_loaded' } | { kind: 'before_editions'; oldest: Schedule };

/**
 * The edition of a schedule that is valid on a date: the latest that began before, of its own or of a common tariff;
 * else whether none is loaded or all began later.
 * @param name such as `US`
 * @param date ISO calendar date
 * Source: docs/GAPS.md#H4
 */
export function scheduleAt(reference: ReferenceData, name: string, date: string): ScheduleAt {
  const editions = reference.schedules.get(name) ?? reference.schedules.get(commonSchedule(name)) ?? [];
  const schedule = editions.find(({ provenance }) => (provenance.validFrom ?? '') <= date);
  if (schedule !== undefined) return { kind: 'edition', schedule };
  const oldest = editions.at(-1);
  return oldest === undefined ? { kind: 'not_loaded' } : { kind: 'before_editions', oldest };
}

/** The standard VAT or GST rate of a country at a date, or null; regional taxes and reduced rates are not included. */
export function vatAt(reference: ReferenceData, country: string, date: string): VatRate | null {
  const rates = reference.vat.get(country) ?? [];
  const holds = ({ validFrom, validTo, source }: VatRate): boolean =>
    (validFrom ?? '') <= date && (validTo === null || validTo > date) && (source.validFrom ?? '') <= date;
  return rates.find(holds) ?? null;
}

/** The date of a list: its start of validity, else a date as its edition's name, else its import. */
function dayOf({ validFrom, edition, importedAt }: Provenance): string {
  return validFrom ?? /^\d{4}-\d{2}-\d{2}$/.exec(edition)?.[0] ?? importedAt.slice(0, 10);
}

/** @returns whole months of the calendar from one day to a later one */
function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0);
}

/** The last day on which an edition is known to be current: its first day, or a later check with the publisher. */
function lastKnownDay({ provenance: { validFrom }, confirmedOn }: Schedule): string | null {
  return validFrom !== null && confirmedOn !== null && confirmedOn > validFrom ? confirmedOn : validFrom;
}

/** A warning where an edition is a year older than the date, or has no date; else empty. */
export function scheduleAge(schedule: Schedule, date: string): string[] {
  const { name, provenance } = schedule;
  const { edition } = provenance;
  const known = lastKnownDay(schedule);
  if (known === null) return [`the edition ${edition} of the schedule of ${name} does not say from when it is valid`];
  if (Date.parse(date) - Date.parse(known) < AGED_DAYS * DAY_MS) return [];
  const months = monthsBetween(known, date);
  return [
    `changes of the schedule of ${name} after ${known} are not loaded: its edition ${edition} is ${months} months older than ${date}`,
  ];
}

/**
 * Sentences on why answers by an edition are provisional.
 * @param name of the schedule that was looked for
 */
export function scheduleGaps(schedule: Schedule, name: string, date: string): string[] {
  const { name: found, doubts } = schedule;
  const common = `the schedule of ${name} is the common tariff that is loaded for ${found}, without exceptions of ${name}`;
  return [
    ...(found === name ? [] : [common]),
    ...doubts.map((doubt) => `${found}: ${doubt}`),
    ...scheduleAge(schedule, date),
  ];
}

/**
 * A warning that the duties of chapter 99 on a date are not known; null while the edition is recent enough, and for
 * other schedules.
 * @param schedule the edition that is valid on the date
 * Source: docs/GAPS.md#H9
 */
export function chapter99Age(schedule: Schedule, date: string): string | null {
  if (schedule.name !== 'US') return null;
  const { edition } = schedule.provenance;
  const known = lastKnownDay(schedule);
  if (known !== null && date <= addDays(known, CHAPTER_99_DAYS)) return null;
  const age = known === null ? 'has no date' : `is ${monthsBetween(known, date)} months older`;
  return `what chapter 99 of the United States schedule adds on ${date} is not known: the edition "${edition}" ${age}`;
}

/** A sentence that the VAT of a country is not known, and since when if an earlier rate is known. */
export function vatUnknown(reference: ReferenceData, country: string, date: string): string {
  const ended = (reference.vat.get(country) ?? []).flatMap(({ validTo }) =>
    validTo === null || validTo > date ? [] : [validTo],
  );
  const last = ended.sort().at(-1);
  return `VAT of ${country} is not known${last === undefined ? '' : ` from ${last} on`}`;
}

/** @returns a warning if the start of a VAT rate is unknown and the date is before its source's; else an empty list */
export function vatAge(country: string, rate: VatRate, date: string): string[] {
  if (rate.validFrom !== null || date >= dayOf(rate.source)) return [];
  return [
    `the source does not say since when the VAT of ${country} is ${rate.percent} %: on ${date} it may have differed`,
  ];
}
