import type { WatchListEntry } from '../compliance/watch-list';
import type { AdditionalDuty } from '../tariffs/schedule/additional-duties';
import type { Rate } from '../tariffs/schedule/duty';
import type { SpecialRate } from '../tariffs/schedule/us-duty';
import type { WrittenRule } from '../hs-codes/search/index/assemble';
import type { AgreementFacts, ProgramFacts, ReplacementFacts } from './fact-schemas';

/** A row that could not be used, by the line (or the position in a JSON list) where it stands. */
export interface Reject {
  line: number;
  reason: string;
}

/** A chapter, heading or subheading of the Harmonized System. */
export interface NomenclatureNode {
  code: string;
  /** Roman numeral. */
  section: string;
  description: string;
}

/** One line of a national schedule; `rate` is null for texts without a rate of their own. */
export interface TariffLine {
  code: string;
  description: string;
  /** Texts of the superior lines and its own, outermost first. */
  path: readonly string[];
  /** Statistical units as the schedule writes them, such as `doz., kg`. */
  unit: string | null;
  rate: Rate | null;
  specialText: string | null;
  preferences: readonly SpecialRate[];
  /** What origins without most favoured nation treatment pay; null where the schedule has no such column. */
  columnTwo: Rate | null;
}

/** A standard rate in percent as decimal text; `validTo` is the first day on which it no longer holds. */
export interface VatRow {
  country: string;
  percent: string;
  name: string;
  validFrom: string | null;
  validTo: string | null;
}

/** World trade of a code in whole United States dollars. */
export interface TradeRow {
  code: string;
  year: number;
  exports: string;
  imports: string;
  topExporters: readonly string[];
  topImporters: readonly string[];
}

/** The rows of an edition, by what they are about. */
export type EditionContent =
  | { kind: 'nomenclature'; nodes: readonly NomenclatureNode[]; sections: readonly { roman: string; name: string }[] }
  | { kind: 'names'; names: readonly { code: string; name: string }[] }
  | { kind: 'synonyms'; rules: readonly WrittenRule[] }
  | { kind: 'schedule'; schedule: string; lines: readonly TariffLine[]; additional: readonly AdditionalDuty[] }
  | { kind: 'vat'; rates: readonly VatRow[] }
  | { kind: 'trade'; rows: readonly TradeRow[] }
  | { kind: 'indicator'; values: readonly { country: string; indicator: string; year: number; value: string }[] }
  | { kind: 'exchange-rates'; rates: readonly { base: string; quote: string; rate: string; validOn: string }[] }
  | { kind: 'agreements'; agreements: readonly AgreementFacts[] }
  | { kind: 'programs'; programs: readonly ProgramFacts[] }
  | { kind: 'replacements'; replacements: readonly ReplacementFacts[] }
  | { kind: 'watch-list'; entries: readonly WatchListEntry[] };

/** One subject that a file brings: a schedule, the nomenclature, a list of names. */
export interface EditionDraft {
  /** What it is an edition of: `hs:nomenclature`, `tariff:US`, `vat:standard`, `names:…`. */
  subject: string;
  title: string;
  publisher: string;
  licence: string;
  edition: string;
  url: string | null;
  /** First day on which it holds; null where the publication does not say. */
  validFrom: string | null;
  /** Edition of the nomenclature that its codes belong to, such as `HS 2017`. */
  nomenclature: string | null;
  /** Small facts shown with the edition, such as the average rate. */
  facts: Readonly<Record<string, unknown>>;
  content: EditionContent;
}

/** What was read of a file, before anything is stored. */
export interface ParsedImport {
  rowsIn: number;
  rejects: readonly Reject[];
  editions: readonly EditionDraft[];
  /** Whether what can be found by search changes. */
  changesSearch: boolean;
}

/** The file as a whole cannot be used; nothing was changed. */
export class ImportRefused extends Error {
  constructor(
    message: string,
    readonly rejects: readonly Reject[] = [],
  ) {
    super(message);
    this.name = 'ImportRefused';
  }
}

/** How many entries, or names of entries, a watch list had and has. */
export interface ListSize {
  what: 'entries' | 'names';
  before: number;
  after: number;
}

/** A watch list lost so much that a person has to look: the former edition stays. Source: docs/GAPS.md#P13 */
export class WatchListShrunk extends ImportRefused {
  constructor(
    readonly subject: string,
    readonly size: ListSize,
  ) {
    super(
      `${subject} has ${size.after} ${size.what} after ${size.before} in the former edition, which stays in force. ` +
        'Say --replace if it is whole.',
    );
  }
}

/** Shorter lists change by more than a fifth from day to day. */
const LEAST_SIZE = 10;
const LEAST_SHARE_KEPT = 0.8;

/** @returns whether a list has lost more than a fifth of its entries, or of its names, which may come in a file of their own */
export function hasShrunk({ before, after }: Pick<ListSize, 'before' | 'after'>): boolean {
  return before >= LEAST_SIZE && after < before * LEAST_SHARE_KEPT;
}

/** Whether editions of the subject stay beside each other, each for the days from which it holds. */
export function isDated(content: EditionContent): boolean {
  return content.kind === 'schedule' || content.kind === 'vat';
}

/** Whether the rows of an edition stay when another one takes its place: what was decided by them can be shown again. */
export function keepsRows(content: EditionContent): boolean {
  return isDated(content) || content.kind === 'watch-list';
}

/** @returns the rate text of each line that bears one */
export function ratesByCode(lines: readonly TariffLine[]): Map<string, string> {
  const rates = new Map<string, string>();
  for (const { code, rate } of lines) if (rate !== null) rates.set(code, rate.expression);
  return rates;
}
