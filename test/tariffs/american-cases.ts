/** A calculation for the United States with what chapter 99 adds. */
export interface AmericanCase {
  way: string;
  code: string;
  value: number;
  date: string;
  quantity?: [number, string];
  /** Headings of chapter 99, and whether they apply. */
  adds: Record<string, boolean | null>;
  /** The general duty with what applies, and with what may apply; null where more may be due. */
  between: [number, number | null];
}

const [CHINA, METAL, SURCHARGE] = ['9903.88.15', '9903.82.02', '9903.03.01'];
/**
 * The same rates, on 1 May 2026 where no other day is named, with what chapter 99 of the schedule, 2026 revision 6, adds; the arithmetic stands beside each. On later
 * days than 7 June nothing is certain: the lists of later revisions were not read.
 */
const CASES: (Omit<AmericanCase, 'date'> & { date?: string })[] = [
  // 165 + 7.5 % + 10 %
  { way: 'CN', code: '61091000', value: 1000, adds: { [SURCHARGE]: true, [CHINA]: true }, between: [340, 340] },
  // 165 + 10 %
  { way: 'VN', code: '61091000', value: 1000, adds: { [SURCHARGE]: true }, between: [265, 265] },
  { way: 'MX', code: '61091000', value: 1000, adds: { [SURCHARGE]: null }, between: [165, 265] },
  // 150 + 250
  { way: 'VN', code: '64029931', value: 2500, adds: { [SURCHARGE]: true }, between: [400, 400] },
  // 500; 10 % and 25 % of 20000
  { way: 'JP', code: '87032301', value: 20000, adds: { [SURCHARGE]: null, '9903.94.01': null }, between: [500, 7500] },
  // 71.40 + 84
  { way: 'DE', code: '64039960', value: 840, adds: { [SURCHARGE]: true }, between: [155.4, 155.4] },
  // 67.50 + 45
  { way: 'DE', code: '04069016', value: 450, adds: { [SURCHARGE]: true }, between: [112.5, 112.5] },
  // 56.70 + 600
  {
    way: 'DE',
    code: '22042150',
    value: 6000,
    quantity: [900, 'l'],
    adds: { [SURCHARGE]: true },
    between: [656.7, 656.7],
  },
  // 140 + 500
  {
    way: 'VN',
    code: '10063090',
    value: 5000,
    quantity: [10_000, 'kg'],
    adds: { [SURCHARGE]: true },
    between: [640, 640],
  },
  // 486; 10 % of 12000
  {
    way: 'MX',
    code: '24022080',
    value: 12_000,
    quantity: [200, 'kg'],
    adds: { [SURCHARGE]: null },
    between: [486, 1686],
  },
  // 25 % and 50 % of 10000
  { way: 'CN', code: '72083900', value: 10_000, adds: { [METAL]: true, '9903.91.01': true }, between: [7500, 7500] },
  { way: 'DE', code: '72083900', value: 10_000, adds: { [METAL]: true }, between: [5000, 5000] },
  { way: 'GB', code: '72083900', value: 10_000, adds: { [METAL]: null }, between: [0, 5000] },
  { way: 'CA', code: '72083900', value: 10_000, adds: { [METAL]: null }, between: [0, 5000] },
  // 2.9 % and 50 %; 25 % where no exclusion covers the goods
  { way: 'CN', code: '7326908688', value: 10_000, adds: { [METAL]: true, '9903.88.03': null }, between: [5290, 7790] },
  // 3 % and 50 %
  { way: 'KR', code: '76061230', value: 10_000, adds: { [METAL]: true }, between: [5300, 5300] },
  // free; 10 % and 25 % of 1000
  { way: 'TH', code: '84183000', value: 1000, adds: { [SURCHARGE]: null, '9903.82.09': null }, between: [0, 350] },
  // free; 10 %, and 25 % of cranes of ships
  {
    way: 'CN',
    code: '84261900',
    value: 10_000,
    adds: { [SURCHARGE]: true, '9903.92.10': null },
    between: [1000, 3500],
  },
  // 500 kg x 4.4 cents; exempt from the surcharge
  { way: 'AU', code: '02011005', value: 1000, quantity: [500, 'kg'], adds: {}, between: [22, 22] },
  // The duties of 2025 by country are not recorded.
  { way: 'VN', code: '61091000', value: 1000, date: '2026-02-23', adds: {}, between: [165, null] },
  { way: 'VN', code: '61091000', value: 1000, date: '2026-07-24', adds: {}, between: [165, null] },
  {
    way: 'CN',
    code: '72083900',
    value: 10_000,
    date: '2026-11-25',
    adds: { [METAL]: null, '9903.91.01': null },
    between: [0, null],
  },
];

export const AMERICAN_CASES = CASES.map((one): AmericanCase => ({ date: '2026-05-01', ...one }));
