import fc from 'fast-check';
import { labelsOf } from '../../activities/documents/labels';
import { quantityText, weightText } from '../../activities/documents/templates/format';
import { matchesTag, parseByteRange } from '../../domain/documents/byte-range';
import { contentDisposition } from '../../domain/documents/file-name';
import { unprintable } from '../../domain/documents/printable';
import { checkContent, DocumentRequest } from '../../domain/documents/registry';
import type { Agreement } from '../../domain/tariffs/agreements';
import { findOriginAgreement } from '../../domain/documents/rules/agreements';
import { containerCheckDigit, containerFault } from '../../domain/documents/rules/container-number';
import { sumWeights } from '../../domain/documents/rules/weights';
import { lineTotalMinor } from '../../domain/documents/rules/invoice';
import { INVOICE_BODY, SAMPLES } from './support/samples';

const FACTS = { today: '2026-03-02', agreements: [] };

const warnings = (body: object): string[] =>
  checkContent(DocumentRequest.parse(JSON.parse(JSON.stringify(body))), FACTS).warnings.map((each) => each.code);

describe('sums', () => {
  it.each([
    [3, 0.335, 2, 101n],
    [1, 0.005, 2, 1n],
    [350.5, 6.125, 2, 214_681n],
    [3, 33.333333, 2, 10_000n],
    [7, 1500, 0, 10_500n],
    [2, 0.0005, 3, 1n],
  ])('%d x %d at %d digits is %d minor units', (quantity, unitPrice, digits, expected) => {
    expect(lineTotalMinor({ quantity, unitPrice }, digits)).toBe(expected);
  });

  it('are exact for whole cents, whatever the size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 10_000_000 }),
        (quantity, cents) => {
          expect(lineTotalMinor({ quantity, unitPrice: cents / 100 }, 2)).toBe(BigInt(quantity) * BigInt(cents));
        },
      ),
    );
  });
});

describe('container numbers', () => {
  // Example of ISO 6346 itself, and a number painted on a real box.
  it.each(['CSQU3054383', 'MSCU6639870', 'CSQU 305438-3'])('accepts %s', (number) => {
    expect(containerFault(number)).toBeNull();
  });
  it.each([
    ['CSQU3054384', 'check_digit'],
    ['CSQX3054383', 'shape'],
    ['CSQU305438', 'shape'],
    ['', 'shape'],
  ])('refuses %s', (number, fault) => {
    expect(containerFault(number)).toBe(fault);
  });
  it('has a digit between 0 and 9 for every number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{3}[UJZ]\d{6}$/), (number) => {
        expect(containerCheckDigit(number)).toBeGreaterThanOrEqual(0);
        expect(containerCheckDigit(number)).toBeLessThanOrEqual(9);
      }),
    );
  });
});

describe('agreements', () => {
  const member = (country: string, joinedOn: string, founding = true) => ({ country, joinedOn, founding });
  const facts = {
    title: 'Title',
    status: 'Active',
    source: '',
    sourceUrl: null,
    bilateral: false,
    symbols: {},
    expiredOn: null,
    conditions: {},
  };
  const common = { ...facts, effectiveDate: '2018-12-30', customsUnion: false, exceptions: [] };
  const known: Agreement[] = [
    {
      ...common,
      name: 'CPTPP',
      members: [member('VN', '2019-01-14'), member('CA', '2018-12-30'), member('GB', '2024-12-15', false)],
      exceptions: [{ country: 'GB', partner: 'CA', appliesFrom: null, note: 'is not recorded' }],
    },
    { ...common, name: 'EU Single Market', members: [member('DE', '1993-01-01')] },
    { ...common, name: 'Korea FTA', members: [member('KR', '2012-03-15'), member('US', '2012-03-15')] },
  ];
  const origin = (agreement: string, from: string, to: string, issueDate: string) => {
    const sample = JSON.parse(JSON.stringify(SAMPLES['certificate_of_origin-one'])) as { data: { consignee: object } };
    const consignee = { ...sample.data.consignee, country: to };
    const data = { ...sample.data, agreement, originCountry: from, consignee, issueDate };
    const request = DocumentRequest.parse({ type: 'certificate_of_origin', data });
    return checkContent(request, { today: '2026-03-02', agreements: known });
  };

  it('count who acceded, from that day on', () => {
    expect(origin('CPTPP', 'GB', 'VN', '2025-01-02').faults).toEqual([]);
    expect(origin('CPTPP', 'GB', 'VN', '2024-12-14').faults).toMatchObject([{ field: 'originCountry' }]);
  });
  it('tell of a pair for which nothing is recorded', () => {
    const { faults, warnings: told } = origin('cptpp', 'GB', 'CA', '2025-01-02');
    expect(faults).toEqual([]);
    expect(told).toContainEqual({ field: 'agreement', code: 'agreement', message: 'is not recorded' });
  });
  it.each(['EU', 'EU Single Market', 'European single market'])('are found as %s', (name) => {
    expect(findOriginAgreement(known, name)?.name).toBe('EU Single Market');
  });
  it('are those that tariffs know', () => expect(origin('Korea FTA', 'KR', 'US', '2025-01-02').faults).toEqual([]));
  it('are not guessed', () => {
    expect(origin('ATLANTIS', 'KR', 'US', '2025-01-02').faults).toMatchObject([{ field: 'agreement' }]);
  });
});

