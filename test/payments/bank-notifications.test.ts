import type { Context } from 'koa';
import { listFlags } from '../../db/operator-flags';
import { openEvidence } from '../../db/payments/instruction/private-data';
import type { Description } from '../../domain/payments/dispatch/description/schema';
import { seededRandom } from '../../activities/partners/laboratory/bench';
import { benchOf, SCENARIOS } from '../../activities/partners/laboratory/certify';
import { WAITS } from '../activities/partners/conformance';
import { candidateOf } from '../activities/partners/described/candidate';
import { oauthBank, payoutNotification } from '../activities/partners/described/banks';
import { eventually, instructionBody } from '../support/builders';
import { exampleBank } from '../support/descriptions';
import { startScriptedServer } from '../support/http-server';
import { addRoute, newRoute } from '../support/partner';
import { startStack, type Answer, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';
const PARTNERS = '/v1/operator/partners';
const SECRET = 'secret-of-the-client';
const WEBHOOK_SECRET = 'secret of the notifications';

let stack: Stack;
let operator: string;
let key: string;

interface NotifiedBank {
  partnerId: string;
  orders: ReturnType<typeof oauthBank>['orders'];
}

let believed: NotifiedBank;
let asked: NotifiedBank;
let figures: NotifiedBank;

async function startBank(name: string, currency: string, changes: Partial<Description>): Promise<NotifiedBank> {
  const bank = oauthBank(SECRET);
  const { url: baseUrl } = await startScriptedServer((request) => bank.react(request));
  const config = { description: exampleBank('form-oauth', { baseUrl, ...changes }) };
  const made = await stack.call('POST', PARTNERS, { key: operator, body: { name, adapter: 'described', config } });
  const partnerId = String(made.body['id']);
  for (const [credential, value] of Object.entries({ 'client-secret': SECRET, 'webhook-secret': WEBHOOK_SECRET })) {
    const body = { name: credential, value };
    await stack.call('POST', `${PARTNERS}/${partnerId}/set-credential`, { key: operator, body });
  }
  await addRoute(stack.database, newRoute(partnerId, { currencies: [currency] }));
  return { partnerId, orders: bank.orders };
}

beforeAll(async () => {
  stack = await startStack();
  operator = await stack.createOperator();
  key = await stack.createKey('notified');
  const { notifications } = exampleBank('form-oauth');
  if (notifications === undefined) throw new Error('the example notifies');
  // Nothing but notifications tells what became of payments, but for the day's question.
  believed = await startBank('Believed bank', 'USD', { polling: undefined });
  const inquire = { ...notifications, trust: 'inquire' } as const;
  asked = await startBank('Asked bank', 'CHF', { polling: { seconds: 86_400 }, notifications: inquire });
  const places = {
    reference: '/data/figures/reference',
    amount: '/data/figures/amount',
    currency: '/data/figures/currency',
  };
  const details = { ...notifications.details, settlement: places };
  figures = await startBank('Bank with figures', 'SEK', { notifications: { ...notifications, details } });
});

interface Shown {
  status: string;
  failure: { code: string } | null;
}

async function shown(id: string): Promise<Shown> {
  return (await stack.call('GET', `${PATH}/${id}`, { key })).body['data'] as Shown;
}

/** A payment that the bank has. */
async function pay(currency: string): Promise<string> {
  const { body } = await stack.call('POST', PATH, { key, body: instructionBody({ currency }) });
  const id = (body['data'] as { instructionId: string }).instructionId;
  await eventually(
    () => shown(id),
    ({ status }) => status === 'accepted',
    'the bank has it',
  );
  return id;
}

type Sent = ReturnType<typeof payoutNotification>;

const addressOf = (partnerId: string): string => `/api/v1/partners/${partnerId}/notifications`;
const notify = (sent: Sent, partnerId = believed.partnerId): Promise<Answer> =>
  stack.call('POST', addressOf(partnerId), sent);
const dispositionOf = ({ body }: Answer): unknown => (body['data'] as { disposition?: unknown }).disposition;
const about = (reference: string, state: string) => ({ id: 'B-1', reference, state });
const signed = (reference: string, state: string, created = new Date()): Sent =>
  payoutNotification(about(reference, state), { secret: WEBHOOK_SECRET, created });

/** Source: docs/GAPS.md#described-webhooks */
describe('a notification of a bank', () => {
  // What the laboratory asks of each description, here of the service that takes notifications.
  it.each(SCENARIOS.filter(({ kind }) => kind === 'notices'))('$title', async ({ test: runScenario }) => {
    const answers: number[] = [];
    const candidate = candidateOf(exampleBank('form-oauth'), { 'webhook-secret': WEBHOOK_SECRET }, async (notified) => {
      const names = ['X-Webhook-Signature', 'X-Webhook-Timestamp'].filter((name) => notified.header(name) !== '');
      const headers = Object.fromEntries(names.map((name) => [name, notified.header(name)]));
      const { status } = await notify({ raw: Buffer.from(notified.bytes).toString(), headers });
      answers.push(status);
      return status === 200;
    });
    await runScenario({ ...benchOf(candidate, seededRandom(1), WAITS), warn: () => undefined });
    expect(answers).toEqual([200, 401, 401, 401, 401]);
  });

  it('is a report like any other: in order, repeated, late and contradicting', async () => {
    const id = await pay('USD');
    const early = new Date();
    const moved = signed(id, 'in_transit', early);
    const first = await notify(moved);
    expect([first.status, dispositionOf(first)]).toEqual([200, 'applied']);
    expect(dispositionOf(await notify(moved))).toBe('duplicate');
    expect((await shown(id)).status).toBe('processing');
    expect(dispositionOf(await notify(signed(id, 'paid')))).toBe('applied');
    expect(dispositionOf(await notify(moved))).toBe('duplicate');
    expect(dispositionOf(await notify(signed(id, 'failed')))).toBe('conflicting');
    expect((await shown(id)).status).toBe('settled');
    expect(dispositionOf(await notify(signed(id, 'reversed')))).toBe('applied');
    expect((await shown(id)).status).toBe('returned');
  });

  it('that is about no payment of this bank is kept, and one that says nothing of ours changes nothing', async () => {
    const elsewhere = await pay('CHF');
    for (const reference of ['po_of_another_system', elsewhere]) {
      expect(dispositionOf(await notify(signed(reference, 'paid')))).toBe('unmatched');
    }
    const kept = await stack.database.query<{ instruction_id: string }>(
      'select instruction_id from unmatched_reports where partner_id = $1 order by instruction_id',
      [believed.partnerId],
    );
    expect(kept.map((row) => row.instruction_id).sort()).toEqual([elsewhere, 'po_of_another_system'].sort());
    expect(dispositionOf(await notify(signed(await pay('USD'), 'parked')))).toBe('ignored');
    const ping = payoutNotification({ id: '', reference: '', state: 'ping' }, { secret: WEBHOOK_SECRET });
    expect(dispositionOf(await notify(ping))).toBe('ignored');
    expect((await shown(elsewhere)).status).toBe('accepted');
  });

  it('without a proof is refused without saying what is wrong with it, and changes nothing', async () => {
    const id = await pay('USD');
    const good = signed(id, 'paid');
    const old = payoutNotification(about(id, 'paid'), {
      secret: WEBHOOK_SECRET,
      sentAt: new Date(Date.now() - 600_000),
    });
    const with_ = (headers: Record<string, string>): Sent => ({ ...good, headers: { ...good.headers, ...headers } });
    const forged: Sent[] = [
      payoutNotification(about(id, 'paid'), { secret: 'another secret' }),
      { ...good, raw: good.raw.replace('paid', 'failed') },
      with_({ 'x-webhook-signature': '' }),
      with_({ 'x-webhook-signature': 'sha256=' }),
      with_({ 'x-webhook-timestamp': 'now' }),
      with_({ 'x-webhook-timestamp': `${Number(good.headers['x-webhook-timestamp']) + 1}` }),
      old,
    ];
    const answers = await Promise.all(forged.map((sent) => notify(sent)));
    expect(answers.map(({ status }) => status)).toEqual(forged.map(() => 401));
    const said = answers.map(({ body }) => JSON.stringify(body['error']).replace(/req_\w+/, ''));
    expect(new Set(said).size).toBe(1);
    expect((await shown(id)).status).toBe('accepted');
    expect(JSON.stringify(stack.logged)).not.toContain(WEBHOOK_SECRET);
  });

  it('has a form, a size and an address', async () => {
    const id = await pay('USD');
    const good = signed(id, 'paid');
    const headers = { ...good.headers, 'content-type': 'image/png' };
    expect((await notify({ ...good, headers })).status).toBe(415);
    expect((await notify({ ...good, raw: `${good.raw}${' '.repeat(65_536)}` })).status).toBe(413);
    expect((await notify(good, 'ptn_00000000000000000000000000')).status).toBe(404);
    const sandbox = { name: 'Sandbox', adapter: 'sandbox' };
    const other = await stack.call('POST', PARTNERS, { key: operator, body: sandbox });
    expect((await notify(good, String(other.body['id']))).status).toBe(404);
    const url = `${PARTNERS}/${believed.partnerId}`;
    await stack.call('POST', `${url}/disable`, { key: operator, body: {} });
    expect((await notify(good)).status).toBe(403);
    await stack.call('POST', `${url}/enable`, { key: operator, body: {} });
    expect(dispositionOf(await notify(good))).toBe('applied');
  });

  it('about several payments is refused with the place of the description, so that the bank learns of it', async () => {
    const id = await pay('USD');
    const more = { metadata: [{ reference: id }, { reference: id }] };
    const refused = await notify(payoutNotification({ ...about(id, 'paid'), more }, { secret: WEBHOOK_SECRET }));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ error: { details: [{ code: 'several' }] } });
    expect((await shown(id)).status).not.toBe('settled');
    expect(stack.logged.filter(({ msg }) => msg.includes('several payments at once'))).toHaveLength(1);
  });

  it('that is not believed has the bank asked soon, whatever it says', async () => {
    const id = await pay('CHF');
    const due = `select next_at <= now() + interval '30 seconds' as "isSoon" from bank_polls where partner_id = $1`;
    const isSoon = async () => (await stack.database.query<{ isSoon: boolean }>(due, [asked.partnerId]))[0]?.isSoon;
    await eventually(isSoon, (soon) => soon === false, 'the first questions are asked');
    expect(dispositionOf(await notify(signed('instr_of_nobody', 'failed'), asked.partnerId))).toBe('unmatched');
    expect(await isSoon()).toBe(false);
    const order = asked.orders.find(({ reference }) => reference === id);
    Object.assign(order ?? {}, { state: 'in_transit' });
    const sent = signed(id, 'failed');
    expect(dispositionOf(await notify(sent, asked.partnerId))).toBe('asking');
    expect(dispositionOf(await notify(sent, asked.partnerId))).toBe('asking');
    expect(await isSoon()).toBe(true);
    await stack.database.query('update bank_polls set next_at = now() where partner_id = $1', [asked.partnerId]);
    await eventually(
      () => shown(id),
      ({ status }) => status === 'processing',
      'the bank says so itself',
    );
  });

  it('that is not believed is kept where nobody asks the bank any more', async () => {
    const id = await pay('CHF');
    const order = asked.orders.find(({ reference }) => reference === id);
    Object.assign(order ?? {}, { state: 'paid' });
    expect(dispositionOf(await notify(signed(id, 'paid'), asked.partnerId))).toBe('asking');
    await stack.database.query('update bank_polls set next_at = now() where partner_id = $1', [asked.partnerId]);
    await eventually(
      () => shown(id),
      ({ status }) => status === 'settled',
      'the bank has paid it',
    );
    await stack.database.query('delete from operator_flags');
    const returned = signed(id, 'reversed');
    expect(dispositionOf(await notify(returned, asked.partnerId))).toBe('unmatched');
    const [kept] = await stack.database.query<{ id: string; evidence: Buffer }>(
      'select id, evidence_sealed as evidence from unmatched_reports where instruction_id = $1',
      [id],
    );
    // What the bank hashed, so that it can be verified again.
    expect(openEvidence(stack.vault, kept?.id ?? '', kept?.evidence ?? Buffer.alloc(0))).toEqual({
      body: Buffer.from(returned.raw).toString('base64'),
      timestamp: returned.headers['x-webhook-timestamp'],
      signature: returned.headers['x-webhook-signature'],
    });
    const flags = await listFlags(stack.database, { kind: 'unmatched_reports' });
    expect(flags.map(({ subject }) => subject)).toEqual([asked.partnerId]);
  });

  it('whose figures of a settlement cannot be read settles without them, which is logged', async () => {
    const id = await pay('SEK');
    const more = { figures: { reference: 'S-1', amount: '-77.5', currency: 'SEK' } };
    const sent = payoutNotification({ ...about(id, 'paid'), more }, { secret: WEBHOOK_SECRET });
    expect(dispositionOf(await notify(sent, figures.partnerId))).toBe('applied');
    expect((await shown(id)).status).toBe('settled');
    const lines = stack.logged.filter(({ msg }) => msg.includes('figures of a settlement'));
    expect(lines).toMatchObject([{ partnerId: figures.partnerId, instructionId: id }]);
    expect(JSON.stringify(lines)).not.toContain('77.5');
  });

  it('with a proof is taken whatever its address has asked for; without one it is refused by its limit', async () => {
    const id = await pay('USD');
    const exhaustAddress = (): void => {
      let isEmpty = false;
      while (!isEmpty) isEmpty = stack.services.limiter.takeOpen({ ip: '127.0.0.1' } as Context).refusal !== null;
    };
    exhaustAddress();
    const good = await notify(signed(id, 'paid'));
    expect([good.status, dispositionOf(good)]).toEqual([200, 'applied']);
    expect(good.headers.get('x-ratelimit-limit')).toBe('1000');
    const forged = payoutNotification(about(id, 'paid'), { secret: 'another secret' });
    // Tokens flow in while it is on its way.
    const refused = await eventually(
      () => {
        exhaustAddress();
        return notify(forged);
      },
      ({ status }) => status === 429,
      'a refusal by the limit',
    );
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
  });
});
