import { settlementBody } from '../support/builders';
import { FailoverScene, REFUSAL } from '../support/failover-scene';
import type { TestPartner } from '../support/partner';
import { INSTRUCTIONS, type ShownPayment } from '../support/payment-scene';
import type { Answer } from '../support/stack';

const GIVEN = '/api/v1/partner/instructions';
let scene: FailoverScene;
beforeAll(async () => {
  scene = await FailoverScene.open();
});

function read(partner: Pick<TestPartner, 'key'>, address = ''): Promise<Answer> {
  return scene.stack.call('GET', `${GIVEN}${address}`, { key: partner.key });
}

interface Page {
  items: { instructionId: string; status: string; givenAt: string }[];
  nextCursor: string | null;
}

async function page(partner: TestPartner, address = ''): Promise<Page> {
  const answer = await read(partner, address);
  expect(answer.status).toBe(200);
  return answer.body['data'] as Page;
}

const idsOf = ({ items }: Page): string[] => items.map(({ instructionId }) => instructionId);

describe('what a partner was given', () => {
  it('is shown as it was submitted, with its reports, their dispositions and the settlement', async () => {
    const bank = await scene.partner('reader', 'CZK', 1);
    const payment = await scene.submitted('CZK');
    await scene.report(bank, payment, 'accepted');
    await scene.report(bank, payment, 'accepted');
    const body = settlementBody({ actualAmount: 999, actualCurrency: 'CZK' });
    await scene.stack.call('POST', `${INSTRUCTIONS}/${payment.instructionId}/settlement`, { key: bank.key, body });
    const answer = await read(bank, `/${payment.instructionId}`);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          instructionId: payment.instructionId,
          status: 'settled',
          attempt: 1,
          amount: 1000,
          currency: 'CZK',
          cancellation: null,
          reports: [
            { kind: 'status', status: 'accepted', disposition: 'applied' },
            { kind: 'settlement', status: 'settled', disposition: 'applied' },
          ],
          settlement: { actualAmount: 999 },
          reconciliation: { discrepancies: [{ type: 'amount', expected: 1000, actual: 999 }] },
        },
      },
    });
    const sent: unknown = JSON.parse(bank.submissions()[0]?.body.toString() ?? '{}');
    expect(answer.body['data']).toHaveProperty('order', sent);
  });

  it('is listed by pages, the latest first, by moment and by status', async () => {
    const bank = await scene.partner('lister', 'HUF', 1);
    const payments: ShownPayment[] = [];
    for (let count = 0; count < 3; count += 1) payments.push(await scene.submitted('HUF'));
    const latestFirst = payments.map(({ instructionId }) => instructionId).reverse();
    await scene.report(bank, { instructionId: latestFirst[1] ?? '' }, 'processing');
    const all = await page(bank);
    expect(idsOf(all)).toEqual(latestFirst);
    const first = await page(bank, '?limit=2');
    expect(idsOf(first)).toEqual(latestFirst.slice(0, 2));
    const second = await page(bank, `?limit=2&cursor=${first.nextCursor ?? ''}`);
    expect([idsOf(second), second.nextCursor]).toEqual([latestFirst.slice(2), null]);
    expect(idsOf(await page(bank, '?status=processing'))).toEqual([latestFirst[1]]);
    const since = all.items[1]?.givenAt ?? '';
    expect(idsOf(await page(bank, `?since=${since}`))).toEqual(latestFirst.slice(0, 2));
    expect(idsOf(await page(bank, `?until=${since}`))).toEqual(latestFirst.slice(2));
  });

  it('is found by its id, its UETR and the references of its partner, and not by those of others', async () => {
    const [bank, other] = [await scene.partner('finder', 'RON', 1), await scene.partner('passer-by', 'BGN', 1)];
    const [first, second] = [await scene.submitted('RON'), await scene.submitted('RON')];
    const details = { bankReference: 'bank-ref-1' };
    const path = `${INSTRUCTIONS}/${first.instructionId}/status`;
    await scene.stack.call('PUT', path, { key: bank.key, body: { status: 'accepted', details } });
    const { items } = await page(bank, `?reference=${first.instructionId}`);
    expect(items).toMatchObject([{ instructionId: first.instructionId, bankReference: 'bank-ref-1' }]);
    const [{ partnerReference, order } = { partnerReference: '', order: { uetr: '' } }] = items as unknown as {
      partnerReference: string;
      order: { uetr: string };
    }[];
    const found = async (reference: string) => idsOf(await page(bank, `?reference=${encodeURIComponent(reference)}`));
    expect(await found(order.uetr)).toEqual([first.instructionId]);
    expect(await found('bank-ref-1')).toEqual([first.instructionId]);
    expect(await found(partnerReference)).toContain(first.instructionId);
    for (const reference of [first.instructionId, order.uetr, partnerReference, 'bank-ref-1']) {
      expect(idsOf(await page(other, `?reference=${encodeURIComponent(reference)}`))).toEqual([]);
    }
    expect(idsOf(await page(bank, `?reference=${first.instructionId.slice(0, -1)}`))).toEqual([]);
    expect(idsOf(await page(bank, `?reference=${second.instructionId}&status=settled`))).toEqual([]);
    expect((await read(bank, `?reference=${'x'.repeat(141)}`)).status).toBe(400);
  });

  it('is listed by what has no outcome yet, the first one first', async () => {
    const bank = await scene.partner('waiter', 'CLP', 1);
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await scene.submitted('CLP')).instructionId);
    await scene.report(bank, { instructionId: ids[1] ?? '' }, 'settled');
    const first = await page(bank, '?waiting=true&limit=2');
    expect(idsOf(first)).toEqual([ids[0], ids[2]]);
    expect(idsOf(await page(bank, `?waiting=true&limit=2&cursor=${first.nextCursor ?? ''}`))).toEqual([ids[3]]);
    expect((await read(bank, '?waiting=no')).status).toBe(400);
  });

  it('is of that partner alone: nothing of others, of no client, and nothing of what follows at the next one', async () => {
    const first = await scene.partner('refuser', 'ILS', 1, { react: () => REFUSAL });
    const second = await scene.partner('taker', 'ILS', 2);
    const payment = await scene.submitted('ILS');
    await scene.report(second, payment, 'accepted');
    expect((await page(first)).items).toMatchObject([{ status: 'failed', attempt: 1, partnerReference: null }]);
    expect((await page(second)).items).toMatchObject([{ status: 'accepted', attempt: 2 }]);
    expect((await read(first, `/${payment.instructionId}`)).body['data']).toMatchObject({
      reports: [],
      settlement: null,
    });
    const stranger = await scene.partner('stranger', 'THB', 1);
    expect(await read(stranger, `/${payment.instructionId}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND' } },
    });
    expect((await page(stranger)).items).toEqual([]);
    expect((await read(scene)).status).toBe(403);
  });

  it('leaves out what never left us, and says that a client wants one back', async () => {
    const away = await scene.partner('away', 'MXN', 1, { url: 'http://127.0.0.1:1' });
    const bank = await scene.partner('present', 'MXN', 2);
    const payment = await scene.submitted('MXN');
    expect((await page(away)).items).toEqual([]);
    bank.server.requests.length = 0;
    await scene.stack.call('POST', `${INSTRUCTIONS}/${payment.instructionId}/cancel`, { key: scene.key, body: {} });
    expect((await page(bank)).items).toMatchObject([{ cancellation: { status: expect.any(String) as string } }]);
  });

  it('is refused with every fault of the query named', async () => {
    const bank = await scene.partner('asker', 'TRY', 1);
    const answer = await read(bank, '?since=yesterday&status=gone&limit=0&cursor=x');
    expect(answer.status).toBe(400);
    const { details } = (answer.body as { error: { details: { field: string }[] } }).error;
    expect(details.map(({ field }) => field).sort()).toEqual(['cursor', 'limit', 'since', 'status']);
  });
});
