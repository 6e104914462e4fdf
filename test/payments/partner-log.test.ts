import { fetch } from 'undici';
import { settlementDayReply } from '../../api/settlement-day';
import { OwnSettlementsQuery } from '../../domain/payments/settlement/settlement-lines';
import { eventually, settlementBody } from '../support/builders';
import { FailoverScene, REFUSAL } from '../support/failover-scene';
import type { TestPartner } from '../support/partner';
import { INSTRUCTIONS, type ShownPayment } from '../support/payment-scene';
import type { Answer } from '../support/stack';

const PARTNER = '/api/v1/partner';
const UNKNOWN = `instr_${'0'.repeat(26)}`;

let scene: FailoverScene;
let bank: TestPartner;
let stranger: TestPartner;
beforeAll(async () => {
  scene = await FailoverScene.open();
  bank = await scene.partner('north', 'CZK', 1);
  stranger = await scene.partner('stranger', 'THB', 1);
});

function read(address: string, key: string): Promise<Answer> {
  return scene.stack.call('GET', `${PARTNER}${address}`, { key });
}

interface Page {
  items: Record<string, unknown>[];
  nextCursor: string | null;
  totals: unknown[];
}

async function page(address: string, key = bank.key): Promise<Page> {
  const answer = await read(address, key);
  expect([address, answer.status]).toEqual([address, 200]);
  return answer.body['data'] as Page;
}

async function faultsOf(address: string): Promise<string[]> {
  const answer = await read(address, bank.key);
  expect(answer.status).toBe(400);
  return (answer.body as { error: { details: { field: string }[] } }).error.details.map(({ field }) => field).sort();
}

/** @returns the day on which a payment is expected, once its newest attempt has that state */
async function dayOfAttempt(payment: ShownPayment, attempt: { partnerId: string; state: string }): Promise<string> {
  const attempts = await eventually(
    () => scene.attemptsOf(payment),
    (made) => made.at(-1)?.['partnerId'] === attempt.partnerId && made.at(-1)?.['state'] === attempt.state,
    `an attempt is ${attempt.state}`,
  );
  return String(attempts.at(-1)?.['expectedDate']);
}

/** @returns id and day of a payment that was handed to the bank and settled with these figures */
async function settled(confirmation: Record<string, unknown>): Promise<{ id: string; day: string }> {
  const { instructionId: id } = await scene.submitted('CZK');
  const body = settlementBody({ actualAmount: 1000, actualCurrency: 'CZK', ...confirmation });
  const answer = await scene.stack.call('POST', `${INSTRUCTIONS}/${id}/settlement`, { key: bank.key, body });
  expect(answer.status).toBe(200);
  const shown = await scene.stack.call('GET', `${INSTRUCTIONS}/${id}`, { key: scene.key });
  const { settlementDetails } = shown.body['data'] as { settlementDetails: { expectedSettlementDate: string } };
  return { id, day: settlementDetails.expectedSettlementDate };
}

