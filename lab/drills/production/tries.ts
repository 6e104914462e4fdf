import { setTimeout as delay } from 'node:timers/promises';
import { isGenuine } from '../../../docs/receivers/verify';
import { memberOf } from '../../../domain/unknown-value';
import { callApi, textOf, type Call } from '../../chaos/http';
import { PAYEE } from '../../chaos/payees';
import { until } from '../drill';
import type { Installation } from './installation';

const INSTRUCTIONS = '/api/v1/payments/instructions';
const DOCUMENTS = '/api/v1/documents';
const OUTCOME_MS = 120_000;
const PASSWORD = 'a long and quiet harbour 7';
const INVOICE = {
  type: 'commercial_invoice',
  data: {
    ...{ invoiceNumber: 'INV-1', invoiceDate: '2026-01-31', currency: 'USD', paymentTerms: 'Net 30' },
    seller: { name: 'Example Export', address: '1 Harbour Road', country: 'VN' },
    buyer: { name: 'Example Import', address: '2 Market Street', country: 'DE' },
    items: [{ description: 'Cotton t-shirts', hsCode: '610910', quantity: 100, unitPrice: 4.5, total: 450 }],
  },
};

function check(holds: boolean, fault: string): void {
  if (!holds) throw new Error(fault);
}

/** What a client and a member do with an installation, through its proxy. */
export class Tries {
  key = '';

  constructor(private readonly at: Installation) {}

  async makeKey(): Promise<void> {
    const made = await this.at.corridor("keys create --account 'Example GmbH' --plan enterprise");
    this.key = textOf(made, 'key');
    check(this.key.startsWith('crd_test_'), `no key was made: ${JSON.stringify(made)}`);
  }

  /** A call that waits for the limits: of the plan as it is asked to, of the proxy, which says no time, for a second. */
  private async call(call: Omit<Call, 'key'>): Promise<unknown> {
    const { status, body } = await callApi(this.at.baseUrl, { key: this.key, ...call });
    if (status === 429) {
      const seconds = Number(memberOf(memberOf(body, 'error'), 'retry_after'));
      await delay((seconds || 1) * 1_000);
      return this.call(call);
    }
    check(status < 300, `${call.method} ${call.path}: ${status} ${JSON.stringify(body)}`);
    return memberOf(body, 'data') ?? body;
  }

  statusOf = async (id: string): Promise<string> =>
    textOf(await this.call({ method: 'GET', path: `${INSTRUCTIONS}/${id}` }), 'status');

  /** A payment that the sandbox settles, and its webhook with a signature that fits. */
  async pay(): Promise<string> {
    const url = 'http://receiver:9000/hook';
    const hook = await this.call({ method: 'POST', path: '/v1/webhooks', body: { url, events: ['payment.settled'] } });
    const body = {
      ...{ amount: 1250.5, currency: 'USD', beneficiary: PAYEE, purpose: { code: 'trade_settlement' } },
      settlementRoute: {},
    };
    const id = textOf(await this.call({ method: 'POST', path: INSTRUCTIONS, body }), 'instructionId');
    const isSettled = await until(async () => (await this.statusOf(id)) === 'settled', OUTCOME_MS);
    check(isSettled, `the payment is ${await this.statusOf(id)}`);
    const isTold = await until(
      async () => this.isReceived(await this.received(), id, textOf(hook, 'secret')),
      OUTCOME_MS,
    );
    check(isTold, 'no webhook with a fitting signature arrived');
    return id;
  }

  /** Lines of the receiver's log. */
  private async received(): Promise<unknown[]> {
    const log = await this.at.bash('docker compose logs --no-log-prefix receiver');
    return log.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as unknown] : []));
  }

  private isReceived(requests: readonly unknown[], id: string, secret: string): boolean {
    return requests.some((request) => {
      const body = Buffer.from(textOf(request, 'body'), 'base64');
      const headers = memberOf(request, 'headers') as Record<string, string>;
      return isGenuine(secret, headers, body) && body.includes(id);
    });
  }

  /** A member of the account, with the password that an operator's command has set. */
  async logIn(): Promise<void> {
    const email = 'member@example.com';
    await this.at.corridor(`users create --email ${email} --account 'Example GmbH' --password-stdin`, PASSWORD);
    const page = await fetch(`${this.at.baseUrl}/console/login`);
    const cookies = page.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    const fields = [...(await page.text()).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const form = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]));
    form.set('email', email);
    form.set('password', PASSWORD);
    const answer = await fetch(`${this.at.baseUrl}/console/login`, {
      method: 'POST',
      redirect: 'manual',
      body: form,
      headers: { cookie: cookies.join('; '), origin: this.at.baseUrl },
    });
    check(answer.status === 303 || answer.status === 302, `the log-in is answered ${answer.status}`);
    const login = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    const overview = await fetch(`${this.at.baseUrl}/console`, {
      headers: { cookie: [...cookies, ...login].join('; ') },
    });
    const text = await overview.text();
    check(overview.ok && text.includes('Example GmbH'), `the overview is answered ${overview.status}`);
  }

  /** A document as PDF, printed by the worker that has the browser. */
  async print(): Promise<void> {
    const made = await this.call({ method: 'POST', path: `${DOCUMENTS}/generate`, body: INVOICE });
    const path = `${DOCUMENTS}/${textOf(made, 'documentId')}`;
    const isMade = await until(
      async () => textOf(await this.call({ method: 'GET', path }), 'status') === 'generated',
      OUTCOME_MS,
    );
    check(isMade, 'the document is not generated');
    const headers = { authorization: `Bearer ${this.key}` };
    const answer = await fetch(`${this.at.baseUrl}${path}/download`, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    check(bytes.subarray(0, 5).toString() === '%PDF-', `the download is answered ${answer.status}`);
  }
}
