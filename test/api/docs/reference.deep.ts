import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Dialog, ElementHandle, Page } from 'puppeteer';
import { describeInBrowser, launchBrowser } from '../../support/browser';
import { clickOn, lookAt } from '../../support/console-browser';
import { startStack, type Stack } from '../../support/stack';

/** Where the reference shows how a payment is submitted. */
const SUBMIT = '/docs/reference/createPaymentInstruction';
const KEY = '#try-key';
const ANSWER = 'form.try > .sample';

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
    await page.waitForSelector('form.try > button:enabled');
    return page.$eval(ANSWER, ({ textContent }) => textContent.replace('Copy', '\n'));
  };

  const valueOf = (selector: string): Promise<unknown> =>
    page.$eval(`form.try ${selector}`, (field): unknown => Reflect.get(field, 'value'));

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
    await page.type(KEY, key);
    await page.type('form.try [name=Prefer]', 'handling=strict');
    const repeatKey = await valueOf('[name=Idempotency-Key]');
    expect(repeatKey).toMatch(/^[\da-f-]{36}$/);
    await page.$eval('#try-body', (field) => void Reflect.set(field, 'value', '{"amount": -1, "odd": 1}'));
    const refused = await send();
    expect(refused).toMatch(/^400.*request-id: req_.*"amount"/s);
    expect(refused).toContain('"odd"');
    expect(await valueOf('[name=Idempotency-Key]')).toBe(repeatKey);
    await page.goto(`${stack.baseUrl}/docs/reference/listPaymentInstructions`);
    expect(await send()).toMatch(/^200.*"items": \[\]/s);
    await page.goto(`${stack.baseUrl}/docs/reference/getPaymentInstruction`);
    await page.type('form.try [data-in=path]', 'instr_../none');
    expect(await send()).toMatch(/^40\d.*"error"/s);
  });

  it.each(['', '..', ' . '])('sends nothing for the path parameter %p', async (segment) => {
    await page.goto(`${stack.baseUrl}/docs/reference/getPaymentInstruction`);
    await page.type('form.try [data-in=path]', `${segment} `);
    await clickOn(page, 'form.try button');
    expect(await page.$$('form.try :invalid')).toHaveLength(1);
    expect(await page.$(`${ANSWER}[hidden]`)).not.toBeNull();
  });

  it('asks before it changes something with a key that is not a test key, and sends no empty body', async () => {
    const asked: string[] = [];
    const refuse = (dialog: Dialog): void => void (asked.push(dialog.message()), dialog.dismiss());
    await page.goto(`${stack.baseUrl}/docs/reference/resubmitPaymentInstruction`);
    await page.$eval(KEY, (field) => void Reflect.set(field, 'value', 'crd_live_none'));
    await page.type('form.try [data-in=path]', 'instr_none');
    page.once('dialog', refuse);
    await clickOn(page, 'form.try button');
    expect(asked).toEqual([expect.stringMatching(/^Send POST .*\/resubmit with a key that is not a test key\?$/)]);
    expect(await page.$(`${ANSWER}[hidden]`)).not.toBeNull();
    page.once('dialog', (dialog) => void dialog.accept());
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    expect(await send()).toMatch(/^401/);
    expect((await sent).postData()).toBeUndefined();
  });

  it('sends a file with the type that its name says, and none without a file', async () => {
    await page.goto(`${stack.baseUrl}/docs/reference/createPaymentBatch`);
    await page.select('#try-type', 'multipart/form-data');
    await clickOn(page, 'form.try button');
    expect(await page.$$('#try-file:invalid')).toHaveLength(1);
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'reference-')), 'rows.csv');
    writeFileSync(file, 'amount\n');
    const input = await page.$('#try-file');
    await (input as ElementHandle<HTMLInputElement>).uploadFile(file);
    expect(await valueOf('#try-type')).toBe('text/csv');
  });

  it('takes no key from a link', async () => {
    const other = await browser.newPage();
    await other.goto(`${stack.baseUrl}${SUBMIT}?key=crd_test_another#key=crd_test_another`);
    expect(await other.$eval('#try-key', (field) => Reflect.get(field, 'value'))).toBe('');
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
