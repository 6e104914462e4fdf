import { INSTRUCTIONS, PaymentScene } from '../support/payment-scene';

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

describe('what the partner said', () => {
  it('is listed with what became of it, repeats with another message and refusals among them', async () => {
    const id = await scene.create();
    await scene.report(id, {
      status: 'accepted',
      partnerReference: 'P-1',
      details: { message: 'Taken', bankReference: 'B-1' },
    });
    await scene.report(id, { status: 'accepted', details: { message: 'Taken again', bankReference: 'B-2' } });
    await scene.report(id, { status: 'pending' });
    const page = await scene.stack.call('GET', `${INSTRUCTIONS}/${id}/reports?limit=2`, { key: scene.key });
    const first = page.body['data'] as { items: object[]; nextCursor: string };
    const rest = await scene.stack.call('GET', `${INSTRUCTIONS}/${id}/reports?cursor=${first.nextCursor}`, {
      key: scene.key,
    });
    const second = rest.body['data'] as { items: object[]; nextCursor: null };
    expect([...first.items, ...second.items]).toMatchObject([
      { kind: 'status', status: 'accepted', disposition: 'applied', message: 'Taken', partnerReference: 'P-1' },
      { status: 'accepted', disposition: 'duplicate', message: 'Taken again', bankReference: 'B-2' },
      { status: 'pending', disposition: 'refused', message: null },
    ]);
    expect(second.nextCursor).toBeNull();
    const shown = await scene.stack.call('GET', `${INSTRUCTIONS}/${id}`, { key: scene.key });
    expect(shown.body['data']).toMatchObject({ settlementDetails: { partnerReference: 'P-1', bankReference: 'B-2' } });
  });

  it('is kept word for word, sealed', async () => {
    const id = await scene.create();
    await scene.report(id, { status: 'accepted', unknownMember: 'kept as evidence' });
    const [row] = await scene.stack.database.query<{ id: string; evidence_sealed: Buffer }>(
      'select id, evidence_sealed from partner_reports where instruction_id = $1',
      [id],
    );
    const evidence = JSON.parse(
      scene.stack.vault.open(row?.evidence_sealed ?? Buffer.alloc(0), `report:${row?.id}`),
    ) as {
      body: string;
    };
    expect(JSON.parse(Buffer.from(evidence.body, 'base64').toString())).toEqual({
      status: 'accepted',
      unknownMember: 'kept as evidence',
    });
  });
});
