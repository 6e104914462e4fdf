import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { BrowserPool } from '../../activities/documents/browser-pool';
import { brandingOfDocument, currentBranding, findBranding, setBranding } from '../../db/documents/brandings';
import { contrastWithWhite } from '../../domain/documents/branding';
import { drawLogo } from '../../lib/logo';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { describeWith } from '../support/tools';
import { createTestClient, createTradeApp, type ErrorBody, type TestClient, type TradeApp } from './support/app';
import { startCanary, type Canary } from './support/canary';
import { openPool, render } from './support/render';
import { SAMPLES } from './support/samples';
import { orderDocument } from './support/stored';
import { findVeraPdf, validate } from './support/java-tool';

let database: TestDatabase;
let app: TradeApp;
let client: TestClient;
let pool: BrowserPool;
let canary: Canary;

beforeAll(async () => {
  database = await createTestDatabase();
  app = createTradeApp(database, null);
  client = await createTestClient(database, 'Painter');
  pool = openPool();
  canary = await startCanary();
});

interface Shown {
  accentColor: string | null;
  logo: { mediaType: string; data: string; width: number; height: number } | null;
  updatedAt: string | null;
  error: ErrorBody;
}

const ADDRESS = '/v1/branding';
const get = (key = client.key) => app.http.get<Shown>(ADDRESS).set('Authorization', `Bearer ${key}`);
const put = (body: object, key = client.key) =>
  app.http.put<Shown>(ADDRESS).set('Authorization', `Bearer ${key}`).send(body);

const png = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 120, g: 30, b: 40, alpha: 0.5 } } })
    .png()
    .toBuffer();
const blank = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png({ palette: true, colours: 2 })
    .toBuffer();
/** A drawing of 62 KB, in which a picture of 19,500 x 19,500 black points is embedded. */
const BOMB = readFileSync(path.join(__dirname, '..', 'fixtures', 'pictures', 'drawing-with-380-million-points.svg'));
const svg = (inside: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50">${inside}</svg>`);
const logo = (bytes: Buffer, mediaType = 'image/png') => ({ logo: { mediaType, data: bytes.toString('base64') } });
const embedded = (picture: Buffer, type = 'image/png') =>
  svg(`<image width="200" height="50" href="data:${type};base64,${picture.toString('base64')}"/>`);
const BAR = '<rect width="200" height="50" fill="#7a1f2b"/>';

it('knows the contrast of a colour with white as WCAG computes it', () => {
  expect(contrastWithWhite('#000000')).toBeCloseTo(21, 5);
  expect(contrastWithWhite('#ffffff')).toBeCloseTo(1, 5);
  // The palest grey that passes, and the next one.
  expect(contrastWithWhite('#767676')).toBeGreaterThan(4.5);
  expect(contrastWithWhite('#777777')).toBeLessThan(4.5);
});

describe('the branding of an account', () => {
  it('is that of the service until it is set, and is shown as it will be printed', async () => {
    expect((await get()).body).toEqual({ accentColor: null, logo: null, invoiceFormat: 'pdf', updatedAt: null });
    const answer = await put({ accentColor: '#7A1F2B', ...logo(await png(400, 100)) });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      accentColor: '#7a1f2b',
      logo: { mediaType: 'image/png', width: 400, height: 100 },
    });
    expect((await get()).body).toEqual(answer.body);
    expect((await put({})).body).toMatchObject({ accentColor: null, logo: null });
  });

  it('belongs to one side of it, and needs the scope of documents', async () => {
    await put({ accentColor: '#7a1f2b' });
    const tenant = { accountId: client.accountId, environment: 'live' as const };
    expect(await findBranding(database, tenant)).toBeNull();
    const other = await createTestClient(database, 'Neighbour');
    expect((await get(other.key)).body.accentColor).toBeNull();
    const reader = await createTestClient(database, 'Painter', ['documents:read']);
    expect((await put({}, reader.key)).status).toBe(403);
    expect((await get(reader.key)).body.accentColor).toBe('#7a1f2b');
  });

  it('is written into the audit log without the picture', async () => {
    await put({ accentColor: '#123456', ...logo(svg(BAR), 'image/svg+xml') });
    const [entry] = await database.query(
      `select act, subject, detail from audit_log where act = 'branding.changed' order by at desc limit 1`,
    );
    expect(entry).toEqual({
      act: 'branding.changed',
      subject: client.accountId,
      detail: { environment: 'test', accent: '#123456', hasLogo: true, invoiceFormat: 'pdf' },
    });
  });

  it('stays for the documents that were asked for with it', async () => {
    const tenant = { accountId: client.accountId, environment: 'test' as const };
    const branding = (accent: string) =>
      setBranding(database, { tenant, branding: { accent, logo: null, invoiceFormat: 'pdf' }, actor: 'test' });
    const ask = async (id: string) => {
      const { id: brandingId } = await currentBranding(database, tenant);
      return orderDocument({ database, vault: app.vault }, client.accountId, { id, brandingId });
    };
    await branding('#111111');
    await ask('doc_00000000000000000000000001');
    await branding('#222222');
    await ask('doc_00000000000000000000000002');
    await database.query(`update document_brandings set created_at = now() - interval '2 hours'`);
    await branding('#333333');
    expect((await brandingOfDocument(database, 'doc_00000000000000000000000001'))?.accent).toBe('#111111');
    expect((await brandingOfDocument(database, 'doc_00000000000000000000000002'))?.accent).toBe('#222222');
    const kept = await database.query<{ accent: string }>(
      'select accent from document_brandings where account_id = $1 order by id',
      [client.accountId],
    );
    expect(kept.map((row) => row.accent)).toEqual(['#111111', '#222222', '#333333']);
  });
});

