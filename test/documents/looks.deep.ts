import type { BrowserPool } from '../../activities/documents/browser-pool';
import { misplacedIn } from './support/geometry';
import { openPool, render } from './support/render';
import { SAMPLES } from './support/samples';
import { textOfPdf } from './support/text';

let pool: BrowserPool;
beforeAll(() => {
  pool = openPool();
});

type Body = { type: string; data: Record<string, unknown> };

/** A sample with some members of its data replaced. */
function sample(name: string, part: object): Body {
  const found = SAMPLES[name];
  if (found === undefined) throw new Error(`there is no sample ${name}`);
  return { type: found.type, data: { ...found.data, ...part } };
}

const previewOf = async (body: Body): Promise<string> => (await render(pool, body)).preview;

/** What stands in the parts of a page that a pattern finds, without markup. */
function found(preview: string, pattern: RegExp): string[] {
  return [...preview.matchAll(pattern)].map(([, part = '']) =>
    part
      .replace(/<br\/?>/g, '\n')
      .replace(/<[^>]*>/g, '')
      .trim(),
  );
}

const CELL = /<td[^>]*>(.*?)<\/td>/g;
const ROW = /<div class="row">(.*?)<\/div>/g;

describe('countries', () => {
  it('have their name alone in an address, and their code too where customs reads', async () => {
    const preview = await previewOf(sample('commercial_invoice-one', {}));
    expect(preview).toContain('<bdi>Vietnam</bdi>');
    expect(found(preview, ROW)).toContain('Country of originVietnam (VN)');
    expect(preview).not.toContain('VN Vietnam');
  });

  it('of origin are those that somebody stated', async () => {
    const packing = await previewOf(sample('packing_list-one', {}));
    expect(packing).not.toContain('Country of origin');
    const items = (countries: (string | undefined)[]) =>
      countries.map((originCountry) => ({
        description: 'Shirts',
        hsCode: '610910',
        quantity: 1,
        unitPrice: 5,
        total: 5,
        originCountry,
      }));
    const invoice = (countries: (string | undefined)[]) =>
      previewOf(
        sample('commercial_invoice-one', {
          originCountry: undefined,
          items: items(countries),
          charges: [],
          grandTotal: undefined,
        }),
      );
    expect(found(await invoice(['VN', 'VN']), ROW)).toContain('Country of originVietnam (VN)');
    const mixed = await invoice(['VN', 'LA']);
    expect(found(mixed, ROW).filter((row) => row.startsWith('Country of origin'))).toEqual([]);
    expect(mixed).toContain('Vietnam (VN)');
    expect(await invoice(['VN', undefined])).not.toContain('Laos (LA)');
  });
});

it('gives each of the bank details a row, and an IBAN its name', async () => {
  const bankDetails = {
    bankName: 'Example Bank',
    accountName: 'Delta Textiles Ltd',
    accountNumber: 'DE89 3704 0044 0532 0130 00',
    swiftBic: 'EXMPVNVX',
    clearing: { scheme: 'DEBLZ', code: '37040044' },
    paymentReference: 'RF18 5390 0754 7034',
  };
  expect(found(await previewOf(sample('commercial_invoice-one', { bankDetails })), ROW)).toEqual(
    expect.arrayContaining([
      'BankExample Bank',
      'Account holderDelta Textiles Ltd',
      'IBANDE89 3704 0044 0532 0130 00',
      'BICEXMPVNVX',
      'Clearing code37040044 (DEBLZ)',
      'Payment referenceRF18 5390 0754 7034',
    ]),
  );
});

describe('lines of an Arabic page', () => {
  it('are isolated one by one, so that a Latin line turns none of the others round', async () => {
    const item = { itemNumber: 1, marks: 'NHT', packages: '40 cartons', hsCode: '090111', grossWeight: 10 };
    const described = { ...item, description: 'Green coffee', originCriterion: 'W', invoiceRef: 'HG-2026-0117' };
    const preview = await previewOf(sample('certificate_of_origin-arabic', { items: [described] }));
    expect(preview).toContain('<span class="key">معيار المنشأ: </span><bdi>W</bdi>');
    expect(preview).toContain('<span class="key">الفاتورة: </span><bdi><span class="whole">HG-2026-0117</span></bdi>');
    expect(preview).toMatch(/<html lang="ar" dir="rtl">/);
  });

  it('name units in Arabic, as those of a Chinese page do in Chinese', async () => {
    expect(await previewOf(sample('bill_of_lading-arabic', {}))).toContain('الوزن الإجمالي (كغ)');
    expect(await previewOf(sample('bill_of_lading-chinese', {}))).toContain('毛重 (千克)');
  });
});

