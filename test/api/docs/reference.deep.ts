import type { Browser, Page } from 'puppeteer';
import { describeInBrowser, launchBrowser } from '../../support/browser';
import { clickOn, lookAt } from '../../support/console-browser';
import { startStack, type Stack } from '../../support/stack';

/** Where the reference shows how a payment is submitted. */
const SUBMIT = '/docs/reference/createPaymentInstruction';
const ANSWER = 'form.try [role=status]';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ workers: false });
});

describeInBrowser('the reference in a real browser', () => {
  let browser: Browser;
  let page: Page;
  const outside: string[] = [];

  const send = async (): Promise<string> => {
    await clickOn(page, 'form.try button');
    await page.waitForSelector(`${ANSWER} ::-p-text({)`);
    return page.$eval(ANSWER, ({ textContent }) => textContent);
  };

  beforeAll(async () => {
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(stack.baseUrl) && !/^(data|blob):/.test(url)) outside.push(url);
    });
    await page.goto(stack.baseUrl + SUBMIT);
  });

  it('sends the request of its form to the API, with the key, which the next page keeps', async () => {
    expect(await send()).toMatch(/^401.*UNAUTHORIZED/s);
    const key = await stack.createKey('reference');
    await page.type('form.try [name=key]', key);
    await page.type('form.try [name=Prefer]', 'handling=strict');
    await page.$eval('form.try [name=body]', (field) => void Reflect.set(field, 'value', '{"amount": -1, "odd": 1}'));
    const refused = await send();
    expect(refused).toMatch(/^400.*request-id: req_.*"amount"/s);
    expect(refused).toContain('"odd"');
    await page.goto(`${stack.baseUrl}/docs/reference/listPaymentInstructions`);
    expect(await send()).toMatch(/^200.*"items": \[\]/s);
    await page.goto(`${stack.baseUrl}/docs/reference/getPaymentInstruction`);
    await page.type('form.try [data-in=path]', 'instr_../none');
    expect(await send()).toMatch(/^40\d.*"error"/s);
  });

  it('takes no key from a link', async () => {
    const other = await browser.newPage();
    await other.goto(`${stack.baseUrl}${SUBMIT}?key=crd_test_another#key=crd_test_another`);
    expect(await other.$eval('form.try [name=key]', (field) => Reflect.get(field, 'value'))).toBe('');
    await other.close();
  });

  it.each(['/docs', SUBMIT, '/docs/reference/payment.settled', '/docs/reference/createPaymentBatch'])(
    'is readable and fits a phone: %s',
    async (place) => {
      await page.goto(stack.baseUrl + place);
      expect(await lookAt(page, `docs ${place}`)).toEqual([]);
    },
  );

  it('sends no request to another host', () => {
    expect(outside).toEqual([]);
  });
});