describe('what is refused', () => {
  it.each<[string, () => Promise<object> | object, string]>([
    ['a colour by name', () => ({ accentColor: 'red' }), 'accentColor'],
    ['a colour that nobody can read on paper', () => ({ accentColor: '#ffdd33' }), 'accentColor'],
    ['text as a picture', () => logo(Buffer.from('<html><script>alert(1)</script></html>')), 'logo.data'],
    ['a drawing as a picture of points', () => logo(svg(BAR)), 'logo.data'],
    ['a picture of points as a drawing', async () => logo(await png(10, 10), 'image/svg+xml'), 'logo.data'],
    ['a drawing with 380 million points in it', () => logo(BOMB, 'image/svg+xml'), 'logo.data'],
    [
      'a drawing whose pictures have too many points together',
      async () => {
        const image = `<image href="data:image/png;base64,${(await blank(1_500, 1_500)).toString('base64')}"/>`;
        return logo(svg(image + image), 'image/svg+xml');
      },
      'logo.data',
    ],
    [
      'the same behind a reference of XML',
      () => logo(Buffer.from(BOMB.toString().replace('data:', '&#100;ata:')), 'image/svg+xml'),
      'logo.data',
    ],
    ['a drawing in a drawing', () => logo(embedded(svg(BAR), 'image/svg+xml'), 'image/svg+xml'), 'logo.data'],
    ['half a picture', async () => logo((await png(400, 100)).subarray(0, 60)), 'logo.data'],
    ['another type', async () => logo(await png(10, 10), 'image/jpeg'), 'logo.mediaType'],
    ['no base64', () => ({ logo: { mediaType: 'image/png', data: '%%%' } }), 'logo.data'],
    ['too many bytes', () => logo(Buffer.alloc(64 * 1024 + 1, 1)), 'logo.data'],
    ['too many points', async () => logo(await blank(5_000, 5_000)), 'logo.data'],
    [
      'entities that grow',
      () =>
        logo(
          Buffer.from(
            `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg"/>`,
          ),
          'image/svg+xml',
        ),
      'logo.data',
    ],
  ])('%s is a 400 that names the field', async (_name, body, field) => {
    const answer = await put(await body());
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.map((detail) => detail.field)).toContain(field);
  });

  it('names every fault at once', async () => {
    const answer = await put({ accentColor: 'red', logo: { mediaType: 'image/gif', data: '' } });
    const fields = answer.body.error.details.map((detail) => detail.field);
    expect(fields).toEqual(expect.arrayContaining(['accentColor', 'logo.mediaType', 'logo.data']));
  });
});

