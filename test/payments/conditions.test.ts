import { completeDocument } from '../../db/documents/outcome';
import { changePayment } from '../../db/payments/instruction/change-payment';
import { judgeWaiting } from '../../db/payments/review/conditions';
import { unchangedPlan } from '../../domain/payments/instruction/change';
import { consistentPapers } from '../domain/shipments/file/consignment';
import { filePaper } from '../shipments/file-paper';
import { eventually, instructionBody, settlementBody } from '../support/builders';
import {
  INSTRUCTIONS,
  instructionIdOf,
  minutesFromNow,
  PaymentScene,
  type ShownPayment,
} from '../support/payment-scene';
import type { Answer } from '../support/stack';

let scene: PaymentScene;
let accountId: string;
let strangersKey: string;

beforeAll(async () => {
  scene = await PaymentScene.open();
  const [account] = await scene.stack.database.query<{ id: string }>(`select id from accounts where name = 'acme'`);
  accountId = account?.id ?? '';
  strangersKey = await scene.stack.createKey('stranger');
});

const dataOf = (answer: Answer) => answer.body['data'] as ShownPayment;
const faultsOf = ({ body }: Answer) =>
  (body['error'] as { details: { field: string; code: string }[] }).details.map(({ field, code }) => [field, code]);

async function ship(key = scene.key): Promise<string> {
  const body = { origin_country: 'CN', destination_country: 'DE', value: 4000, currency: 'EUR' };
  return (await scene.stack.call('POST', '/v1/shipments', { key, body })).body['id'] as string;
}
const change = (id: string, body: object): Promise<Answer> =>
  scene.stack.call('PATCH', `/v1/shipments/${id}`, { key: scene.key, body });
const paper = (shipmentId: string, type: string, data: object, instructionId?: string): Promise<string> =>
  filePaper(scene.stack.database, scene.stack.vault, {
    accountId,
    shipmentId,
    type,
    data,
    instructionId: instructionId ?? null,
  });
const book = (id: string) =>
  changePayment(scene.stack.database, { instructionId: id }, (state, at) => ({
    result: null,
    change: { plan: unchangedPlan(state), at, proof: { state: 'proved', booking: null, at: at.toISOString() } },
  }));
const waiting = async (...conditions: object[]): Promise<string> => {
  const created = await scene.instruct({ conditions });
  expect([created.status, dataOf(created).status, dataOf(created).waitingReason]).toEqual([
    201,
    'pending',
    'conditions',
  ]);
  return instructionIdOf(created);
};
const dispatchesOf = async (id: string): Promise<number> =>
  (await scene.stack.database.query('select from dispatches where instruction_id = $1', [id])).length;
const judged = async (id: string) =>
  (await scene.show(id)).conditions.map(({ met, metAt, because }) => [met, metAt !== null, because]);
const untilJudged = (id: string, wanted: string[]) =>
  eventually(
    () => judged(id),
    (found) => JSON.stringify(found.map(([, , because]) => because)) === JSON.stringify(wanted),
    `${id} is ${wanted.join(', ')}`,
  );

