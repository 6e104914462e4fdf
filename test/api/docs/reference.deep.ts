import path from 'node:path';
import type { Browser, Page } from 'puppeteer';
import { describeInBrowser, launchBrowser } from '../../support/browser';
import { breachesOf, clickOn } from '../../support/console-browser';
import { startStack, type Stack } from '../../support/stack';

/** Set to a folder to keep pictures of the pages. */
const PICTURES = process.env['CORRIDOR_SCREENSHOTS'];

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ workers: false });
});

describeInBrowser('the reference in a real browser', () => {
  let browser: Browser;
  let page: Page;
  const outside: string[] = [];
  const refused: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(stack.baseUrl) && !/^(data|blob):/.test(url)) outside.push(url);
    });
    await page.evaluateOnNewDocument(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        Reflect.set(window, 'refused', [...(Reflect.get(window, 'refused') ?? []), event.violatedDirective]);
      });
    });
    await page.goto(`${stack.baseUrl}/docs`);
    await page.waitForFunction(() => document.body.innerText.includes('Submit a payment instruction'));
    refused.push(...((await page.evaluate(() => Reflect.get(window, 'refused') as string[])) ?? []));
  });

  it('shows the operations with samples in four languages', async () => {
    const opener = await page.waitForSelector('::-p-text(Select from all clients)');
    await opener?.click();
    await page.waitForFunction(() => document.body.innerText.includes('JavaScript'));
    const text = await page.evaluate(() => document.body.innerText);
    for (const word of ['Shell', 'Curl', 'JavaScript', 'Fetch', 'Python', 'Requests', 'Go'])
      expect(text).toContain(word);
    for (const word of ['Ruby', 'PHP', 'C#', 'Kotlin']) expect(text).not.toContain(word);
    await page.keyboard.press('Escape');
  });

  it('is readable, for screen readers too', async () => {
    const waitsForMends = 'button.code-copy:not([aria-label]), button[role="search"], .client-libraries [role="tab"]';
    await page.waitForFunction((selector) => document.querySelector(selector) === null, {}, waitsForMends);
    const roles = ['aria-allowed-attr', 'aria-allowed-role', 'aria-required-children'];
    expect(await breachesOf(page, ['button-name', 'color-contrast', ...roles])).toEqual([]);
  });

  it('sends no request to another host, and has its styles under the policy', () => {
    expect(outside).toEqual([]);
    expect(refused).toEqual([]);
  });

  it('sends a request to the API from its form', async () => {
    await clickOn(page, '.show-api-client-button');
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url() === `${stack.baseUrl}/api/v1/payments/instructions`),
      clickOn(page, '::-p-text(Send)'),
    ]);
    expect(answer.status()).toBe(401);
    await page.waitForSelector('::-p-text(401 Unauthorized)');
    if (PICTURES !== undefined) await page.screenshot({ path: path.join(PICTURES, 'docs-sent.png') });
  });

  it('gives its script no way to the console, where an operator may be logged in', async () => {
    await page.goto(`${stack.baseUrl}/docs`);
    const reached = await page.evaluate(async () => {
      const ask = (place: string) =>
        window.fetch(place).then(
          ({ status }) => String(status),
          () => 'refused',
        );
      const form = Object.assign(document.createElement('form'), { action: '/console/login', method: 'post' });
      document.body.append(form);
      form.submit();
      return {
        api: await ask('/v1/rate-limit'),
        page: await ask('/console/login'),
        asset: await ask('/console/assets/console.js'),
        window: window.open('/console/login') === null ? 'refused' : 'opened',
      };
    });
    expect(reached).toEqual({ api: '401', page: 'refused', asset: 'refused', window: 'refused' });
    expect(page.url()).toBe(`${stack.baseUrl}/docs`);
  });

  it('fits a phone', async () => {
    if (PICTURES !== undefined) await page.screenshot({ path: path.join(PICTURES, 'docs-1280.png') });
    await page.setViewport({ width: 390, height: 844 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    expect(await breachesOf(page, ['button-name'])).toEqual([]);
    if (PICTURES !== undefined) await page.screenshot({ path: path.join(PICTURES, 'docs-390.png') });
  });
});