describe('weights of two units', () => {
  const mixed = [
    { value: 17.5, unit: 'KGM' as const },
    { value: 31.716, unit: 'LBR' as const },
  ];
  it('add up to the gram', () => expect(weightText(sumWeights(mixed), labelsOf('en'))).toBe('31.886 kg'));
  it('leave alone what needs no conversion', () => {
    expect(weightText(sumWeights([{ value: 1000.00005, unit: 'KGM' }]), labelsOf('en'))).toBe('1,000.00005 kg');
  });
  it.each([31.886, 31.886136])('accept the stated total %d', (value) => {
    const contents = [{ description: 'Cotton T-shirts' }];
    const packages = mixed.map((weight, index) => {
      return { number: String(index), type: 'Carton', quantity: 1, contents, netWeight: weight, grossWeight: weight };
    });
    const data = { ...SAMPLES['packing_list-one']?.data, packages, totalNetWeight: { value, unit: 'KGM' } };
    const request = JSON.parse(JSON.stringify({ type: 'packing_list', data })) as unknown;
    expect(checkContent(DocumentRequest.parse(request), FACTS).faults).toEqual([]);
  });
});

describe('quantities', () => {
  it('are grouped as amounts are', () => expect(quantityText(1234567.25)).toBe('1,234,567.25'));
});

describe('warnings', () => {
  it('has none for the invoice of the specification', () => expect(warnings(INVOICE_BODY)).toEqual([]));
  it('tells a sea-only rule with air transport', () => {
    const data = { ...INVOICE_BODY.data, incoterm: { code: 'FOB', place: 'Da Nang' }, transport: { mode: 'air' } };
    expect(warnings({ ...INVOICE_BODY, data })).toEqual(['incoterm_mode']);
    expect(warnings({ ...INVOICE_BODY, data: { ...data, transport: { mode: 'sea' } } })).toEqual([]);
  });
  it('tells free goods', () => {
    const items = [{ ...INVOICE_BODY.data.items[0], unitPrice: 0, total: 0 }];
    expect(warnings({ ...INVOICE_BODY, data: { ...INVOICE_BODY.data, items } })).toEqual(['zero_value']);
  });
  it('finds every sample without a fault', () => {
    for (const body of Object.values(SAMPLES)) {
      expect(checkContent(DocumentRequest.parse(JSON.parse(JSON.stringify(body))), FACTS).faults).toEqual([]);
    }
  });
});

describe('parsed data', () => {
  it.each(Object.keys(SAMPLES))('of %s is read again as itself', (name) => {
    const once = DocumentRequest.parse(JSON.parse(JSON.stringify(SAMPLES[name])));
    expect(DocumentRequest.parse(JSON.parse(JSON.stringify(once)))).toEqual(once);
  });
});

describe('file names', () => {
  it.each([
    ['INV-2026-001', 'commercial_invoice-INV-2026-001.pdf', 'commercial_invoice-INV-2026-001.pdf'],
    ['A/B "C"', 'commercial_invoice-A-B--C-.pdf', 'commercial_invoice-A-B%20%22C%22.pdf'],
    ['发票1', 'commercial_invoice---1.pdf', 'commercial_invoice-%E5%8F%91%E7%A5%A81.pdf'],
    ["it's (1)*", 'commercial_invoice-it-s--1--.pdf', 'commercial_invoice-it%27s%20%281%29%2A.pdf'],
    ['😀', 'commercial_invoice--.pdf', 'commercial_invoice-%F0%9F%98%80.pdf'],
  ])('are safe for %s', (number, ascii, extended) => {
    expect(contentDisposition('commercial_invoice', number)).toBe(
      `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`,
    );
  });
  it('never break out of the header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (number) => {
        expect(contentDisposition('packing_list', number)).toMatch(
          /^attachment; filename="packing_list-[\w.-]*\.pdf"; filename\*=UTF-8''[\w.!~%-]*$/,
        );
      }),
    );
  });
});

describe('byte ranges', () => {
  it.each([
    ['', 'whole'],
    ['bytes=0-', { first: 0, last: 99 }],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=90-1000', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-1000', { first: 0, last: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['items=0-1', 'whole'],
  ])('reads %s', (header, expected) => {
    expect(parseByteRange(header, 100)).toEqual(expected);
  });
  it('compares tags, weak ones too', () => {
    expect(matchesTag('"a", W/"b"', '"b"')).toBe(true);
    expect(matchesTag('*', '"b"')).toBe(true);
    expect(matchesTag('"c"', '"b"')).toBe(false);
  });
});

describe('printable text', () => {
  it.each(['Đà Nẵng — 15 €', '深圳市', 'شركة', 'カタカナ', 'Ελλάδα', 'Київ', '📦', 'line\nbreak', 'می‌خواهم'])(
    'takes %s',
    (text) => {
      expect(unprintable(text)).toBeNull();
    },
  );
  it.each([
    ['\u202e', 'invisible'],
    ['\u2066', 'invisible'],
    ['\u200b', 'invisible'],
    ['\ufeff', 'invisible'],
    ['\u00ad', 'invisible'],
    ['\u0007', 'control'],
    ['\u0e01', 'unprintable'],
    ['\ue000', 'unprintable'],
    ['\u{10ffff}', 'unprintable'],
  ])('refuses %j', (text, code) => {
    expect(unprintable(`a${text}b`)?.code).toBe(code);
  });
});