describe('columns', () => {
  it('have the same decimals in each line, and their unit in the head where all share it', async () => {
    const weights = [75.5, 620, 12.25].map((netWeight, index) => ({
      number: `${index}`,
      type: 'Carton',
      quantity: 1,
      contents: ['Shirts'],
      netWeight,
      grossWeight: 700,
    }));
    const same = await previewOf(sample('packing_list-one', { packages: weights }));
    expect(same).toContain('Net weight (kg)');
    const figures = ['75.50', '620.00', '12.25', '707.75', '700.00', '2,100.00'];
    expect(found(same, CELL)).toEqual(expect.arrayContaining(figures));
    const [first] = weights;
    const mixed = [...weights, { ...first, netWeight: { value: 10, unit: 'LBR' } }];
    const told = await previewOf(sample('packing_list-one', { packages: mixed }));
    expect(told).not.toContain('Net weight (kg)');
    expect(told).toMatch(/10\.00 lb/);
  });

  it('keep ranges and marks whole, and stay on the sheet with the longest words', async () => {
    const [item] = (SAMPLES['packing_list-one'] as { data: { packages: object[] } }).data.packages;
    const packages = [{ ...item, marks: 'NHT HAMBURG PORT OF LOADING 1-40', contents: ['W'.repeat(600)] }];
    const preview = await previewOf(sample('packing_list-one', { packages }));
    expect(preview).toContain('<span class="whole">1-40</span>');
    const { pdf } = await render(pool, sample('packing_list-one', { packages }));
    expect(textOfPdf(pdf).replace(/\s/g, '')).toContain('W'.repeat(600));
  });
});

it('tells weights from other quantities on a certificate, and names no weight where none is stated', async () => {
  const item = { marks: 'NW', packages: 10, description: 'Shirts', hsCode: '610910' };
  const certificate = (...amounts: object[]) =>
    previewOf(
      sample('certificate_of_origin-one', {
        items: amounts.map((amount, index) => ({ ...item, itemNumber: index + 1, ...amount })),
      }),
    );
  const column = async (...amounts: object[]) => {
    const preview = await certificate(...amounts);
    const heads = found(preview, /<th[^>]* data-measure="column"[^>]*>(.*?)<\/th>/g);
    return [heads.at(-1), ...found(preview, /<td class="end">(.*?)<\/td>/g)];
  };
  expect(await column({ grossWeight: 84.2 }, { quantity: 1200 })).toEqual([
    'Gross weight / Quantity',
    '84.2 kg',
    '1,200',
    '',
  ]);
  expect(await column({ quantity: 1200, unit: 'pcs' })).toEqual(['Quantity', '1,200 pcs', '']);
  expect(await column({ grossWeight: 84.2 })).toEqual(['Gross weight (kg)', '84.2', '84.2']);
});

it('tells of the weights of a packing list whose they are, where a line has several packages', async () => {
  const [line] = (SAMPLES['packing_list-one'] as { data: { packages: object[] } }).data.packages;
  const told = (quantity: number) => previewOf(sample('packing_list-one', { packages: [{ ...line, quantity }] }));
  expect(await told(10)).toContain('Weight and measurement are of all packages of a line together.');
  expect(await told(1)).not.toContain('of all packages');
});

it('counts the lines of an invoice beside packages and weights alone', async () => {
  const SUMMARY = /<p class="summary">(.*?)<\/p>/g;
  expect(found(await previewOf(sample('commercial_invoice-one', {})), SUMMARY).join()).toMatch(/Items 2 .*Packages 80/);
  const changed = sample('commercial_invoice-one', { packages: undefined, weights: undefined });
  expect(found(await previewOf(changed), SUMMARY)).toEqual([]);
});

describe('the closing', () => {
  const CLOSING = /<div class="tail closing".*?<div class="foot">/s;

  it('keeps a declaration and its signature on one page, whatever comes before', async () => {
    for (const count of [1, 3, 4, 5, 6, 7, 8, 9, 10]) {
      const items = Array.from({ length: count }, (_, index) => ({
        description: `Sacos de café verde, arábica, lavado, de altura, en sacos de yute con forro interior, lote ${index}`,
        hsCode: '090111',
        quantity: 1,
        unitPrice: 5,
        total: 5,
      }));
      const changed = { items, charges: [], grandTotal: undefined, deposit: undefined, locale: 'es' };
      const { preview, pageCount } = await render(pool, sample('proforma_invoice-one', changed));
      const pages = preview.split('<div class="page">').slice(1);
      expect(pages).toHaveLength(pageCount);
      const [closing = ''] = CLOSING.exec(pages.at(-1) ?? '') ?? [];
      expect(closing).toContain('El exportador declara');
      expect(closing).toContain('Firma');
      expect(preview.match(/class="tail closing"/g)).toHaveLength(1);
    }
  });

  it('has a side for the exporter and one for the chamber, with room for its stamp, on a certificate', async () => {
    const preview = await previewOf(sample('certificate_of_origin-one', {}));
    const [closing = ''] = CLOSING.exec(preview) ?? [];
    expect(closing.match(/class="panel"/g)).toHaveLength(2);
    expect(closing).toMatch(/Declaration by the exporter.*Certification.*Chamber of Commerce.*Signature and stamp/s);
  });
});

