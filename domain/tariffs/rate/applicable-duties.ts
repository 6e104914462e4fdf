import { dottedCode } from '../../hs-codes/code';
import type { AdditionalDuty } from '../schedule/additional-duties';
import { customsState } from '../schedule/countries';

/** An additional duty as an answer shows it, beside the general rate and never inside it. */
export interface AdditionalQuote {
  name: string;
  /** Percent of the customs value. */
  rate: number;
  basis: 'customs_value';
  /** Null where the publication does not hold what decides. */
  applies: boolean | null;
  /** What decides where `applies` is null. */
  condition: string | null;
  /** Dotted heading and note of the schedule. */
  source: string;
  from: string | null;
  until: string | null;
}

/** What the headings of chapter 99 stand for, by their first six digits. */
const PROGRAMS: Readonly<Record<string, string>> = {
  '990380': 'Section 232, iron and steel',
  '990381': 'Section 232, iron and steel',
  '990385': 'Section 232, aluminum',
  '990388': 'Section 301, China',
  '990389': 'Section 301, large civil aircraft',
  '990391': 'Section 301, China',
  '990392': 'Section 301, China',
};

interface NoteList {
  /** Six or more digits, first and last of each range, both included. */
  ranges: readonly (readonly [string, string])[];
  /** Longer codes that are named one by one. */
  codes: readonly string[];
  source: string;
}

/**
 * Goods that notes of chapter 99 list, where the proclamation behind the note names them in few ranges.
 * Sources: Proclamation 9705 of 8 March 2018, 83 FR 11625 (steel); Proclamation 9704 of the same day, 83 FR 11619 (aluminum)
 */
const NOTE_LISTS: Readonly<Record<string, NoteList>> = {
  '16': {
    ranges: [
      ['720610', '721650'],
      ['721699', '730110'],
      ['730210', '730210'],
      ['730240', '730290'],
      ['730410', '730690'],
    ],
    codes: [],
    source: 'Proclamation 9705, 83 FR 11625',
  },
  '19': {
    ranges: [
      ['760100', '760199'],
      ['760400', '760999'],
    ],
    // Castings and forgings.
    codes: ['7616995160', '7616995170'],
    source: 'Proclamation 9704, 83 FR 11619',
  },
};
/** The same list of aluminum articles stands in a subdivision of the note. */
const SAME_LIST: Readonly<Record<string, string>> = { '16(b)': '16', '19(b)': '19' };

function listOf(note: string | null): NoteList | undefined {
  return note === null ? undefined : NOTE_LISTS[SAME_LIST[note] ?? note];
}

interface NamedGoods {
  /** Digits: the longest code of the goods that is known. */
  code: string;
  /** Digits of a longer code that the goods were given; else the same. */
  longer: string;
}

/** Goods as additional duties look at them. */
export interface ConsideredGoods extends NamedGoods {
  origin: string;
  /** ISO calendar date of the import. */
  date: string;
  /** Name of the edition, for the source. */
  edition: string;
  /** Why nothing that the edition says is certain on the date, in words; null within its own time. */
  age: string | null;
}

/** Whether a code or the codes below it begin with one of those named; null if only some below it do. */
function isAmong(code: string, named: readonly string[]): boolean | null {
  if (named.some((prefix) => code.startsWith(prefix))) return true;
  return named.some((prefix) => prefix.startsWith(code)) ? null : false;
}

/** Whether all of a code is within ranges of a list; null if only a part of it is. */
function isInRanges(code: string, { ranges }: NoteList): boolean | null {
  const [first, last] = [code.padEnd(6, '0').slice(0, 6), code.padEnd(6, '9').slice(0, 6)];
  if (ranges.some(([from, to]) => from <= first && last <= to)) return true;
  return ranges.some(([from, to]) => from <= last && first <= to) ? null : false;
}

/** Whether the goods are known, from the text of the duty or from the proclamation behind its note. */
function isListed(duty: AdditionalDuty): boolean {
  return duty.codes !== null || listOf(duty.note) !== undefined;
}

