import { askedCode } from '../../hs-codes/nomenclature';
import { applies } from '../schedule/agreements';
import { additionalDutiesOn, type AdditionalQuote } from '../rate/applicable-duties';
import { inCustomsUnion, paysColumnTwo, scheduleOf } from '../schedule/countries';
import { chapter99Age, scheduleAge, scheduleGaps, vatAge, vatAt, vatUnknown } from '../schedule/editions';
import { findRate, type FoundRate, type QuoteRequest, type Unavailable } from '../rate/found-rate';
import { coverageOf, excludedFrom, type Coverage } from '../schedule/coverage';
import { isRecorded, recordedAdditionsOn, type FoundAdditions } from '../rate/recorded-additions';
import { grantOf, type AgreementQuote, type Grant } from '../rate/grants';
import type { ReferenceData, VatRate } from '../schedule/reference-data';
import { rateGaps, resolveColumnTwo, type ResolvedRate } from '../rate/resolve-rate';
import type { Provenance, Schedule } from '../schedule/schedule';

/** All that a quote needs before amounts are known; it changes with imports and days only. */
export interface Plan {
  kind: 'plan';
  found: FoundRate;
  grants: readonly Grant[];
  /** The same as answers show them. */
  agreements: readonly AgreementQuote[];
  vatPercent: string | null;
  columnTwo: { rate: ResolvedRate; applies: boolean } | null;
  additional: readonly AdditionalQuote[];
  /** Why duties of chapter 99 that are not in `additional` may be due, in words; null where none can be. */
  unknownAdditions: string | null;
  /** Why changes may have overtaken the edition, in words; null while it is younger than a year, and without one. */
  age: string | null;
  sources: readonly Provenance[];
  missing: readonly string[];
  /** Name of the schedule, for what its answers leave out. */
  schedule: string;
  coverage: Coverage;
}

/** The source of the agreements that apply; inside the customs union, that of the union itself. */
function agreementSources(
  reference: ReferenceData,
  { origin, destination, date }: QuoteRequest,
  grants: readonly Grant[],
): Provenance[] {
  const whole = reference.agreementsSource;
  if (whole === null || grants.length === 0) return [];
  const named = new Set(grants.map(({ name }) => name));
  const union = reference.agreements.find(
    (agreement) => agreement.customsUnion && named.has(agreement.name) && applies(agreement, origin, destination, date),
  );
  if (union === undefined) return [whole];
  const { title, source, sourceUrl, effectiveDate } = union;
  return [whole, { ...whole, title, publisher: source, url: sourceUrl, validFrom: effectiveDate }];
}

function additionalGaps(additional: readonly AdditionalQuote[]): string[] {
  const open = additional.filter((duty) => duty.applies === null).length;
  if (open === 0) return [];
  return [`whether ${open} additional duties of chapter 99 apply is not known: each names in "condition" what decides`];
}

/** A sentence on the rates of column 2, where the origin pays them. */
function columnTwoGaps(columnTwo: Plan['columnTwo'], { origin, destination, date }: QuoteRequest): string[] {
  if (!paysColumnTwo(origin, destination, date)) return [];
  if (columnTwo === null) {
    return [
      `goods of ${origin} pay column 2 rates of the United States, which are not loaded: the rate is the general one`,
    ];
  }
  return [
    `goods of ${origin} pay column 2 rates of the United States: "tariff" is on the general basis, see "columnTwo"`,
  ];
}

/** The longest known of a code and its parents: its line, else what lines stand below. Source: docs/GAPS.md#H1 */
function knownCode({ nomenclature }: ReferenceData, hsCode: string, { rate, lines }: FoundRate): string {
  if (rate.lineCode !== null) return rate.lineCode;
  const [first] = lines?.relation === 'children' ? lines.lines : [];
  return first === undefined || first.code.startsWith(hsCode) ? hsCode : askedCode(nomenclature, hsCode).known;
}

/**
 * Additional duties by the record; by the schedule's edition where nothing is recorded, or where it is newer and
 * recent enough. Source: docs/GAPS.md#H9
 */
