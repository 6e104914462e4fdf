import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Router from '@koa/router';
import Koa from 'koa';
import request from 'supertest';
import { registerDocs } from '../../../api/docs';
import { publishedDocument } from '../../../api/openapi';
import { GUIDE_NAMES as names, makeGuide, PLACE, readGuide, titleOf, type GuideName } from '../../../api/docs/guides';
import { SITE_POLICY } from '../../../api/page-policy';
import { ENDPOINTS } from '../../../api/endpoints';
import { CreateInstruction } from '../../../domain/payments/instruction/instruction-schema';
import { CompareTariffs } from '../../../domain/tariffs/answer/request-schema';
import { CreateWebhook } from '../../../domain/webhooks/schemas';
import { answerErrors } from '../../../api/middleware/errors';
import type { Services } from '../../../api/services';

const router = new Router();
registerDocs(router, { publicUrl: 'https://trade.example.com', document: publishedDocument });
const services = { settings: { publicUrl: 'https://trade.example.com' } } as unknown as Services;
const app = new Koa().use(answerErrors(services)).use(router.routes()).callback();

describe('the guides', () => {
  it.each(names.map((name) => [name]))('%s is a page that loads at most our own script', async (name) => {
    const page = await request(app).get(`/docs/guides/${name}`);
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.text).toContain('<h1 id=');
    const [script, address = ''] = /<script src="(\/docs\/assets\/copy-code-\w+\.js)" defer><\/script>/.exec(
      page.text,
    ) ?? [''];
    const without = page.text
      .replace(/<pre[^]*?<\/pre>/g, '')
      .replace(script, '')
      .replace(/<(script|link|img) [^>]*(src|href)="\/assets\/[^>]*>/g, '')
      .replace(/<picture>(<source [^>]*>)?<img src="\/docs\/images\/[^>]*><\/picture>/g, '');
    expect(without).not.toMatch(/<script|<link|<img|style=|url\(|@import|\{\{/i);
    const hasCode = page.text.includes('<pre');
    expect(page.headers['content-security-policy']).toBe(SITE_POLICY);
    expect(script !== '').toBe(hasCode);
    if (hasCode) expect((await request(app).get(address)).type).toBe('text/javascript');
  });

  it('are all that the folder has, and lead from one to the next', async () => {
    const files = readdirSync(path.join(__dirname, '../../../docs/guides')).map((file) => file.replace(/\.md$/, ''));
    expect([...names].sort()).toEqual(files.sort());
    for (const [at, name] of names.entries()) {
      const { text } = await request(app).get(`/docs/guides/${name}`);
      const [navigation = ''] = /<nav id="navigation".*?<\/nav>/s.exec(text) ?? [];
      const links = navigation.matchAll(/href="\/docs\/guides\/([a-z-]+)"( aria-current="page")?>([^<]+)</g);
      const places = [...links].map(([, place, current, title]) => [place, title, current !== undefined]);
      expect(places).toEqual(names.map((one) => [one, titleOf(one), one === name]));
      expect(/Next: <a href="\/docs\/guides\/([a-z-]+)"/.exec(text)?.[1]).toBe(names[at + 1]);
    }
  });

  it('list the sections of a long one, each of which is there', async () => {
    const { text } = await request(app).get('/docs/guides/webhooks');
    const [contents = ''] = /<nav class="contents".*?<\/nav>/s.exec(text) ?? [];
    const anchors = [...contents.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
    expect(anchors).toEqual([...text.matchAll(/<h2 id="([^"]+)"/g)].map(([, anchor]) => anchor));
    expect(anchors.length).toBeGreaterThanOrEqual(3);
    expect((await request(app).get('/docs/guides/versions')).text).not.toContain('On this page');
  });

  it('show the same step in each language as tabs, the first one chosen', async () => {
    const { text } = await request(app).get('/docs/guides/quickstart');
    const groups = [...text.matchAll(/<div class="samples"[^]*?<\/pre><\/div>\n<\/div>/g)].map(([group]) => group);
    expect(groups).toHaveLength(4);
    const ids = groups.flatMap((group) => [...group.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    expect(new Set(ids).size).toBe(ids.length);
    for (const group of groups) {
      expect([...group.matchAll(/<label for="[^"]+">(.*?)<\/label>/g)].map(([, name]) => name)).toEqual([
        'curl',
        'TypeScript',
        'Python',
        'Go',
      ]);
      expect(group.match(/ checked>/g)).toHaveLength(1);
      expect(group.match(/<pre/g)).toHaveLength(4);
    }
    // Programs with prose between them, or in one language, stay apart.
    expect((await request(app).get('/docs/guides/webhooks')).text).not.toContain('class="samples"');
  });

  it('mark the parts of programs, and say where to get a key for them', async () => {
    const { text } = await request(app).get('/docs/guides/quickstart');
    for (const language of ['bash', 'ts', 'python', 'go'])
      expect(text).toMatch(new RegExp(`<code class="language-${language}">[^]*?<span class="hljs-(string|keyword)">`));
    expect(text).toMatch(/Create a test key in the console, under <a href="\/console\/keys">/);
    expect((await request(app).get('/docs/guides/versions')).text).not.toContain('Create a test key');
  });

  it.each(names.map((name) => [name]))('%s names operations that there are', (name) => {
    const known = new Set(ENDPOINTS.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
    const prose = readGuide(name).replace(/```[^]*?```/g, '');
    const named = [...prose.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/(?:api\/)?v1\/[^`?\s]+)`/g)].map(
      ([, one]) => one,
    );
    expect(named.filter((one) => one !== undefined && !known.has(one))).toEqual([]);
  });

  it.each(names.map((name) => [name]))('%s leads nowhere that is not there', async (name) => {
    const { text } = await request(app).get(`/docs/guides/${name}`);
    const links = [...new Set([...text.matchAll(/href="(\/docs[^"#]*)"/g)].map(([, path]) => path ?? ''))];
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect([link, (await request(app).get(link)).status]).toEqual([link, 200]);
  });

  it('show the limits that hold and the programs that are tested', () => {
    expect(readGuide('limits')).toContain('| starter | 60 | 1,000 | 10,000 |');
    expect(readGuide('limits')).toContain('| `track` | 60 |');
    expect(readGuide('partner')).toContain('x-corridor-signature');
    expect(readGuide('webhooks')).toContain('webhook-signature');
    for (const language of ['js', 'python', 'go']) expect(readGuide('webhooks')).toContain(`\`\`\`${language}\n`);
  });

  it('and what they show are in the image', () => {
    const ignored = readFileSync(path.join(__dirname, '../../../.dockerignore'), 'utf8').split('\n');
    const guides = names.map((name) => readFileSync(path.join(__dirname, `../../../docs/guides/${name}.md`), 'utf8'));
    const places = guides.flatMap((guide) => [...guide.matchAll(PLACE)].map(([, place = '']) => place));
    const folders = places.filter((place) => place.startsWith('docs/')).map((place) => `!${path.dirname(place)}`);
    expect(folders.length).toBeGreaterThan(0);
    expect(ignored).toEqual(expect.arrayContaining([...folders, '!docs/guides', '!docs/images']));
  });

  it('name no place that is not there, which would be shown in its stead', () => {
    expect(() => makeGuide('# Guide\n\n{{plans}}\n')).not.toThrow();
    for (const place of ['docs/examples/nothing.mjs', 'nothing'])
      expect(() => makeGuide(`# Guide\n\n{{${place}}}\n`)).toThrow(place);
  });

  it('show pictures of the console that are there, each with a text in its place', async () => {
    const pages = await Promise.all(names.map((name) => request(app).get(`/docs/guides/${name}`)));
    const pictures = pages.flatMap(({ text }) =>
      [...text.matchAll(/<picture>.*?<img ([^>]*)>/g)].map(([, parts]) => parts ?? ''),
    );
    expect(pictures.length).toBeGreaterThanOrEqual(5);
    for (const parts of pictures) {
      expect(parts).toMatch(/ width="\d+" height="\d+" alt="[^"]{20,}" loading="lazy"$/);
    }
    const addresses = pages.flatMap(({ text }) =>
      [...text.matchAll(/"(\/docs\/images\/[^"]+)"/g)].map(([, one]) => one),
    );
    for (const address of addresses) {
      const { status, type, headers } = await request(app).get(address ?? '');
      expect([address, status, type, headers['cache-control']]).toEqual([
        ...[address, 200, 'image/png', 'public, max-age=31536000, immutable'],
      ]);
    }
  });

  it('serve no other file of the folder', async () => {
    const files = [
      'tour-failed.png',
      'README.md',
      'console-hold.png',
      '..%2Fguides%2Flimits.md',
      'console-hold-000000000000.png',
    ];
    for (const file of files)
      expect([file, (await request(app).get(`/docs/images/${file}`)).status]).toEqual([file, 404]);
  });

  it('show bodies that the service takes', () => {
    const bodies = (name: GuideName) =>
      [...readGuide(name).matchAll(/ -d '(\{[^']*\})'/g)].map(([, body]) => body ?? '');
    const shown = [
      { guide: 'quickstart', schema: CreateInstruction },
      { guide: 'partner', schema: CreateInstruction },
      { guide: 'compliance', schema: CreateInstruction },
      { guide: 'tariffs', schema: CompareTariffs },
      { guide: 'webhooks', schema: CreateWebhook },
    ] as const;
    for (const { guide, schema } of shown) {
      const [body = ''] = bodies(guide);
      expect([guide, schema.safeParse(JSON.parse(body)).error]).toEqual([guide, undefined]);
    }
  });

  it('say what they are about to search engines, which are kept from everything else', async () => {
    const { text } = await request(app).get('/docs/guides/webhooks');
    const [, summary = ''] = /<meta name="description" content="([^"]*)"/.exec(text) ?? [];
    expect(summary.length).toBeGreaterThan(50);
    expect(summary.length).toBeLessThanOrEqual(160);
    expect(summary).not.toMatch(/[`*[\]]/);
    const robots = await request(app).get('/robots.txt');
    expect(robots.type).toBe('text/plain');
    expect(robots.text).toContain('Disallow: /console\n');
    expect(robots.text).not.toContain('/docs');
  });

  it('have no page for what is no guide', async () => {
    for (const path of ['/docs/guides/nothing', '/docs/guides/toString', '/docs/assets/nothing.js']) {
      expect([path, (await request(app).get(path)).status]).toEqual([path, 404]);
    }
  });
});
