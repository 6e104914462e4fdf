import type { AdditionalDuty } from '../../domain/tariffs/schedule/additional-duties';
import type { Agreement } from '../../domain/tariffs/schedule/agreements';
import { adValoremRate, type Rate } from '../../domain/tariffs/schedule/duty';
import type { QuoteRequest } from '../../domain/tariffs/rate/found-rate';
import type { ReferenceData, VatRate } from '../../domain/tariffs/schedule/reference-data';
import type { Provenance, RatedLine, Schedule } from '../../domain/tariffs/schedule/schedule';

/** Where a fact comes from; override what the test is about. */
export function provenance(overrides: Partial<Provenance> = {}): Provenance {
  return {
    title: 'Tariff Schedule',
    publisher: 'Customs',
    licence: 'public',
    edition: '2026',
    validFrom: '2026-01-01',
    nomenclature: 'HS 2022',
    importedAt: '2026-02-01T00:00:00.000Z',
    url: null,
    ...overrides,
  };
}

/** A line of a schedule; a number is percent. */
export function ratedLine(code: string, rate: Rate | number, overrides: Partial<RatedLine> = {}): RatedLine {
  const own = typeof rate === 'number' ? adValoremRate(`${rate}%`, String(rate)) : rate;
  return { code, unit: null, rate: own, preferences: [], columnTwo: null, ...overrides };
}

/** An edition of the schedule of the United States with the lines given. */
export function scheduleOfLines(lines: readonly RatedLine[], overrides: Partial<Schedule> = {}): Schedule {
  return {
    name: 'US',
    provenance: provenance(),
    confirmedOn: null,
    averageTariff: null,
    doubts: [],
    isAverage: false,
    additional: [],
    codes: lines.map(({ code }) => code).sort(),
    lines: new Map(lines.map((line) => [line.code, line])),
    ...overrides,
  };
}

/** A snapshot of nothing but what the test gives it. */
export function referenceOf(overrides: Partial<ReferenceData> = {}): ReferenceData {
  return {
    nomenclature: {
      nodes: new Map(),
      sections: new Map(),
      replacements: new Map(),
      predecessors: new Map(),
      provenance: null,
    },
    schedules: new Map(),
    vat: new Map(),
    agreements: [],
    agreementsSource: null,
    exchangeRates: new Map(),
    exchangeSource: null,
    meanTariffs: new Map(),
    additions: null,
    searchSources: [],
    ...overrides,
  };
}

/** An agreement of the United States with Mexico whose symbol in the schedule is S. */
export function agreementOf(overrides: Partial<Agreement> = {}): Agreement {
  return {
    name: 'Pact',
    title: 'A pact',
    status: 'Active',
    effectiveDate: '2020-07-01',
    source: 'its text',
    sourceUrl: null,
    customsUnion: false,
    bilateral: false,
    members: [
      { country: 'US', joinedOn: '2020-07-01', founding: true },
      { country: 'MX', joinedOn: '2020-07-01', founding: true },
    ],
    exceptions: [],
    expiredOn: null,
    conditions: { US: 'a certification of origin' },
    symbols: { US: ['S', 'S+'] },
    ...overrides,
  };
}

/** An additional duty of the United States on goods of any origin. */
export function additionalDuty(overrides: Partial<AdditionalDuty> = {}): AdditionalDuty {
  return {
    heading: '99038001',
    percent: '25',
    origins: null,
    exceptOrigins: [],
    codes: null,
    note: '16',
    from: null,
    until: null,
    conditional: false,
    ...overrides,
  };
}

/** A rate of VAT that holds without end. */
export function vatRate(percent: string, overrides: Partial<VatRate> = {}): VatRate {
  const source = provenance({ title: 'VAT rates' });
  return { percent, name: 'VAT', validFrom: '2020-01-01', validTo: null, source, ...overrides };
}

/** T-shirts of cotton from Vietnam to the United States, for 100 USD. */
export function quoteRequest(overrides: Partial<QuoteRequest> = {}): QuoteRequest {
  return {
    hsCode: '61091000',
    origin: 'VN',
    destination: 'US',
    value: 100,
    currency: 'USD',
    weight: null,
    unit: null,
    date: '2026-01-31',
    ...overrides,
  };
}