function additionsOn(
  { additions }: ReferenceData,
  schedule: Schedule,
  { hsCode, origin, date }: QuoteRequest,
  code: string,
): FoundAdditions {
  // Zeros behind the code that is known fill up a form and name no line below it.
  const more = hsCode.startsWith(code) ? hsCode.slice(code.length).replace(/^0+$|(00)+$/, '') : '';
  const { edition } = schedule.provenance;
  const age = chapter99Age(schedule, date);
  const goods = { code, longer: code + more, origin, date };
  const isNewer = age === null && additions !== null && (schedule.provenance.validFrom ?? '') >= additions.until;
  if (schedule.name === 'US' && additions !== null && isRecorded(additions, date) && !isNewer) {
    return recordedAdditionsOn(additions, goods);
  }
  return { additional: additionalDutiesOn(schedule.additional, { ...goods, edition, age }), unknown: age };
}

const NO_ADDITIONS: FoundAdditions = { additional: [], unknown: null };

interface Parts {
  found: FoundRate;
  vat: VatRate | null;
  grants: readonly Grant[];
  columnTwo: Plan['columnTwo'];
  additional: readonly AdditionalQuote[];
  unknownAdditions: string | null;
}

/** Sentences on what is missing or uncertain in a plan. */
function gapsOf(
  reference: ReferenceData,
  request: QuoteRequest,
  { found, vat, grants, columnTwo, additional, unknownAdditions }: Parts,
): string[] {
  const { destination, date, hsCode } = request;
  return [
    ...(vat === null
      ? [`${vatUnknown(reference, destination, date)}; totals that depend on it are null`]
      : vatAge(destination, vat, date)),
    ...rateGaps(found.rate, scheduleOf(destination), hsCode),
    ...(found.schedule === null ? [] : scheduleGaps(found.schedule, scheduleOf(destination), date)),
    ...columnTwoGaps(columnTwo, request),
    ...grants
      .filter(({ applicable, rateStatus }) => applicable && rateStatus === 'not_loaded')
      .map(({ name }) => `the preferential rates of ${name} are not loaded`),
    ...additionalGaps(additional),
    ...(unknownAdditions === null ? [] : [unknownAdditions]),
  ];
}

/**
 * Collects what is known about goods, origin and destination at a date: rate, VAT, agreements, additional duties; or
 * why no rate is known.
 */
export function planQuote(reference: ReferenceData, request: QuoteRequest): Plan | Unavailable {
  const found = findRate(reference, request);
  if ('kind' in found) return found;
  const { hsCode, origin, destination, date } = request;
  const vat = vatAt(reference, destination, date);
  const grants = reference.agreements
    .map((agreement) => grantOf(agreement, request, found))
    .filter((grant) => grant !== null);
  const second = found.lines === null ? null : resolveColumnTwo(found.lines);
  const columnTwo = second === null ? null : { rate: second, applies: paysColumnTwo(origin, destination, date) };
  const { schedule } = found;
  const { additional, unknown: unknownAdditions } =
    schedule === null ? NO_ADDITIONS : additionsOn(reference, schedule, request, knownCode(reference, hsCode, found));
  const sources = [
    ...(schedule === null ? [] : [schedule.provenance]),
    ...(vat === null ? [] : [vat.source]),
    ...agreementSources(reference, request, grants),
  ];
  const missing = gapsOf(reference, request, { found, vat, grants, columnTwo, additional, unknownAdditions });
  const name = inCustomsUnion(origin, destination) ? '' : scheduleOf(destination);
  return {
    kind: 'plan',
    found,
    grants,
    agreements: grants.map(toAgreementQuote),
    vatPercent: vat?.percent ?? null,
    columnTwo,
    additional,
    unknownAdditions,
    age: (schedule === null ? null : scheduleAge(schedule, date)[0]) ?? null,
    sources,
    missing,
    schedule: name,
    coverage: coverageOf(sources, missing, excludedFrom([name])),
  };
}

function toAgreementQuote({ name, rate, applicable, rateStatus, conditions }: Grant): AgreementQuote {
  return { name, rate, applicable, rateStatus, conditions };
}