/** Source: docs/GAPS.md#settlements */
describe('the settlements of a day, as their partner reads them', () => {
  it('have references, figures, shortfall and totals, and nothing of the client', async () => {
    const { id, day } = await settled({ settlementReference: 'S-1', actualAmount: 990.5 });
    const exact = await settled({ settlementReference: 'S-2' });
    const over = await settled({ actualAmount: 1001 });
    const other = await settled({ actualCurrency: 'EUR' });
    // A cut-off or the end of a day may lie between two of them: each is in the list of its own day.
    const days = new Map<string, Page>();
    for (const one of [day, exact.day, over.day, other.day]) days.set(one, await page(`/settlements?date=${one}`));
    const items = [...days.values()].flatMap((list) => list.items);
    const byId = new Map(items.map((item) => [item['instructionId'], item]));
    expect(byId.get(id)).toEqual({
      ...{ instructionId: id, partnerReference: 'north-ref', bankReference: 'S-1', settlementReference: 'S-1' },
      ...{ amount: 1000, currency: 'CZK', status: 'settled', state: 'confirmed', expectedSettlementDate: day },
      settledAt: expect.any(String) as string,
      ...{ actualAmount: 990.5, actualCurrency: 'CZK', shortfall: 9.5, reconciliation: 'mismatched', statement: null },
    });
    const shortfalls = [exact, over, other].map((one) => byId.get(one.id)?.['shortfall']);
    expect(shortfalls).toEqual([0, 0, null]);
    expect(byId.size).toBe(4);
    for (const { items: lines, totals } of days.values()) {
      const total = { currency: 'CZK', state: 'confirmed', count: lines.length, amount: lines.length * 1000 };
      expect(totals).toEqual([total]);
    }
  });

  it('come in pages, by state and currency, and as a file', async () => {
    const { day } = await settled({});
    const all = await page(`/settlements?date=${day}`);
    const first = await page(`/settlements?date=${day}&limit=2`);
    const rest = await page(`/settlements?date=${day}&limit=100&cursor=${first.nextCursor ?? ''}`);
    expect([...first.items, ...rest.items]).toEqual(all.items);
    expect((await page(`/settlements?date=${day}&state=overdue`)).items).toEqual([]);
    expect((await page(`/settlements?date=${day}&currency=EUR`)).items).toEqual([]);
    expect((await page(`/settlements?date=${day}&currency=CZK`)).items).toEqual(all.items);
    const file = await fetch(`${scene.stack.baseUrl}${PARTNER}/settlements?date=${day}&format=csv`, {
      headers: { authorization: `Bearer ${bank.key}` },
    });
    const lines = (await file.text()).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^instructionId,partnerReference,/);
    expect(lines[0]).not.toContain('account');
    expect(lines).toHaveLength(all.items.length + 1);
  });

  it('have nothing of a payment of which nothing reached the partner', async () => {
    const refuser = await scene.partner('refuser', 'ILS', 1, { react: () => REFUSAL });
    const away = await scene.partner('away', 'ILS', 2, { url: 'http://127.0.0.1:1' });
    const day = await dayOfAttempt(await scene.create('ILS'), { partnerId: away.id, state: 'not_delivered' });
    const none = { items: [], nextCursor: null, totals: [] };
    expect(await page(`/settlements?date=${day}`, away.key)).toEqual(none);
    expect(await page(`/settlements?date=${day}`, refuser.key)).toEqual(none);
    const alone = await scene.partner('alone', 'MXN', 1, { url: 'http://127.0.0.1:1' });
    const other = await dayOfAttempt(await scene.create('MXN'), { partnerId: alone.id, state: 'not_delivered' });
    expect(await page(`/settlements?date=${other}`, alone.key)).toEqual(none);
  });

  it('have no reference of the partner that refused the payment before', async () => {
    const status = { status: 'pending', partnerReference: 'early-1', details: { bankReference: 'early-2' } };
    const early: TestPartner = await scene.partner('early', 'CLP', 1, {
      async react({ path }) {
        if (path !== '/instructions') return { status: 404 };
        const [payment] = await scene.stack.database.query<{ id: string }>(
          `select instruction_id as id from dispatches where partner_id = $1`,
          [early.id],
        );
        const to = `${INSTRUCTIONS}/${payment?.id ?? ''}/status`;
        expect((await scene.stack.call('PUT', to, { key: early.key, body: status })).status).toBe(200);
        return REFUSAL;
      },
    });
    const doubtful = await scene.partner('doubtful', 'CLP', 2, { react: () => ({ status: 500 }) });
    const payment = await scene.create('CLP');
    const day = await dayOfAttempt(payment, { partnerId: doubtful.id, state: 'unknown' });
    const nothing = { instructionId: payment.instructionId, partnerReference: null, bankReference: null };
    expect((await page(`/settlements?date=${day}`, doubtful.key)).items).toMatchObject([nothing]);
    expect((await page('/instructions', doubtful.key)).items).toMatchObject([nothing]);
  });

  it('are read as one file of a partner at a time', async () => {
    const { database } = scene.stack;
    const query = OwnSettlementsQuery.parse({ date: '2020-01-01', format: 'csv' });
    const form = { view: ({ id }: { id: string }) => id, columns: ['id'], cellsOf: (id: string) => [id] };
    const fileOf = ({ id: partnerId }: TestPartner) =>
      settlementDayReply({ database }, { partnerId, now: new Date() }, query, form);
    const first = (await fileOf(bank)).stream;
    await expect(fileOf(bank)).rejects.toMatchObject({ code: 'RATE_LIMIT', status: 429, retryAfterSeconds: 5 });
    (await fileOf(stranger)).stream?.destroy();
    const closed = new Promise((resolve) => first?.once('close', resolve));
    const lines: unknown[] = [];
    for await (const line of first ?? []) lines.push(String(line));
    expect(lines).toEqual(['id\r\n']);
    await closed;
    (await fileOf(bank)).stream?.destroy();
  });

  it('are those of the calling partner alone', async () => {
    const { day } = await settled({});
    expect(await page(`/settlements?date=${day}`, stranger.key)).toEqual({ items: [], nextCursor: null, totals: [] });
    expect((await read(`/settlements?date=${day}`, scene.key)).status).toBe(403);
    expect((await read(`/settlements?date=${day}`, '')).status).toBe(401);
    expect(await faultsOf('/settlements?date=yesterday&state=gone&currency=XXX')).toEqual([
      'currency',
      'date',
      'state',
    ]);
  });
});

