import Router from '@koa/router';
import Koa from 'koa';
import request from 'supertest';
import { registerDocs } from '../../../api/docs';
import { publishedDocument } from '../../../api/openapi';
import { ERROR_GUIDES } from '../../../api/docs/error-pages';
import { SITE_POLICY } from '../../../api/page-policy';
import { answerErrors } from '../../../api/middleware/errors';
import type { Services } from '../../../api/services';
import { ERROR_STATUS, WRITTEN_CODES } from '../../../domain/errors';

const router = new Router();
registerDocs(router, { publicUrl: 'https://trade.example.com', document: publishedDocument });
const services = { settings: { publicUrl: 'https://trade.example.com' } } as unknown as Services;
const app = new Koa().use(answerErrors(services)).use(router.routes()).callback();

describe('the page of an error code', () => {
  it.each(WRITTEN_CODES.map((code) => [code]))('%s says what it means and what to do', async (code) => {
    const page = await request(app).get(`/docs/errors/${code}`);
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.text).toContain(`<h1 id="${code.toLowerCase()}">${code.replaceAll('_', '_<wbr>')}</h1>`);
    const known = code === 'rate_limit_exceeded' ? 'RATE_LIMIT' : (code as keyof typeof ERROR_STATUS);
    expect(page.text).toContain(`HTTP status <strong>${ERROR_STATUS[known]}</strong>`);
    expect(ERROR_GUIDES[known].todo.length).toBeGreaterThan(0);
    expect(page.text).toContain('What to do');
  });

  it('is 404 for what is no code', async () => {
    expect((await request(app).get('/docs/errors/NO_SUCH_CODE')).status).toBe(404);
    expect((await request(app).get('/docs/errors/constructor')).status).toBe(404);
  });

  it('is linked from the list of all codes', async () => {
    const { text } = await request(app).get('/docs/errors');
    for (const code of WRITTEN_CODES) expect(text).toContain(`href="/docs/errors/${code}"`);
  });

  it('loads files of its own host alone, and runs nothing that is written into it', async () => {
    const page = await request(app).get('/docs/errors');
    const loaded = [...page.text.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"/g)].map(([, one]) => one);
    expect(loaded.filter((one) => !/^\/(assets|docs\/assets)\/[\w.-]+$/.test(one ?? ''))).toEqual([]);
    expect(page.text).not.toMatch(/<script[^>]*>[^<]|<style|style=|url\(|@import/i);
    expect(page.headers['content-security-policy']).toBe(SITE_POLICY);
    expect(SITE_POLICY).not.toMatch(/unsafe|data:|http/);
  });
});
