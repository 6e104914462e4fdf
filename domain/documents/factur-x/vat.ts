/** Categories of VAT that an invoice can state. Source: EN 16931-1, BT-118; UNTDID 5305 */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** What each category means, as the standard words it. */
export const TAX_CATEGORY_MEANINGS: Readonly<Record<TaxCategory, string>> = {
  S: 'standard rate',
  Z: 'zero rated goods',
  E: 'exempt from VAT',
  AE: 'reverse charge',
  K: 'intra-community supply',
  G: 'export outside the EU',
  O: 'not subject to VAT',
};

/** Codes of the reasons that follow from a category alone. Source: EN 16931, BT-121; code list VATEX */
export const EXEMPTION_CODES: Readonly<Partial<Record<TaxCategory, string>>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

/** @returns whether a category says why there is no tax. Source: EN 16931, BR-S-10, BR-Z-10, BR-E-10 */
export function hasReason(category: TaxCategory): boolean {
  return category !== 'S' && category !== 'Z';
}

/** What a tax and a line of an invoice say of VAT. */
interface Vat {
  category?: TaxCategory | undefined;
  /** Percent. */
  rate: number;
}
interface TaxedLine {
  taxCategory?: TaxCategory | undefined;
  /** Percent. */
  taxRate?: number | undefined;
}

/**
 * The taxes that an item or a charge may mean: those of its category and rate, as far as it states them. One if the
 * line is clear, none if no tax fits.
 */
export function matchingTaxes<Tax extends Vat>(line: TaxedLine, taxes: readonly Tax[]): Tax[] {
  const { taxCategory, taxRate } = line;
  return taxes.filter(
    ({ category, rate }) =>
      (taxCategory === undefined || taxCategory === category) && (taxRate === undefined || taxRate === rate),
  );
}
