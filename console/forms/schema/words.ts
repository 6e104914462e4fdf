/** How abbreviations in names of members are written. */
const ABBREVIATIONS: Record<string, string> = {
  hs: 'HS',
  id: 'ID',
  po: 'PO',
  lc: 'L/C',
  bl: 'B/L',
  eori: 'EORI',
  bic: 'BIC',
  swift: 'SWIFT',
  url: 'URL',
  iban: 'IBAN',
  vat: 'VAT',
};

/** @returns `HS code` for `hsCode` */
export function labelOf(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');
  const text = words.map((word) => ABBREVIATIONS[word] ?? word).join(' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Lists whose one entry is not their name without its last letter. */
const SINGULARS: Record<string, string> = { Taxes: 'Tax', Goods: 'Line of goods' };

/** @returns `Package` for `Packages`: one entry of a list */
export function singularOf(label: string): string {
  return SINGULARS[label] ?? label.replace(/s$/, '');
}

/** @returns `Item 1, HS code` for `data.items.0.hsCode` */
export function labelOfPath(path: string): string {
  const steps = path.split('.').filter((step) => step !== 'data');
  const words = steps.reduce<string[]>((found, step) => {
    if (!/^\d+$/.test(step)) return [...found, labelOf(step)];
    return [...found.slice(0, -1), `${singularOf(found.at(-1) ?? '')} ${Number(step) + 1}`];
  }, []);
  const [first = 'The document', ...rest] = words;
  return [
    first,
    ...rest.map((word) => (/^[A-Z][a-z]/.test(word) ? word.slice(0, 1).toLowerCase() + word.slice(1) : word)),
  ].join(', ');
}