it('sets the text closer rather than leaving a few lines for a second page', async () => {
  const changed = (count: number) =>
    sample('proforma_invoice-one', {
      items: Array.from({ length: count }, () => ({
        description: 'Shirts',
        hsCode: '610910',
        quantity: 1,
        unitPrice: 5,
        total: 5,
      })),
      charges: [],
      grandTotal: undefined,
      deposit: undefined,
    });
  const layouts = [];
  for (const count of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    const { preview, pageCount } = await render(pool, changed(count));
    layouts.push({ pageCount, isCompact: /<main class="[^"]*compact/.test(preview) });
  }
  expect(layouts[0]).toEqual({ pageCount: 1, isCompact: false });
  expect(layouts).toContainEqual({ pageCount: 1, isCompact: true });
  expect(layouts.filter(({ pageCount, isCompact }) => pageCount > 1 && isCompact)).toEqual([]);
});

it('lists containers of a bill of lading in columns, on as many pages as they need', async () => {
  const containers = Array.from({ length: 60 }, () => ({ number: 'MSCU6639870', type: '40HC', seals: ['S1', 'S2'] }));
  const { preview, pageCount } = await render(pool, sample('bill_of_lading-one', { containers }));
  expect(pageCount).toBeGreaterThan(1);
  expect(preview.match(/MSCU6639870/g)).toHaveLength(60);
  expect(preview).toContain('3 (three)');
  expect(preview).toContain('Said to contain');
  const pages = preview.split('<div class="page">').slice(1);
  const listed = pages.filter((page) => page.includes('MSCU6639870'));
  expect(listed.map((page) => found(page, /<th scope="col">(Container)<\/th>/g))).toEqual(
    listed.map(() => ['Container']),
  );
  expect(await misplacedIn(pool, preview)).toEqual([]);
});

describe('nothing is cut off or lies over the foot', () => {
  const LONG = 'Société Internationale de Négoce et de Transport Maritime '.repeat(4).trim().slice(0, 200);
  const items = Array.from({ length: 60 }, (_, index) => ({
    description: `Article ${index}`,
    hsCode: '610910',
    quantity: 1,
    unitPrice: 5,
    total: 5,
  }));
  const seller = { name: LONG, address: '18 Harbour Road', country: 'VN' };
  const many = { items, grandTotal: undefined, deposit: undefined };

  it.each<[string, Body]>([
    ['a long issuer and number', sample('commercial_invoice-one', { ...many, seller, invoiceNumber: 'W'.repeat(64) })],
    [
      'a mark beside a long number',
      sample('proforma_invoice-one', { ...many, seller, proformaNumber: '编'.repeat(64), locale: 'fr' }),
    ],
    [
      'forty lines of marks',
      sample('commercial_invoice-one', { marks: Array.from({ length: 40 }, (_, at) => `MARK ${at + 1}.`).join('\n') }),
    ],
    [
      'twenty charges and nine taxes',
      sample('commercial_invoice-one', {
        charges: Array.from({ length: 20 }, (_, at) => ({ description: `Charge ${at}`, amount: at })),
        taxes: Array.from({ length: 9 }, (_, at) => ({ name: `Tax ${at}`, rate: at, base: 10, exemptionReason: '-' })),
        grandTotal: undefined,
      }),
    ],
  ])('with %s', async (_name, body) => {
    const { preview } = await render(pool, body);
    expect(await misplacedIn(pool, preview)).toEqual([]);
  });

  it('repeats date and mark on every page', async () => {
    const body = sample('proforma_invoice-one', { ...many, seller, proformaNumber: '编'.repeat(64), locale: 'fr' });
    const { pdf, pageCount } = await render(pool, body);
    const text = textOfPdf(pdf).toLowerCase().replace(/\s+/g, ' ');
    expect(text.split('ne constitue pas une demande de paiement')).toHaveLength(pageCount + 1);
  });

  it('keeps every mark, and refuses parties that no page holds', async () => {
    const marks = Array.from({ length: 40 }, (_, at) => `MARK ${at + 1}.`).join('\n');
    const { pdf } = await render(pool, sample('commercial_invoice-one', { marks }));
    expect(textOfPdf(pdf).match(/MARK \d+\./g)).toHaveLength(40);
    const address = 'Long street name with many words\n'.repeat(8).trim();
    const party = { name: LONG, address, country: 'DE', contact: LONG, email: LONG, taxId: 'T'.repeat(64) };
    const parties = { seller: party, consignee: party, buyer: party };
    await expect(render(pool, sample('commercial_invoice-one', parties))).rejects.toThrow('higher than a page');
  });
});
