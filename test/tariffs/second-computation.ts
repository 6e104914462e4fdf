import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

/**
 * Duty and VAT computed a second time, from the published files and in whole numbers, sharing nothing with the
 * service but the specification.
 */
const SCALE = 12n;
const ONE = 10n ** SCALE;

/** Decimal text as a whole number of 10^-12. */
function scaled(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(Number(SCALE), '0'));
}

function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

type Rates = Map<string, string>;

export interface Published {
  schedules: { US: Rates; GB: Rates; EU: Rates };
  vat: Map<string, string>;
  nodes: Set<string>;
}

/** Standard rates as shares of one, by the laws of the four destinations. */
const VAT = { US: '0', GB: '0.2', DE: '0.19', FR: '0.2' };

export function readPublished(directory: string): Published {
  const rows = (file: string): Record<string, string>[] => {
    const bytes = readFileSync(path.join(directory, file));
    return parse<Record<string, string>>(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, {
      columns: true,
      bom: true,
    });
  };
  const us: Rates = new Map();
  for (const row of rows('us-hts-2026-rev10/hts_2026_rev_10.csv.gz')) {
    const code = (row['HTS Number'] ?? '').replace(/\D/g, '');
    const rate = (row['General Rate of Duty'] ?? '').trim();
    if (code.length >= 8 && rate !== '') us.set(code.slice(0, 8), rate);
  }
  const rates = (name: string): Rates =>
    new Map(rows(`kcs-world-2025/${name}.csv.gz`).map((row) => [row['code'] ?? '', row['general'] ?? '']));
  return {
    schedules: { US: us, GB: rates('GB'), EU: rates('EU') },
    vat: new Map(Object.entries(VAT)),
    nodes: new Set(rows('hs2022-nomenclature/harmonized-system.csv').map((row) => row['hscode'] ?? '')),
  };
}

function percentOf(text: string): string | null {
  if (text === 'Free') return '0';
  return /^\d+(\.\d+)?%$/.test(text) ? text.slice(0, -1) : null;
}

/** Percent in 10^-12, or why there is none. */
function rateOf(rates: Rates, code: string, nodes: ReadonlySet<string>): bigint | 'unknown' | 'not_ad_valorem' {
  const alone = rates.get(code) ?? rates.get(code.slice(0, 8));
  const lines = alone === undefined ? under(rates, code, nodes) : [alone];
  if (lines.length === 0) return 'unknown';
  const percents = lines.map(percentOf).filter((percent) => percent !== null);
  if (new Set(lines).size === 1) return percents[0] === undefined ? 'not_ad_valorem' : scaled(percents[0]);
  if (percents.length === 0) return 'not_ad_valorem';
  const sum = percents.reduce((total, percent) => total + scaled(percent), 0n);
  const tenThousandth = ONE / 10_000n;
  return halfUp(sum, BigInt(percents.length) * tenThousandth) * tenThousandth;
}

function under(rates: Rates, code: string, nodes: ReadonlySet<string>): string[] {
  let prefix = code;
  const find = (): string[] => [...rates].filter(([line]) => line.startsWith(prefix)).map(([, rate]) => rate);
  const direct = find();
  if (direct.length > 0) return direct;
  while (!nodes.has(prefix)) prefix = prefix.slice(0, -1);
  return find();
}

export interface Expected {
  mfnRate: number;
  mfnDuty: number;
  vat: number;
  vatAmount: number;
  totalDuties: number;
  effectiveRate: number;
}

/** @param minor value in cents of a currency with two digits */
export function expectedTariff(
  published: Published,
  request: { code: string; origin: string; destination: 'US' | 'GB' | 'DE' | 'FR'; minor: number },
): Expected | 'unknown' | 'not_ad_valorem' {
  const { code, origin, destination } = request;
  const european = destination === 'DE' || destination === 'FR';
  const inUnion = european && ['DE', 'FR', 'IT', 'PL'].includes(origin);
  const schedule = european ? published.schedules.EU : published.schedules[destination];
  const rate = inUnion ? 0n : rateOf(schedule, code, published.nodes);
  if (typeof rate === 'string') return rate;
  const value = BigInt(request.minor);
  const vat = scaled(published.vat.get(destination) ?? '');
  const duty = halfUp(value * rate, 100n * ONE);
  const vatAmount = halfUp((value + duty) * vat, ONE);
  const total = duty + vatAmount;
  return {
    mfnRate: Number(rate) / Number(ONE),
    mfnDuty: Number(duty) / 100,
    vat: Number(vat * 100n) / Number(ONE),
    vatAmount: Number(vatAmount) / 100,
    totalDuties: Number(total) / 100,
    effectiveRate: (Number(total) / request.minor) * 100,
  };
}
