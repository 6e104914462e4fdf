import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { applyStatement } from '../../activities/partners/iso20022/apply';
import { archivingRule } from '../../db/archive/archive-payments';
import { listJudgedEntries } from '../../db/payments/settlement/read-statements';
import { judgeStatement } from '../../db/payments/settlement/judge-statement';
import { applyRetention } from '../../db/retention/apply-retention';
import { readCamt } from '../../importers/statements/camt';
import { camt053, camtEntry } from '../support/camt';
import { INSTRUCTIONS, PaymentScene } from '../support/payment-scene';

const BACK = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';

let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

interface Parts {
  reference?: string;
  amount?: string;
}

function debit(id: string, { reference, amount = '1250.50' }: Parts = {}): string {
  const own = reference === undefined ? '' : `<AcctSvcrRef>${reference}-${id.slice(-10)}</AcctSvcrRef>`;
  const entry = camtEntry({ references: `${own}<EndToEndId>${id}</EndToEndId>`, amount });
  return entry.replace('2026-11-20', new Date().toISOString().slice(0, 10));
}
const returned = (id: string, parts: Parts = {}): string =>
  debit(id, parts).replace('DBIT', 'CRDT').replace('</TxDtls>', `${BACK}</TxDtls>`);
const reversal = (id: string, parts: Parts = {}): string =>
  debit(id, parts).replace('DBIT', 'CRDT').replace('<Sts>', '<RvslInd>true</RvslInd><Sts>');

let messages = 0;

/** As an inbox applies a message of the bank, and the relay compares it. @returns the verdicts of its entries */
async function receive(kind: 'camt.053' | 'camt.054', ...entries: string[]): Promise<unknown[]> {
  const { database, vault } = scene.stack;
  const text = camt053(entries)
    .replaceAll('camt.053', kind)
    .replace('M-1', `M-${(messages += 1)}`);
  const content = kind === 'camt.054' ? text.replaceAll('Stmt>', 'Ntfctn>') : text;
  const fileHash = createHash('sha256').update(content).digest('hex');
  const at = { receivedAt: new Date(), writtenAt: new Date() };
  const about = { database, vault, partnerId: scene.partner.id, evidence: Buffer.from('<a/>'), fileHash, ...at };
  await applyStatement(about, await readCamt('file', Readable.from([Buffer.from(content)])));
  const [kept] = await database.query<{ id: string }>('select id from payment_statements where file_hash = $1', [
    fileHash,
  ]);
  if (kept === undefined) throw new Error('the statement is not kept');
  await judgeStatement(database, kept.id);
  return (await listJudgedEntries(database, kept.id)).map(({ verdict }) => verdict);
}

interface Outcome {
  status: string;
  returned: unknown;
  events: unknown[];
  cases: string[];
}

async function outcomeOf(id: string): Promise<Outcome> {
  const { database } = scene.stack;
  const { status, return: back } = (await scene.show(id)) as { status: string; return?: { returned?: unknown } | null };
  const events = await database.query<{ type: string; payload: { returned?: unknown } }>(
    `select type, payload from events where subject = $1 and type like 'payment.return%' order by id`,
    [id],
  );
  const cases = await database.query<{ told: string }>(
    `select kind || ' ' || state || ' ' || count as told from reconciliation_cases where instruction_id = $1 order by id`,
    [id],
  );
  return {
    status,
    returned: back?.returned ?? null,
    events: events.map(({ type, payload }) => [type, payload.returned]),
    cases: cases.map(({ told }) => told),
  };
}

const resubmit = (id: string) =>
  scene.stack.call('POST', `${INSTRUCTIONS}/${id}/resubmit`, { key: scene.key, body: {} });
const money = (amount: number) => ({ amount, currency: 'USD', shortfall: 1250.5 - amount });

