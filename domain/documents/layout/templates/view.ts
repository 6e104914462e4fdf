import type { Locale } from '../../locales';
import type { Labels } from '../labels';

/** One line of text; its label, where it has one, stands before it and keeps its own direction. */
export interface Line {
  label?: string;
  text: string;
  strong?: boolean;
}

/** A part of the head: a label over its lines; `rows` sets the lines' own labels in a column of their own. */
export interface Box {
  label: string;
  lines: readonly Line[];
  layout: 'lines' | 'rows';
}

export interface Column {
  label: string;
  /** Figures stand at the end of their column, on one line. */
  align: 'start' | 'end';
}

/** Text, or lines of which each keeps its own direction. */
export type Cell = string | readonly Line[];
export type Row = readonly Cell[];

export interface TotalLine {
  label: string;
  /** What explains the amount, under the label. */
  details?: readonly Line[];
  text: string;
  strong?: boolean;
}

/** What the table comes to: sums under its columns, or lines such as charges. It stays with the last row. */
export type Totals =
  { kind: 'row'; label: string; sums: ReadonlyMap<number, string> } | { kind: 'lines'; lines: readonly TotalLine[] };

/** One figure of the summary; its text keeps its own direction. */
export interface SummaryPart {
  label: string;
  text: string;
}

/** Who signs: what is declared, what is known of place and name, and room for the signature. */
export interface Panel {
  label: string;
  statement: string | null;
  facts: readonly Line[];
  /** For whom is signed. */
  signer: string;
  /** Under the room for the signature. */
  caption: string;
}

/** A block after the totals; it stays on one page. */
export type TailBlock =
  | { kind: 'summary'; parts: readonly SummaryPart[] }
  | { kind: 'text'; label: string; text: string }
  | { kind: 'box'; box: Box }
  /** A row of a list of its own, with the head of the list before the first. */
  | { kind: 'listed'; columns: readonly string[]; row: readonly string[]; isFirst: boolean }
  /** Declaration and signature: never apart. */
  | { kind: 'closing'; panels: readonly Panel[] };

/**
 * What a document shows, without a word about paper: every type fills it, one sheet prints it.
 * Places follow the UN Layout Key. Source: docs/GAPS.md#D3
 */
export interface SheetView {
  title: string;
  number: string;
  dateLabel: string;
  date: string;
  /** Who issues it: names the logo, and stands on each page. */
  issuer: string;
  locale: Locale;
  labels: Labels;
  /** Printed large beside the title where the document is a draft or no demand. */
  mark: string | null;
  left: readonly Box[];
  right: readonly Box[];
  wide: readonly Box[];
  /** Over the table, where the trade has such a line. */
  caption: string | null;
  columns: readonly Column[];
  rows: readonly Row[];
  /** Most rows of one page, where a form prescribes it. */
  maxRowsPerPage?: number;
  /** Subtotals after the first `count` rows, by column index; they are carried over to the next page. */
  carried(count: number): ReadonlyMap<number, string>;
  totals: Totals;
  tail: readonly TailBlock[];
}

/** The view with its wide boxes after the table, where they may go on over pages. */
export function withTextsLast(view: SheetView): SheetView {
  const moved = view.wide.map((box): TailBlock => ({ kind: 'box', box }));
  return { ...view, wide: [], tail: [...moved, ...view.tail] };
}

/** What the sheet needs beside the view. */
export interface SheetMarks {
  documentId: string;
  verifyUrl: string;
  verifyCode: string;
  branding: SheetBranding | null;
}

/** How the account's documents look. Source: docs/GAPS.md#D7 */
export interface SheetBranding {
  /** `#rrggbb`; null for the colour of the service. */
  accent: string | null;
  /** PNG as it was re-encoded when it was taken; null for none. */
  logoPng: Uint8Array | null;
}
