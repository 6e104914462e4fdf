import type { Paper } from './pagination';

/** CSS pixels of a millimetre. */
const PX_PER_MM = 96 / 25.4;

/** A4 and what the sheet reserves on it, in millimetres. */
export const PAPER_MM = { width: 210, height: 297, margin: 12, footer: 22, nextHead: 15, carry: 6 } as const;
/** Layout on paper may differ from the measured one by fractions of a line. */
const RESERVE_MM = 3;

/** @param maxRowsPerPage most rows of a page; null where height alone decides */
export function paperOf(maxRowsPerPage: number | null): Paper {
  const { height, margin, footer, carry } = PAPER_MM;
  return {
    available: (height - 2 * margin - footer - RESERVE_MM) * PX_PER_MM,
    carry: carry * PX_PER_MM,
    maxRowsPerPage: maxRowsPerPage ?? Number.POSITIVE_INFINITY,
  };
}