it('draws a logo anew: scripts, links and metadata of the file do not survive, and nothing is fetched', async () => {
  const { url } = canary;
  const drawn = await drawLogo(
    svg(
      `<script>fetch("${url}")</script><image href="${url}" width="9" height="9"/><image href="file:///etc/passwd" width="9" height="9"/><style>@import url(${url});</style>${BAR}<!-- secret note -->`,
    ),
    'image/svg+xml',
  );
  // As large as 60 millimetres of paper at 400 dots an inch, but for rounding.
  expect(drawn?.width).toBeGreaterThan(940);
  const text = drawn?.png.toString('latin1') ?? '';
  for (const trace of ['script', 'steal', 'secret', 'passwd']) expect(text).not.toContain(trace);
  expect(await sharp(drawn?.png).metadata()).toMatchObject({ format: 'png', hasAlpha: false });
  const { dominant } = await sharp(drawn?.png).stats();
  expect(dominant.r).toBeGreaterThan(dominant.g + 60);
  expect(canary.takeVisits()).toBe(0);
});

it('draws what a drawing embeds, up to four million points', async () => {
  const picture = await blank(1_900, 1_900);
  expect(await drawLogo(embedded(picture), 'image/svg+xml')).not.toBeNull();
});

it('gives up a drawing that would take minutes', async () => {
  const noise = '<filter id="f"><feTurbulence baseFrequency="0.05" numOctaves="10"/></filter>';
  const begun = performance.now();
  const slow = svg(noise + '<rect width="200" height="50" filter="url(#f)"/>'.repeat(500));
  expect(await drawLogo(slow, 'image/svg+xml')).toBeNull();
  expect(performance.now() - begun).toBeLessThan(60_000);
});

describe('a document with colour and logo', () => {
  const BRANDING = async () => {
    const drawn = await drawLogo(svg(BAR), 'image/svg+xml');
    return { accent: '#7a1f2b', logoPng: drawn?.png ?? null };
  };

  it('has both on its first page, the same bytes every time, and nothing of the next one has them', async () => {
    const branding = await BRANDING();
    const sample = SAMPLES['commercial_invoice-sixty'] ?? {};
    const first = await render(pool, sample, branding);
    expect(first.preview).toContain('style="--accent:#7a1f2b"');
    expect(first.preview.match(/<img class="logo" alt="Delta Textiles Ltd"/g)).toHaveLength(1);
    const plain = await render(pool, sample);
    expect(plain.preview).not.toContain('<img');
    const again = await render(pool, sample, branding);
    expect(Buffer.from(again.pdf).equals(Buffer.from(first.pdf))).toBe(true);
    expect(Buffer.from(plain.pdf).equals(Buffer.from(first.pdf))).toBe(false);
  });

  const jars = findVeraPdf();
  describeWith('veraPDF (Java and Maven)', jars !== null)('by an outside validator', () => {
    it.each(['2b', 'ua1'] as const)('is PDF/A-2b and PDF/UA-1 too: %s', async (flavour) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'corridor-branding-'));
      try {
        const file = path.join(folder, 'branded.pdf');
        const { pdf } = await render(pool, SAMPLES['bill_of_lading-arabic'] ?? {}, await BRANDING());
        writeFileSync(file, pdf);
        const lines = await validate(jars ?? '', flavour, [file]);
        expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([]);
        expect(lines).toHaveLength(1);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  });
});