/** Source: docs/GAPS.md#P27 */
describe('a payment with conditions', () => {
  it('waits for the status of a shipment, and is sent once when it is reached or passed', async () => {
    const shipmentId = await ship();
    const id = await waiting({ type: 'shipment_status', shipmentId, status: 'customs' });
    expect(await scene.show(id)).toMatchObject({
      conditionsExpireAt: expect.any(String) as string,
      conditions: [
        {
          type: 'shipment_status',
          shipmentId,
          status: 'customs',
          met: false,
          metAt: null,
          because: 'status_not_reached',
        },
      ],
    });
    await change(shipmentId, { status: 'in_transit' });
    await change(shipmentId, { status: 'delivered' });
    const sent = await scene.until(id, 'submitted');
    expect(sent.waitingReason).toBeNull();
    expect(sent.conditions).toMatchObject([
      { met: true, metAt: expect.any(String) as string, because: 'status_reached' },
    ]);
    expect(sent.statusHistory.map(({ status }) => status)).toEqual(['pending', 'submitted']);
    expect(await dispatchesOf(id)).toBe(1);
  });

  it('waits for a document of a type', async () => {
    const shipmentId = await ship();
    const { invoice, packing } = consistentPapers();
    const id = await waiting({ type: 'document', documentType: 'packing_list', shipmentId });
    await paper(shipmentId, 'commercial_invoice', invoice);
    expect(await judged(id)).toEqual([[false, false, 'document_missing']]);
    await paper(shipmentId, 'packing_list', packing);
    expect((await scene.until(id, 'submitted')).conditions).toMatchObject([{ met: true, because: 'document_present' }]);
  });

  it('goes on at once where a document is there already, by its hash', async () => {
    const shipmentId = await ship();
    await paper(shipmentId, 'commercial_invoice', consistentPapers().invoice);
    const id = await scene.create({
      conditions: [{ type: 'document', documentType: 'commercial_invoice', sha256: 'a'.repeat(64) }],
    });
    expect(await judged(id)).toEqual([[true, true, 'document_present']]);
  });

  it('waits until no finding of a severity is open', async () => {
    const shipmentId = await ship();
    await paper(shipmentId, 'commercial_invoice', consistentPapers().invoice);
    const read = async () =>
      (await scene.stack.call('GET', `/v1/shipments/${shipmentId}/file`, { key: scene.key })).body['findings'] as {
        id: string;
        severity: string;
        status: string;
      }[];
    const found = (await read()).filter(({ severity }) => severity === 'error');
    expect(found.length).toBeGreaterThan(0);
    const id = await waiting({ type: 'no_findings', shipmentId, severity: 'error' });
    await untilJudged(id, ['finding_open']);
    for (const finding of found)
      await scene.stack.call('PATCH', `/v1/shipments/${shipmentId}/findings/${finding.id}`, {
        key: scene.key,
        body: { status: 'accepted', reason: 'as agreed' },
      });
    expect((await scene.until(id, 'submitted')).conditions).toMatchObject([{ met: true, because: 'no_open_finding' }]);
  });

  it('waits on for a finding in papers whose data are deleted', async () => {
    const shipmentId = await ship();
    await paper(shipmentId, 'commercial_invoice', consistentPapers().invoice);
    const id = await waiting({ type: 'no_findings', shipmentId, severity: 'error' });
    await untilJudged(id, ['finding_open']);
    const { database } = scene.stack;
    await database.query(
      `delete from document_requests where document_id in (select id from documents where shipment_id = $1)`,
      [shipmentId],
    );
    await change(shipmentId, { status: 'in_transit' });
    await eventually(
      () => database.query('select from shipments where id = $1 and compared_at >= file_changed_at', [shipmentId]),
      (rows) => rows.length === 1,
      'the papers are compared again',
    );
    await untilJudged(id, ['finding_open']);
    expect(await dispatchesOf(id)).toBe(0);
  });

  it.each([
    ['failed', { status: 'failed' }],
    ['returned', { status: 'returned', partnerReference: 'R-1', details: { message: 'sent back' } }],
  ])('waits for the papers to be compared anew once a payment that they name is %s', async (outcome, report) => {
    const { invoice } = consistentPapers();
    Reflect.deleteProperty(invoice, 'bankDetails');
    const made = { origin_country: 'VN', destination_country: 'DE', value: 5000, currency: 'USD' };
    const { body } = await scene.stack.call('POST', '/v1/shipments', { key: scene.key, body: made });
    const shipmentId = body['id'] as string;
    const beneficiary = { ...(instructionBody()['beneficiary'] as object), name: 'Delta Textiles Ltd' };
    const halves = [
      await scene.create({ amount: 2500, beneficiary }),
      await scene.create({ amount: 2500, beneficiary }),
    ];
    for (const half of halves) {
      if (outcome === 'returned') await scene.settle(half, settlementBody({ actualAmount: 2500 }));
      await paper(shipmentId, 'commercial_invoice', invoice, half);
    }
    const noFindings = { type: 'no_findings', shipmentId, severity: 'error' };
    const id = await waiting(noFindings, { type: 'shipment_status', shipmentId, status: 'delivered' });
    await untilJudged(id, ['no_open_finding', 'status_not_reached']);
    // What is left to be paid is not what the invoice says, until nothing is.
    expect((await scene.report(halves[0] ?? '', report)).body['data']).toMatchObject({ status: outcome });
    await untilJudged(id, ['finding_open', 'status_not_reached']);
    await change(shipmentId, { status: 'delivered' });
    await untilJudged(id, ['finding_open', 'status_reached']);
    expect(await dispatchesOf(id)).toBe(0);
    await scene.report(halves[1] ?? '', report);
    await scene.until(id, 'submitted');
  });

  it('waits until the booking of another payment is proved', async () => {
    const first = await scene.create();
    const id = await waiting({ type: 'payment_proved', instructionId: first });
    await book(first);
    expect((await scene.until(id, 'submitted')).conditions).toMatchObject([{ met: true, because: 'payment_proved' }]);
  });

  it('waits on where the money of the other payment has come back', async () => {
    const first = await scene.create();
    await scene.settle(first);
    const other = await ship();
    const id = await waiting(
      { type: 'payment_proved', instructionId: first },
      { type: 'shipment_status', shipmentId: other, status: 'delivered' },
    );
    await book(first);
    await untilJudged(id, ['payment_proved', 'status_not_reached']);
    const returned = { status: 'returned', partnerReference: 'R-1', details: { message: 'sent back' } };
    expect((await scene.report(first, returned)).body['data']).toMatchObject({ disposition: 'applied' });
    await change(other, { status: 'delivered' });
    await untilJudged(id, ['payment_not_proved', 'status_reached']);
    expect(await dispatchesOf(id)).toBe(0);
  });

  it('waits for all of them at the same moment: what is met no more counts no more', async () => {
    const shipmentId = await ship();
    const first = await scene.create();
    const id = await waiting(
      { type: 'shipment_status', shipmentId, status: 'delivered' },
      { type: 'payment_proved', instructionId: first },
    );
    await change(shipmentId, { status: 'delivered' });
    await untilJudged(id, ['status_reached', 'payment_not_proved']);
    await change(shipmentId, { status: 'customs' });
    await untilJudged(id, ['status_not_reached', 'payment_not_proved']);
    await book(first);
    await untilJudged(id, ['status_not_reached', 'payment_proved']);
    expect(await dispatchesOf(id)).toBe(0);
    await change(shipmentId, { status: 'delivered' });
    await scene.until(id, 'submitted');
    expect(await dispatchesOf(id)).toBe(1);
  });

  it('is cancelled, with its event, where they are not met in time', async () => {
    const shipmentId = await ship();
    const id = await waiting({ type: 'shipment_status', shipmentId, status: 'delivered' });
    await scene.stack.database.query(
      `update payment_instructions set conditions = jsonb_set(conditions, '{expiresAt}', '"2026-01-01T00:00:00.000Z"') where id = $1`,
      [id],
    );
    // What comes true later than that is too late.
    await change(shipmentId, { status: 'delivered' });
    const ended = await scene.until(id, 'cancelled');
    expect(ended.statusHistory.at(-1)?.message).toMatch(/conditions were not met in time/);
    const events = await scene.stack.database.query(
      `select from events where subject = $1 and type = 'payment.cancelled'`,
      [id],
    );
    expect([events.length, await dispatchesOf(id)]).toEqual([1, 0]);
  });

  it('is cancelled by its client while it waits', async () => {
    const id = await waiting({ type: 'not_before', at: minutesFromNow(60) });
    expect((await scene.cancel(id)).status).toBe(200);
    await scene.until(id, 'cancelled');
    expect(await dispatchesOf(id)).toBe(0);
  });

  it('goes on where a document that was being made is there', async () => {
    const shipmentId = await ship();
    const documentId = await paper(shipmentId, 'packing_list', consistentPapers().packing);
    await scene.stack.database.query(
      `update documents set status = 'generating', finished_at = null, announced_at = null where id = $1`,
      [documentId],
    );
    await scene.stack.database.query('delete from document_files where document_id = $1', [documentId]);
    const id = await waiting({ type: 'document', documentType: 'packing_list', documentId });
    await completeDocument(scene.stack.database, scene.stack.vault, documentId, {
      ...{ pdf: Buffer.from('pdf'), preview: '', sha256: 'b'.repeat(64), pageCount: 1 },
    });
    await scene.until(id, 'submitted');
  });

  it('judges what nothing has told of, too', async () => {
    const shipmentId = await ship();
    const id = await waiting({ type: 'shipment_status', shipmentId, status: 'delivered' });
    await scene.stack.database.query(`update shipments set status = 'delivered' where id = $1`, [shipmentId]);
    await judgeWaiting(scene.stack.database, shipmentId);
    await scene.until(id, 'submitted');
  });
});