/** Whether a duty is for a code: yes, no, or null where that is not known. */
function isAmongGoods(duty: AdditionalDuty, code: string): boolean | null {
  if (duty.codes !== null) return isAmong(code, duty.codes);
  const list = listOf(duty.note);
  if (list === undefined) return null;
  const named = isAmong(code, list.codes);
  return named === false ? isInRanges(code, list) : named;
}

/** Whether a duty is for goods; null if unknown, unless a longer code shows it. Source: docs/GAPS.md#H1, #H4 */
function concerns(duty: AdditionalDuty, { code, longer }: NamedGoods): boolean | null {
  const goods = isAmongGoods(duty, code);
  return goods === null && isAmongGoods(duty, longer) === true ? true : goods;
}

function concernsCountry({ origins, exceptOrigins }: AdditionalDuty, country: string): boolean {
  return (origins === null || origins.includes(country)) && !exceptOrigins.includes(country);
}

/**
 * Whether goods of an origin are meant. The schedule names countries; null where it means the state inside whose customs
 * border a territory lies and not the territory, or the reverse: it does not say whether goods of the one are of the other.
 */
function concernsOrigin(duty: AdditionalDuty, origin: string): boolean | null {
  const own = concernsCountry(duty, origin);
  return own === concernsCountry(duty, customsState(origin)) ? own : null;
}

/** Why it is uncertain whether a duty is due, or null where it is due. */
function conditionOf(
  duty: AdditionalDuty,
  goods: boolean | null,
  { code, origin, age }: ConsideredGoods,
): string | null {
  if (age !== null) return age;
  if (concernsOrigin(duty, origin) === null) {
    return `whether goods of ${origin} are goods of ${customsState(origin)}, of which the text speaks, is not said in it`;
  }
  if (duty.conditional) return `the text of heading ${dottedCode(duty.heading)} sets conditions beside code and origin`;
  if (goods !== null) return null;
  if (isListed(duty)) {
    return `it is for some of the lines below ${dottedCode(code)}: name one of them, of eight or ten digits`;
  }
  return duty.note === null
    ? `heading ${dottedCode(duty.heading)} does not say in its text which codes it is for`
    : `the goods are listed in U.S. note ${duty.note} to subchapter III of chapter 99, which is not loaded`;
}

/** A duty of chapter 99 as it is quoted; `applies` is null while a condition is open. */
function toAdditionalQuote(duty: AdditionalDuty, goods: boolean | null, considered: ConsideredGoods): AdditionalQuote {
  const heading = dottedCode(duty.heading);
  const condition = conditionOf(duty, goods, considered);
  const list = goods === true ? listOf(duty.note) : undefined;
  const note = duty.note === null ? '' : `, U.S. note ${duty.note}`;
  return {
    name: `${PROGRAMS[duty.heading.slice(0, 6)] ?? 'Additional duty'} (${heading})`,
    rate: Number(duty.percent),
    basis: 'customs_value',
    applies: condition === null ? true : null,
    condition,
    source: `${considered.edition}, heading ${heading}${note}${list === undefined ? '' : `; ${list.source}`}`,
    from: duty.from,
    until: duty.until,
  };
}

/**
 * Additional duties that apply or may apply to the goods. Left out are those ruled out by code, origin or date, and
 * uncertain ones for every origin (conditional, or goods unknown), which would otherwise show on every shipment.
 * Source: docs/GAPS.md#H7
 */
export function additionalDutiesOn(duties: readonly AdditionalDuty[], considered: ConsideredGoods): AdditionalQuote[] {
  const { origin, date } = considered;
  return duties.flatMap((duty) => {
    const inTime = (duty.from === null || duty.from <= date) && (duty.until === null || date < duty.until);
    if (!inTime || concernsOrigin(duty, origin) === false) return [];
    const goods = concerns(duty, considered);
    // Conditions and unknown goods without an origin would be named for every consignment of the world.
    const unknown = duty.conditional || (goods === null && !isListed(duty));
    if (goods === false || (duty.origins === null && unknown)) return [];
    return [toAdditionalQuote(duty, goods, considered)];
  });
}
