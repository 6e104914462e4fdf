import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { describeInBrowser } from '../../support/browser';
import { openConsole, type ConsoleBrowser } from '../../support/console-browser';
import { importSmallWorld } from '../../support/reference-data';
import { startStack, type Stack } from '../../support/stack';

const PASSWORD = 'nine blue herons at dawn';

const INVOICE = {
  type: 'commercial_invoice',
  data: {
    invoiceNumber: 'INV-1',
    invoiceDate: '2026-01-31',
    currency: 'USD',
    paymentTerms: 'Net 30',
    seller: { name: 'Example Export', address: '1 Harbour Road', country: 'VN' },
    buyer: { name: 'Example Import', address: '2 Market Street', country: 'DE' },
    items: [{ description: 'Cotton t-shirts', hsCode: '610910', quantity: 100, unitPrice: 4.5, total: 450 }],
  },
};

describeInBrowser('the workbench of the console', () => {
  let stack: Stack;
  let browser: ConsoleBrowser;
  let key: string;

  beforeAll(async () => {
    stack = await startStack({ documents: true });
    await importSmallWorld(stack.database);
    key = await stack.createKey('Blue Harbour');
    const { id: accountId } = await findOrCreateAccount(stack.database, 'Blue Harbour');
    const member = { email: 'member@example.com', name: 'Member', role: 'developer', accountId } as const;
    await createUser(stack.database, { ...member, password: PASSWORD, actor: 'command:test' });
    browser = await openConsole(stack.baseUrl);
    await browser.logIn(member.email, PASSWORD);
  });

  it('finds an HS code by words and shows its rates by destination', async () => {
    await browser.go('/console/test/tariffs');
    await browser.fill('query', 'cotton t-shirt');
    await browser.press('main form button');
    await browser.press('tbody a[href$="/codes/610910"]');
    const text = await browser.text();
    expect(text).toContain('HS 610910');
    expect(text).toContain('United States');
  });

  it('calculates what the API calculates, and says at the fields what is wrong', async () => {
    const body = { hsCode: '610910', origin: 'VN', destination: 'US', value: 10000, currency: 'USD' };
    const answer = await stack.call('POST', '/api/v1/tariffs/calculate', { key, body });
    const { tariff } = answer.body['data'] as { tariff: { mfnDuty: number } };
    const query = 'hsCode=610910&origin=vn&destination=us&value=10000&currency=usd';
    await browser.go(`/console/test/tariffs/calculate?${query}`);
    expect(await browser.text()).toContain(`${tariff.mfnDuty.toLocaleString('en', { minimumFractionDigits: 2 })} USD`);
    await browser.go('/console/test/tariffs/calculate?hsCode=610910&origin=XX&value=much&destination=US&currency=');
    const faults = await browser.page.$$eval('main form .fault', (found) => found.map(({ id }) => id));
    expect(faults.sort()).toEqual(['currency-fault', 'origin-fault', 'value-fault']);
    expect(await browser.page.$eval('#value', (field) => field.getAttribute('value'))).toBe('much');
  });

  it('compares destinations in a chart and a table, and names those that cannot be compared', async () => {
    await browser.go('/console/test/tariffs/compare');
    const consignment = { hsCode: '610910', origin: 'VN', value: '10000', currency: 'USD', destinations: 'US, GB, BR' };
    for (const [name, text] of Object.entries(consignment)) await browser.fill(name, text);
    await browser.press('main form button');
    const bars = await browser.page.$$eval('.bar-rows li', ({ length }) => length);
    const rows = await browser.page.$$eval('tbody tr', ({ length }) => length);
    expect([bars, rows]).toEqual([2, 2]);
    expect(await browser.text()).toContain('No tariff schedule of BR is loaded.');
  });

  it('lists documents, shows one, and hands out its file and the page that verifies it', async () => {
    const answer = await stack.call('POST', '/api/v1/documents/generate', { key, body: INVOICE });
    expect(answer.body['data']).toMatchObject({ status: 'generated' });
    await browser.go('/console/test/documents?type=commercial_invoice&status=generated');
    await browser.press('tbody th a');
    const [download, verify] = await browser.page.$$eval('main p.actions a', (links) => links.map(({ href }) => href));
    const cookies = await browser.page.cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const file = await fetch(download ?? '', { headers: { cookie } });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect((await fetch(verify ?? '')).status).toBe(200);
    expect((await fetch(download ?? '', { redirect: 'manual' })).status).toBe(303);
  });

  async function fillInvoice(): Promise<void> {
    const fields: [string, string][] = [
      ['invoiceNumber', 'INV-FORM-7'],
      ['invoiceDate', '2026-01-31'],
      ['currency', 'usd'],
      ['paymentTerms', 'Net 30'],
      ['seller.name', 'Example Export'],
      ['seller.address', '1 Harbour Road'],
      ['seller.country', 'VN'],
      ['buyer.name', 'Example Import'],
      ['buyer.address', '2 Market Street'],
      ['buyer.country', 'DE'],
      ['items.0.description', 'Cotton t-shirts'],
      ['items.0.hsCode', '610910'],
      ['items.0.quantity', '100'],
      ['items.0.unitPrice', '4.5'],
      ['items.0.total', '999'],
    ];
    await browser.page.evaluate((entries: [string, string][]) => {
      for (const [name, text] of entries) {
        const field = document.querySelector<HTMLInputElement>(`[name="data.${name}"]`);
        if (field !== null) field.value = text;
      }
    }, fields);
  }

  const frameText = (): Promise<string> =>
    browser.page.$eval('iframe', (frame) => frame.contentDocument?.body.textContent ?? '');

  it('makes a document in a form: faults at their fields, what was typed is kept, rows come and go', async () => {
    await browser.go('/console/test/documents');
    await browser.press('main a.button[href$="/documents/new"]');
    await browser.press('main a[href$="/commercial_invoice"]');
    await browser.press('main form.panel .bar button:not([formtarget])');
    const empty = await browser.page.$$eval('main [aria-invalid]', (fields) =>
      fields.map((field) => [field.id, getComputedStyle(field).borderColor]),
    );
    expect(new Set(empty.map(([, colour]) => colour)).size).toBe(1);
    expect(empty.map(([id]) => id)).toContain('data.items.0.unitPrice');
    // It follows from the quantity and the price, which are asked for.
    expect(empty.map(([id]) => id)).not.toContain('data.items.0.total');
    const valid = await browser.page.$eval('[id="data.items.0.total"]', (field) => getComputedStyle(field).borderColor);
    expect(empty.map(([, colour]) => colour)).not.toContain(valid);
    expect(await browser.look('document-form-empty')).toEqual([]);
    await fillInvoice();
    await browser.press('button[name="add"][value="data.items"]');
    expect(await browser.page.$$eval('[name="data.items.1.hsCode"]', ({ length }) => length)).toBe(1);
    await browser.press('button[name="remove"][value="data.items.1"]');
    await browser.press('main form.panel > p:last-child button');
    const faults = await browser.page.$$eval('main form .fault', (found) => found.map(({ id }) => id));
    expect(faults).toEqual(['data.items.0.total-fault']);
    expect(await browser.page.$eval('[name="data.items.0.total"]', (field) => field.getAttribute('value'))).toBe('999');
    expect(await browser.look('document-form-faults')).toEqual([]);
  });

  it('shows what would be made, or what is still needed, and keeps nothing of it', async () => {
    await browser.click('main form.panel .bar button[formtarget]');
    await browser.page.waitForFunction(() => document.querySelector('iframe')?.contentDocument?.querySelector('li'));
    expect(await frameText()).toContain('Item 1, total must be');
    await browser.fill('data.items.0.total', '450');
    // The script shows what was typed without a press of the button.
    await browser.page.waitForFunction(() => document.querySelector('iframe')?.contentDocument === null);
    const sheet = browser.page.frames().find((frame) => frame.url().endsWith('/preview'));
    await sheet?.waitForSelector('main .page');
    expect(await sheet?.$eval('main', (main) => main.textContent)).toContain('INV-FORM-7');
    // With the preview the faults of the answer before it are gone.
    expect(await browser.page.$$eval('main .fault, main .notice.bad', ({ length }) => length)).toBe(0);
    expect(await browser.page.$$eval('[aria-invalid]', ({ length }) => length)).toBe(0);
    // A total that is not typed is computed.
    const before = await browser.page.$eval('iframe', ({ name }) => name);
    await browser.page.$eval('[name="data.items.0.total"]', (field) => (field as HTMLInputElement).select());
    await browser.page.keyboard.press('Backspace');
    await browser.page.waitForFunction(
      (earlier) => {
        const [frame, ...others] = document.querySelectorAll('iframe');
        return others.length === 0 && frame?.name !== earlier && frame?.contentDocument === null;
      },
      {},
      before,
    );
    expect(await browser.look('document-preview')).toEqual([]);
    const lists = await browser.page.$$eval('input[list]', (fields) =>
      fields.map(({ list, name }) => [
        name,
        list?.querySelector('option[value="EUR"], option[value="DE"]')?.textContent,
      ]),
    );
    expect(lists).toContainEqual(['data.currency', 'Euro']);
    expect(lists).toContainEqual(['data.seller.country', 'Germany']);
    const { body } = await stack.call('GET', '/api/v1/documents', { key });
    expect(JSON.stringify(body)).not.toContain('INV-FORM-7');
  });

  it('generates once, however often the form is sent', async () => {
    await browser.page.$eval('form[data-preview]', async (form) => {
      const fields = [...new FormData(form)].flatMap(([name, text]) =>
        typeof text === 'string' ? [[name, text]] : [],
      );
      const send = () => fetch(location.href, { method: 'POST', body: new URLSearchParams(fields) });
      await Promise.all([send(), send()]);
    });
    await browser.go('/console/test/documents');
    const numbers = await browser.page.$$eval('tbody th', (cells) => cells.map(({ textContent }) => textContent));
    expect(numbers).toEqual(['INV-FORM-7', 'INV-1']);
    await browser.press('tbody th a');
    expect(await browser.text()).toContain('generated');
  });

  it('begins another document of the consignment with the data of this one, in its own account alone', async () => {
    await browser.press('main a[href*="/new/packing_list?from="]');
    const valueOf = (name: string) =>
      browser.page.$eval(`[name="data.${name}"]`, (field) => Reflect.get(field, 'value'));
    expect(await valueOf('exporter.name')).toBe('Example Export');
    expect(await valueOf('packages.0.contents.0.description')).toBe('Cotton t-shirts');
    expect(await valueOf('invoiceNumber')).toBe('INV-FORM-7');
    expect(await browser.look('document-form-carried-over')).toEqual([]);
    const body = { ...INVOICE, data: { ...INVOICE.data, invoiceNumber: 'OTHER-1' } };
    const other = await stack.createKey('Red Harbour');
    const made = await stack.call('POST', '/api/v1/documents/generate', { key: other, body });
    const { documentId } = made.body['data'] as { documentId: string };
    const response = await browser.page.goto(
      `${stack.baseUrl}/console/test/documents/new/packing_list?from=${documentId}`,
    );
    expect(response?.status()).toBe(404);
  });

  it('takes a fault away once its field is changed, in the form of a beneficiary, too', async () => {
    await browser.go('/console/test/beneficiaries/new');
    await browser.press('main form.panel .actions button');
    const faults = () => browser.page.$$eval('main .fault', (found) => found.map(({ id }) => id));
    expect(await faults()).toContain('name-fault');
    const [before, links] = [await faults(), await browser.page.$$eval('.notice.bad li', ({ length }) => length)];
    await browser.fill('name', 'N');
    expect(await faults()).toEqual(before.filter((id) => id !== 'name-fault'));
    expect(await browser.page.$$eval('.notice.bad li', ({ length }) => length)).toBe(links - 1);
    const listed = await browser.page.$eval(
      'input[name="country"]',
      (field) => field.list?.querySelector('option[value="DE"]')?.textContent,
    );
    expect(listed).toBe('Germany');
  });

  it('has a form for every type of document', async () => {
    await browser.go('/console/test/documents/new');
    const forms = await browser.page.$$eval('.tiles a', (links) => links.map(({ href }) => href));
    expect(forms).toHaveLength(5);
    for (const form of forms) {
      await browser.page.goto(form);
      const required = await browser.page.$$eval('form[data-preview] [required]', ({ length }) => length);
      expect(required).toBeGreaterThan(8);
    }
  });

  it('met no fault, no refusal of the policy, and no outside host', () => {
    expect(browser.complaints).toEqual([]);
  });
});
