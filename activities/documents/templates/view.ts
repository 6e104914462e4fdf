import type { Locale } from '../../../domain/documents/document';
import type { Labels } from '../labels';

/** One box of the grid: a label and lines, each with or without a small label of its own. */
export interface Box {
  label: string;
  lines: BoxLine[];
}

export interface BoxLine {
  label?: string;
  text: string;
  strong?: boolean;
}

export interface Column {
  label: string;
  /** Share of the width in percent; those of a table add up to 100. */
  width: number;
  align: 'start' | 'end';
}

export type Row = readonly string[];

export interface TotalLine {
  label: string;
  text: string;
  strong?: boolean;
}

/** One figure of the summary; its text keeps its own direction. */
export interface SummaryPart {
  label?: string;
  text: string;
}

/** A block after the table; it stays on one page. */
export type TailBlock =
  | { kind: 'totals'; lines: TotalLine[] }
  | { kind: 'summary'; label: string; parts: SummaryPart[] }
  | { kind: 'text'; label: string; text: string }
  | { kind: 'boxes'; boxes: Box[] }
  | { kind: 'signature'; placeAndDate: string; name: string; label: string };

/**
 * What a document shows, without a word about paper: five types fill it, one sheet prints it.
 * Places follow the UN Layout Key. Source: docs/GAPS.md#D3
 */
export interface SheetView {
  title: string;
  number: string;
  date: string;
  locale: Locale;
  labels: Labels;
  /** Printed large under the title where the document is a draft or no demand. */
  mark: string | null;
  left: Box[];
  /** Pairs stand side by side. */
  right: Box[][];
  wide: Box[];
  columns: Column[];
  rows: Row[];
  /** Most rows of one page, where a form prescribes it. */
  maxRowsPerPage?: number;
  /** Subtotals after the first `count` rows, by column index; they are carried over to the next page. */
  carried(count: number): ReadonlyMap<number, string>;
  tail: TailBlock[];
}

/** What the sheet needs beside the view. */
export interface SheetMarks {
  documentId: string;
  verifyUrl: string;
  verifyCode: string;
}
