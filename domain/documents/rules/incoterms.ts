/** The eleven rules of Incoterms 2020. */
export const INCOTERMS = ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'] as const;

export type IncotermCode = (typeof INCOTERMS)[number];

/** Rules for sea and inland waterway transport alone. */
const WATER_ONLY: ReadonlySet<string> = new Set(['FAS', 'FOB', 'CFR', 'CIF']);
const WATER_MODES: ReadonlySet<string> = new Set(['sea', 'inland_waterway', 'multimodal']);

/** @returns whether the rule is made for ships and the goods do not travel by one */
export function isMisusedIncoterm(code: IncotermCode, mode: string): boolean {
  return WATER_ONLY.has(code) && !WATER_MODES.has(mode);
}