/** Source: docs/GAPS.md#P27 */
describe('conditions that can never be met', () => {
  const create = (body: object, path = INSTRUCTIONS, key = scene.key) =>
    scene.stack.call('POST', path, { key, body: instructionBody(body as Record<string, unknown>) });

  it('are all named at once, in previews and batches too', async () => {
    const strangers = await ship(strangersKey);
    const cancelled = await ship();
    await change(cancelled, { status: 'cancelled' });
    const failed = await scene.create();
    await scene.report(failed, { status: 'failed', details: { message: 'closed account' } });
    const conditions = [
      { type: 'shipment_status', shipmentId: strangers, status: 'delivered' },
      { type: 'shipment_status', shipmentId: cancelled, status: 'delivered' },
      { type: 'document', documentType: 'packing_list', sha256: 'c'.repeat(64) },
      { type: 'no_findings', shipmentId: 'shp_unknown', severity: 'error' },
      { type: 'payment_proved', instructionId: 'instr_unknown' },
      { type: 'payment_proved', instructionId: failed },
      { type: 'not_before', at: '2026-01-01T00:00:00Z' },
    ];
    const faults = [
      ['conditions.0.shipmentId', 'unknown_shipment'],
      ['conditions.1.status', 'never_met'],
      ['conditions.2.sha256', 'unknown_document'],
      ['conditions.3.shipmentId', 'unknown_shipment'],
      ['conditions.4.instructionId', 'unknown_payment'],
      ['conditions.5.instructionId', 'never_met'],
      ['conditions.6.at', 'past'],
    ];
    for (const path of [INSTRUCTIONS, '/api/v1/payments/preview']) {
      const refused = await create({ conditions }, path);
      expect([refused.status, faultsOf(refused)]).toEqual([400, faults]);
      const further = await create({ conditions, amount: -1 }, path);
      expect(faultsOf(further)).toEqual(expect.arrayContaining([['amount', 'not_positive'], ...faults]));
      const late = await create({ conditions, valueDate: '2026-01-01' }, path);
      expect(faultsOf(late)).toEqual([['valueDate', 'past'], ...faults]);
    }
    const items = [instructionBody({ conditions }), instructionBody({ conditions, valueDate: '2026-01-01' })];
    const body = { mode: 'all_or_nothing', items };
    const batch = await scene.stack.call('POST', '/api/v1/payments/batches', { key: scene.key, body });
    const inRow = (row: number, all: string[][]) => all.map(([field, code]) => [`items[${row}].${field}`, code]);
    const wanted = [...inRow(0, faults), ...inRow(1, [['valueDate', 'past'], ...faults])];
    expect([batch.status, faultsOf(batch)]).toEqual([400, wanted]);
  });

  it.each([
    ['without a condition', { conditionsExpireAt: minutesFromNow(60) }, 'conditionsExpireAt'],
    ['with no condition', { conditions: [] }, 'conditions'],
    ['with too many', { conditions: Array(11).fill({ type: 'not_before', at: minutesFromNow(60) }) }, 'conditions'],
    ['of an unknown type', { conditions: [{ type: 'full_moon' }] }, 'conditions.0.type'],
    [
      'without their members',
      { conditions: [{ type: 'document', documentType: 'packing_list' }] },
      'conditions.0.sha256',
    ],
    [
      'that end before they are met',
      { conditions: [{ type: 'not_before', at: minutesFromNow(60) }], conditionsExpireAt: minutesFromNow(30) },
      'conditions.0.at',
    ],
    [
      'that end too late',
      { conditions: [{ type: 'not_before', at: minutesFromNow(60) }], conditionsExpireAt: minutesFromNow(366 * 1440) },
      'conditionsExpireAt',
    ],
  ])('are refused %s', async (_what, body, field) => {
    const refused = await create(body);
    expect([refused.status, faultsOf(refused).map(([name]) => name)]).toEqual([400, [field]]);
  });

  it('are refused to a key that may not read what they are about, whatever is known of it', async () => {
    const shipmentId = await ship();
    const writer = await scene.stack.createKey('acme', { scopes: ['payments:read', 'payments:write'] });
    for (const path of [INSTRUCTIONS, '/api/v1/payments/preview'])
      for (const id of [shipmentId, 'shp_unknown']) {
        const conditions = [{ type: 'shipment_status', shipmentId: id, status: 'pending' }];
        const refused = await create({ conditions }, path, writer);
        expect([refused.status, faultsOf(refused)]).toEqual([400, [['conditions.0.shipmentId', 'scope']]]);
      }
  });

  it('are shown by a preview that finds no fault', async () => {
    const shipmentId = await ship();
    const preview = await create(
      { conditions: [{ type: 'no_findings', shipmentId, severity: 'info' }] },
      '/api/v1/payments/preview',
    );
    expect(dataOf(preview).conditions).toMatchObject([{ type: 'no_findings', met: true, because: 'no_open_finding' }]);
  });
});
