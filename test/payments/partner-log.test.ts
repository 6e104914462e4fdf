import { fetch } from 'undici';
import { settlementBody } from '../support/builders';
import { FailoverScene } from '../support/failover-scene';
import type { TestPartner } from '../support/partner';
import { INSTRUCTIONS } from '../support/payment-scene';
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
    const { items, totals } = await page(`/settlements?date=${day}`);
    const byId = new Map(items.map((item) => [item['instructionId'], item]));
    expect(byId.get(id)).toEqual({
      ...{ instructionId: id, partnerReference: 'north-ref', bankReference: 'S-1', settlementReference: 'S-1' },
      ...{ amount: 1000, currency: 'CZK', status: 'settled', state: 'confirmed', expectedSettlementDate: day },
      settledAt: expect.any(String) as string,
      ...{ actualAmount: 990.5, actualCurrency: 'CZK', shortfall: 9.5, reconciliation: 'mismatched', statement: null },
    });
    const shortfalls = [exact, over, other].map((one) => byId.get(one.id)?.['shortfall']);
    expect(shortfalls).toEqual([0, 0, null]);
    expect(totals).toEqual([{ currency: 'CZK', state: 'confirmed', count: 4, amount: 4000 }]);
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