/** Source: docs/GAPS.md#P22 */
describe('a booking', () => {
  it('that settles a payment does not tell its payee that the money has arrived', async () => {
    const id = await scene.create();
    await receive('camt.053', debit(id));
    const link = await scene.stack.call('PUT', `${INSTRUCTIONS}/${id}/tracking-link`, { key: scene.key });
    const { pathname, search } = new URL((link.body['data'] as { url: string }).url);
    const page = await (await fetch(scene.stack.baseUrl + pathname + search)).text();
    expect(page).toContain('your bank should credit it');
  });

  it('of a second debit is a case at once, also by notifications of one day, and once for all that have it', async () => {
    const id = await scene.create();
    expect(await receive('camt.054', debit(id, { reference: 'C1' }))).toEqual(['confirmed']);
    expect(await receive('camt.054', debit(id, { reference: 'C2' }))).toEqual(['contradicted']);
    const told = ['statement_contradicts open 1'];
    expect(await outcomeOf(id)).toMatchObject({ status: 'settled', cases: told });
    const day = await receive('camt.053', debit(id, { reference: 'C1' }), debit(id, { reference: 'C2' }));
    expect(day).toEqual(['confirmed', 'contradicted']);
    expect(await receive('camt.053', debit(id), debit(id))).toEqual(['confirmed', 'contradicted']);
    expect(await outcomeOf(id)).toMatchObject({ status: 'settled', cases: told });
  });

  it('is one where a notification and a statement have it, whichever of them has its reference', async () => {
    for (const [first, second] of [
      [{ reference: 'D1' }, { reference: 'D1' }],
      [{ reference: 'D1' }, {}],
      [{}, { reference: 'D1' }],
      [{}, {}],
    ] as const) {
      const id = await scene.create();
      expect(await receive('camt.054', debit(id, first))).toEqual(['confirmed']);
      expect(await receive('camt.053', debit(id, second))).toEqual(['confirmed']);
      expect(await receive('camt.053', debit(id, { reference: 'D2' }))).toEqual([
        'reference' in first || 'reference' in second ? 'contradicted' : 'confirmed',
      ]);
    }
  });

  it('of returns adds up, each once, with an event where the sum changes, and ends the case of what was short', async () => {
    const id = await scene.create();
    await receive('camt.054', debit(id, { reference: 'B1' }));
    await receive('camt.054', returned(id, { reference: 'B2', amount: '50.00' }));
    const short = ['payment.returned', money(50)];
    expect(await outcomeOf(id)).toEqual({
      status: 'returned',
      returned: money(50),
      events: [short],
      cases: ['return_mismatch open 1'],
    });
    await receive('camt.054', returned(id, { reference: 'B3', amount: '50.00' }));
    const more = ['payment.return_changed', money(100)];
    expect(await outcomeOf(id)).toMatchObject({ returned: money(100), events: [short, more] });
    const told = [
      returned(id, { reference: 'B2', amount: '50.00' }),
      returned(id, { reference: 'B3', amount: '50.00' }),
    ];
    expect(await receive('camt.053', ...told)).toEqual(['confirmed', 'confirmed']);
    expect(await outcomeOf(id)).toMatchObject({ returned: money(100), events: [short, more] });
    await receive('camt.054', returned(id, { reference: 'B4', amount: '1150.50' }));
    const whole = ['payment.return_changed', money(1250.5)];
    expect(await outcomeOf(id)).toEqual({
      status: 'returned',
      returned: money(1250.5),
      events: [short, more, whole],
      cases: ['return_mismatch closed 2'],
    });
  });

  it('of returns that come before the settlement counts with all of them', async () => {
    const id = await scene.create();
    const parts = ['E1', 'E2'].map((reference) => returned(id, { reference, amount: '600.00' }));
    await receive('camt.053', ...parts, debit(id, { reference: 'E0' }));
    expect(await outcomeOf(id)).toEqual({
      status: 'returned',
      returned: money(1200),
      events: [['payment.returned', money(1200)]],
      cases: ['return_mismatch open 1'],
    });
  });

  it('that takes back a repeated debit ends its case and moves no status, in whatever order a statement has them', async () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
    ]) {
      const id = await scene.create();
      const all = [debit(id, { reference: 'S1' }), debit(id, { reference: 'S2' }), reversal(id, { reference: 'S3' })];
      await receive('camt.053', ...order.map((index) => all[index] ?? ''));
      expect(await outcomeOf(id)).toMatchObject({
        status: 'settled',
        returned: null,
        events: [],
        cases: ['statement_contradicts closed 1'],
      });
      expect((await resubmit(id)).status).toBe(409);
    }
  });

  it('that takes back the only debit is a return', async () => {
    const id = await scene.create();
    await receive('camt.054', debit(id, { reference: 'R1' }));
    await receive('camt.054', reversal(id, { reference: 'R2' }));
    expect(await outcomeOf(id)).toMatchObject({ status: 'returned', returned: money(1250.5), cases: [] });
    expect((await resubmit(id)).status).toBe(201);
  });

  it('of a return of one of two debits makes nothing that the payee has to be paid again', async () => {
    const id = await scene.create();
    await receive('camt.053', debit(id, { reference: 'T1' }), debit(id, { reference: 'T2' }));
    await receive('camt.053', returned(id, { reference: 'T3' }));
    await scene.stack.database.query(`update reconciliation_cases set state = 'closed' where instruction_id = $1`, [
      id,
    ]);
    expect((await outcomeOf(id)).status).toBe('returned');
    const refused = await resubmit(id);
    expect([refused.status, (refused.body['error'] as { message: string }).message]).toEqual([
      409,
      'Its bank booked this payment twice and took one back: the payee has the money.',
    ]);
  });

  it('of an archived payment brings it back, by whatever reference it names the payment', async () => {
    for (const name of ['id', 'uetr', 'bank_reference']) {
      const id = await scene.create();
      await receive('camt.054', debit(id, { reference: `A-${id}` }));
      const [row] = await scene.stack.database.query<{ named: string }>(
        `select ${name} as named from payment_instructions where id = $1`,
        [id],
      );
      await applyRetention(scene.stack.database, { rules: [archivingRule(0)] });
      const [gone] = await scene.stack.database.query('select from payment_instructions where id = $1', [id]);
      expect(gone).toBeUndefined();
      const names = name === 'uetr' ? `<UETR>${row?.named ?? ''}</UETR>` : `<TxId>${row?.named ?? ''}</TxId>`;
      const entry = returned(id, { reference: `Z-${id}` }).replace(`<EndToEndId>${id}</EndToEndId>`, names);
      expect(await receive('camt.054', entry)).toEqual(['confirmed']);
      expect(await outcomeOf(id)).toMatchObject({ status: 'returned', returned: money(1250.5) });
    }
  });
});
