/** How a partner said something: by a report, a confirmation, or in the answer to a question of ours. */
export const REPORT_KINDS = ['status', 'settlement', 'inquiry', 'cancellation'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** Names a report among those of its partner about one instruction. */
export interface ReportKey {
  partnerId: string;
  kind: ReportKind;
  dedupeKey: string;
}