/** Source: docs/GAPS.md#P14 */
describe('the log of a partner’s reports', () => {
  it('has every disposition, the newest first, also of what fits no payment', async () => {
    const { instructionId } = await scene.submitted('CZK');
    const report = (status: string, id = instructionId) => scene.report(bank, { instructionId: id }, status);
    await report('processing');
    await report('accepted');
    await report('failed');
    const refused = { status: 'pending' };
    const path = `${INSTRUCTIONS}/${instructionId}/status`;
    expect((await scene.stack.call('PUT', path, { key: bank.key, body: refused })).status).toBe(409);
    const theirs = { key: stranger.key, body: { status: 'accepted' } };
    expect((await scene.stack.call('PUT', path, theirs)).status).toBe(404);
    expect((await scene.stack.call('PUT', path, theirs)).status).toBe(404);

    const { items } = await page(`/reports?instructionId=${instructionId}`);
    expect(items).toMatchObject([
      { status: 'pending', disposition: 'refused', kind: 'status', instructionId, unmatched: null },
      { status: 'failed', disposition: 'applied' },
      { status: 'accepted', disposition: 'stale' },
      { status: 'processing', disposition: 'applied' },
    ]);
    expect((await page('/reports?limit=1')).items).toEqual(items.slice(0, 1));
    expect((await page('/reports?disposition=stale')).items).toEqual([items[2]]);

    expect((await page('/reports', stranger.key)).items).toEqual([
      expect.objectContaining({
        ...{ instructionId, kind: 'status', status: null, disposition: 'unmatched', effectiveAt: null },
        unmatched: { count: 2, lastAt: expect.any(String) as string },
      }),
    ]);
    expect((await page('/reports?disposition=unmatched')).items).toEqual([]);
  });

  it('comes in pages and by moment', async () => {
    const all = await page('/reports?limit=100');
    const first = await page('/reports?limit=2');
    const rest = await page(`/reports?limit=100&cursor=${first.nextCursor ?? ''}`);
    expect([...first.items, ...rest.items]).toEqual(all.items);
    const moment = String(all.items[1]?.['recordedAt']);
    const later = await page(`/reports?limit=100&since=${moment}`);
    const earlier = await page(`/reports?limit=100&until=${moment}`);
    expect([...later.items, ...earlier.items]).toEqual(all.items);
    expect(later.items.length).toBeLessThan(all.items.length);
  });

  it('is the calling partner’s alone, and names every fault of a query', async () => {
    expect((await page(`/reports?instructionId=${UNKNOWN}`)).items).toEqual([]);
    expect((await read('/reports', scene.key)).status).toBe(403);
    expect((await read('/reports', await scene.stack.createOperator())).status).toBe(403);
    const query = '?disposition=gone&since=x&until=y&cursor=z&limit=0';
    expect(await faultsOf(`/reports${query}`)).toEqual(['cursor', 'disposition', 'limit', 'since', 'until']);
  });
});
