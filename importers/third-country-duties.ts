import { utcDate } from '../domain/calendar-dates';
import { ImportRefused, type EditionDraft, type Reject, type TariffLine } from '../domain/imports/drafts';
import { scheduleFacts } from '../domain/imports/schedule-facts';
import { parseTaricRate } from '../domain/tariffs/schedule/taric-duty';
import { provenance, type ImportOptions } from './importer';

/** A measure as TARIC and the UK tariff publish it, in the words of the publication. */
export interface Measure {
  line: number;
  /** Ten digits, with or without a blank and the suffix of the product line. */
  code: string;
  description: string;
  /** Numeric type: 103 is the third country duty, the general rate. */
  type: string;
  /** Numeric area: 1011 is every country (erga omnes). */
  area: string;
  additionalCode: string;
  duty: string;
  /** First day, `YYYY-MM-DD`. */
  from: string;
  /** Last day, or empty. */
  until: string;
}

const THIRD_COUNTRY_DUTY = '103';
const EVERY_COUNTRY = '1011';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The code without pairs of zeros at its end, since a measure holds for all codes below; null for other texts. */
function codeOf(text: string): string | null {
  const digits = /^(\d{10})(?: \d{2})?$/.exec(text)?.[1];
  return digits === undefined ? null : digits.replace(/(?:00){1,3}$/, '');
}

function measureFault({ code, duty, from, until }: Measure): string | null {
  if (codeOf(code) === null) return `"${code}" is no commodity code of ten digits`;
  if (duty === '') return `${code} has no duty`;
  if (!DAY.test(from)) return `${code} begins on "${from}", which is no day`;
  if (until !== '' && !DAY.test(until)) return `${code} ends on "${until}", which is no day`;
  return null;
}

function toTariffLine({ code, description, duty }: Measure): TariffLine {
  return {
    code: codeOf(code) ?? code,
    description,
    path: description === '' ? [] : [description],
    unit: null,
    rate: parseTaricRate(duty),
    specialText: null,
    preferences: [],
    columnTwo: null,
  };
}

/** Takes the general rates that hold on one day out of all the measures of a publication, one at a time. */
export class ThirdCountryDuties {
  readonly rejects: Reject[] = [];
  rowsIn = 0;
  private readonly lines = new Map<string, { line: TariffLine; at: number }>();

  /** @param day for which the rates are wanted, `YYYY-MM-DD` */
  constructor(
    private readonly file: string,
    private readonly day: string,
  ) {}

  /**
   * Measures of other types, for other areas and with an additional code are left out.
   * @throws ImportRefused where one code has two rates on the day: editions are mixed
   */
  add(measure: Measure): void {
    const { type, area, additionalCode, from, until } = measure;
    if (type !== THIRD_COUNTRY_DUTY || area !== EVERY_COUNTRY || additionalCode !== '') return;
    this.rowsIn += 1;
    const reason = measureFault(measure);
    if (reason !== null) {
      this.rejects.push({ line: measure.line, reason });
      return;
    }
    if (from > this.day || (until !== '' && until < this.day)) return;
    const line = toTariffLine(measure);
    const first = this.lines.get(line.code);
    if (first === undefined) {
      this.lines.set(line.code, { line, at: measure.line });
      return;
    }
    if (first.line.rate?.expression !== line.rate?.expression) {
      throw new ImportRefused(
        `${this.file}, line ${measure.line}: the duty of ${line.code} differs from line ${first.at}; editions are mixed.`,
      );
    }
    this.rejects.push({ line: measure.line, reason: `${line.code} occurs twice` });
  }

  /** The edition of the lines that were read. @throws ImportRefused when no rate holds on the day */
  edition(
    schedule: 'GB' | 'EU',
    title: string,
    known: { publisher: string; licence: string },
    options: ImportOptions,
  ): EditionDraft {
    const lines = [...this.lines.values()].map(({ line }) => line);
    if (lines.length === 0 && this.rejects.length === 0) {
      throw new ImportRefused(`${this.file} holds no third country duty for every country on ${this.day}.`);
    }
    return {
      subject: `tariff:${schedule}`,
      title,
      ...provenance(options, { ...known, edition: this.day, validFrom: this.day }),
      nomenclature: 'HS 2022',
      facts: scheduleFacts(lines),
      content: { kind: 'schedule', schedule, lines, additional: [] },
    };
  }
}

/** The day for which a publication of all measures is read: as stated, else the day of the import. */
export function dayOf(options: ImportOptions): string {
  return options.validFrom ?? utcDate(new Date());
}
