import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserPool } from '../../activities/documents/browser-pool';
import { renderDocument } from '../../activities/documents/render';
import { facturXInvoice } from '../../domain/documents/factur-x/invoice-xml';
import { DocumentRequest } from '../../domain/documents/registry';
import { closeAtEnd } from '../support/closing';
import { describeWith } from '../support/tools';
import { ELECTRONIC_INVOICES, electronicInvoice } from './support/electronic-invoices';
import { findMustang, findVeraPdf, validate, validateInvoices } from './support/java-tool';
import { openPool, render } from './support/render';

type Name = keyof typeof ELECTRONIC_INVOICES;
const NAMES = Object.keys(ELECTRONIC_INVOICES) as Name[];
const LIMIT_MS = 240_000;
const veraPdf = findVeraPdf();
const mustang = findMustang();
const files = new Map<Name, string>();
let pool: BrowserPool;
let folder: string;

const bodyOf = (name: Name) => ({ type: 'commercial_invoice', data: ELECTRONIC_INVOICES[name] });

function write(name: string, bytes: Uint8Array): string {
  const file = path.join(folder, `${name.replaceAll(' ', '-')}.pdf`);
  writeFileSync(file, bytes);
  return file;
}

/** A file whose XML is not what the invoice says. */
async function withXml(name: string, invoiceXml: string): Promise<string> {
  const content = DocumentRequest.parse(JSON.parse(JSON.stringify(bodyOf('two rates'))));
  const marks = { documentId: 'doc_1', verifyUrl: 'https://trade.example.com', verifyCode: '1', branding: null };
  const { pdf } = await renderDocument(pool, {
    content,
    marks,
    invoiceXml,
    createdAt: new Date('2026-01-31T12:00:00Z'),
  });
  return write(name, pdf);
}

beforeAll(async () => {
  pool = openPool();
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-electronic-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of NAMES) files.set(name, write(name, (await render(pool, bodyOf(name), null, 'factur-x')).pdf));
});

it('is the same file in another browser, and another one without the invoice in it', async () => {
  const other = openPool();
  const [first, second, plain] = [
    await render(pool, bodyOf('two rates'), null, 'factur-x'),
    await render(other, bodyOf('two rates'), null, 'factur-x'),
    await render(other, bodyOf('two rates')),
  ];
  expect(Buffer.from(second.pdf).equals(Buffer.from(first.pdf))).toBe(true);
  expect(plain.pdf.length).toBeLessThan(first.pdf.length);
  expect(plain.preview).toBe(first.preview);
});

describeWith('veraPDF (Java and Maven)', veraPdf !== null)('veraPDF', () => {
  it.each(['3b', 'ua1'] as const)(
    'finds every electronic invoice compliant with %s',
    async (flavour) => {
      const lines = await validate(veraPdf ?? '', flavour, [...files.values()]);
      expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([]);
      expect(lines).toHaveLength(NAMES.length);
    },
    LIMIT_MS,
  );

  it(
    'refuses it as PDF/A-2b, which has no XML in it',
    async () => {
      const [line] = await validate(veraPdf ?? '', '2b', [files.get('one rate') ?? '']);
      expect(line).toMatch(/^FAIL/);
    },
    LIMIT_MS,
  );
});

describeWith('Mustang (Java and Maven)', mustang !== null)('Mustang, which had no part in making them,', () => {
  it(
    'finds every one to be Factur-X and EN 16931',
    async () => {
      const lines = await validateInvoices(mustang ?? '', [...files.values()]);
      expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([]);
      expect(lines).toHaveLength(NAMES.length);
      for (const line of lines) expect(line).toContain('<profile>urn:cen.eu:en16931:2017</profile>');
    },
    LIMIT_MS,
  );

  it(
    'finds a wrong total, a wrong unit, and a missing reason',
    async () => {
      const xml = facturXInvoice(electronicInvoice('two rates'));
      const exempt = facturXInvoice(electronicInvoice('exempt'));
      const wrong = [
        await withXml('total', xml.replace('>176.11</ram:GrandTotalAmount>', '>176.12</ram:GrandTotalAmount>')),
        await withXml('unit', xml.replace('unitCode="H87"', 'unitCode="PIECE"')),
        await withXml('reason', exempt.replace(/<ram:ExemptionReason>.*?<\/ram:ExemptionReason>/, '')),
      ];
      const lines = await validateInvoices(mustang ?? '', wrong);
      expect(lines).toEqual([
        expect.stringMatching(/^FAIL .*BR-CO-15/),
        expect.stringMatching(/^FAIL .*'@unitCode' is not allowed/),
        expect.stringMatching(/^FAIL .*BR-E-10/),
      ]);
    },
    LIMIT_MS,
  );
});
