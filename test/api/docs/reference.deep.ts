import type { Browser, Page } from 'puppeteer';
import { describeInBrowser, launchBrowser } from '../../support/browser';
import { clickOn, lookAt } from '../../support/console-browser';
import { startStack, type Stack } from '../../support/stack';

/** What is read of the explorer here. */
interface Shown {
  operationId: string;
  isWebhook: boolean;
  xCodeSamples: unknown[];
}

interface Scheme {
  apiKeyId: string;
  finalKeyValue: string;
}

/** Where the reference shows how a payment is submitted. */
const SUBMIT = '#?route=post-/api/v1/payments/instructions';

/** Colours that fade from light to dark would be judged half-way. */
function stopTransitions(): void {
  const still = new CSSStyleSheet();
  still.replaceSync('* { transition: none !important }');
  const waiting: (Document | ShadowRoot)[] = [document];
  for (let root = waiting.pop(); root !== undefined; root = waiting.pop()) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, still];
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot !== null) waiting.push(shadowRoot);
  }
}

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
    await page.goto(`${stack.baseUrl}/docs${SUBMIT}`);
    await page.waitForSelector('>>> ::-p-text(unknown members and other forms are refused)');
    refused.push(...((await page.evaluate(() => Reflect.get(window, 'refused') as string[])) ?? []));
  });

  it('shows an operation with samples in four languages', async () => {
    const tabs = await page.$$eval('>>> [data-tab].tab-btn', (found) => found.map((tab) => tab.textContent.trim()));
    expect(tabs.slice(0, 4)).toEqual(['curl', 'TypeScript', 'Python', 'Go']);
    const samples = await page.$$eval('>>> .code-sample-wrapper syntax-highlighter', (found) =>
      found.map((one) => String(Reflect.get(one, 'content'))),
    );
    const address = `${stack.baseUrl}/api/v1/payments/instructions`;
    expect(samples.map((sample) => sample.split('\n').find((line) => line.includes(address)))).toEqual([
      `curl -X POST '${address}' \\`,
      `const answer = await fetch('${address}', {`,
      `    "${address}",`,
      expect.stringContaining(`http.NewRequest("POST", "${address}", strings.NewReader(`),
    ]);
    for (const sample of samples) expect(sample).toContain('"amount": 1250.5');
  });

  it('has samples for every operation, in one language alone where the body is a file', async () => {
    const counts = await page.$eval('openapi-explorer', (explorer) => {
      const { tags } = Reflect.get(explorer, 'resolvedSpec') as { tags: { paths: Shown[] }[] };
      const own = tags.flatMap(({ paths }) => paths).filter(({ isWebhook }) => !isWebhook);
      return own.map(({ operationId, xCodeSamples }) => [operationId, xCodeSamples.length]);
    });
    expect(counts.length).toBeGreaterThan(100);
    expect(counts.filter(([, count]) => count !== 4)).toEqual([['importBankStatement', 1]]);
  });

  it('takes no key from a link', async () => {
    const state = Buffer.from(JSON.stringify({ apiKeyId: 'client' })).toString('base64url');
    const returned = `state=${state}&access_token=crd_test_another`;
    for (const address of [`/docs#${returned}`, `/docs?${returned}`, `/docs${SUBMIT}&${returned}`]) {
      await page.goto('about:blank');
      await page.goto(stack.baseUrl + address);
      await page.waitForSelector('>>> ::-p-text(Authentication)');
      expect(page.url()).not.toContain('crd_test_another');
      const keys = await page.$eval('openapi-explorer', (explorer) => {
        const { securitySchemes } = Reflect.get(explorer, 'resolvedSpec') as { securitySchemes: Scheme[] };
        return securitySchemes.map(({ apiKeyId, finalKeyValue }) => [apiKeyId, finalKeyValue]);
      });
      expect(keys).toEqual([
        ['client', ''],
        ['partner', ''],
        ['operator', ''],
      ]);
    }
    await page.goto(`${stack.baseUrl}/docs${SUBMIT}`);
    await page.waitForSelector('>>> ::-p-text(unknown members and other forms are refused)');
  });

  it('sends a request to the API from its form', async () => {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url() === `${stack.baseUrl}/api/v1/payments/instructions`),
      clickOn(page, '>>> [part~="btn-try"]'),
    ]);
    expect(answer.status()).toBe(401);
    await page.waitForSelector('>>> ::-p-text(UNAUTHORIZED)');
  });

  it.each([
    ['an operation', SUBMIT, 'unknown members and other forms are refused'],
    ['the overview', '#?route=overview', 'Every call but a few public ones'],
  ])('is readable and fits a phone: %s', async (name, place, words) => {
    await page.goto('about:blank');
    await page.goto(`${stack.baseUrl}/docs${place}`);
    await page.waitForSelector(`>>> ::-p-text(${words})`);
    await page.evaluate(stopTransitions);
    expect(await lookAt(page, `docs ${name}`)).toEqual([]);
  });

  it('sends no request to another host, and has its styles under the policy', () => {
    expect(outside).toEqual([]);
    expect(refused).toEqual([]);
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
        asset: await ask('/console/assets/console-0.js'),
        window: window.open('/console/login') === null ? 'refused' : 'opened',
      };
    });
    expect(reached).toEqual({ api: '401', page: 'refused', asset: 'refused', window: 'refused' });
    expect(new URL(page.url()).pathname).toBe('/docs');
  });
});
