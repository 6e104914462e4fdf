import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyRetention } from '../../db/retention/apply-retention';
import { OVERDUE_BOOKINGS } from '../../db/payments/settlement/overdue-bookings';
import { eraseSubject } from '../../db/erasure/erase-subject';
import { listJudgedEntries } from '../../db/payments/settlement/read-statements';
import { insertStatement, type NewStatement } from '../../db/payments/settlement/insert-statement';
import { judgeEntries, judgeStatement } from '../../db/payments/settlement/judge-statement';
import { hashFile } from '../../importers/read-file';
import { readCamtFile } from '../../importers/statements/camt';
import { closeAtEnd } from '../support/closing';
import { eventually, instructionBody, settlementBody } from '../support/builders';
import { camt053, camtEntry } from '../support/camt';
import { meanwhile, twoThatMeet } from '../support/meeting';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startStack, type Stack } from '../support/stack';

const PATH = '/api/v1/payments/instructions';

let stack: Stack;
let partner: TestPartner;
let key: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-statements-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  stack = await startStack();
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
  key = await stack.createKey('acme');
});

interface Shown {
  instructionId: string;
  status: string;
  uetr: string;
  settlementDetails: { partnerReference: string; expectedSettlementDate: string };
}

async function create(overrides: Record<string, unknown> = {}): Promise<Shown> {
  const { body } = await stack.call('POST', PATH, { key, body: instructionBody(overrides) });
  const { instructionId } = body['data'] as Shown;
  return eventually(
    async () => (await stack.call('GET', `${PATH}/${instructionId}`, { key })).body['data'] as Shown,
    ({ status }) => status === 'submitted',
    'the payment is sent',
  );
}

async function readStatement(entries: readonly string[]): Promise<NewStatement> {
  const file = { name: 'statement.xml', path: path.join(folder, 'statement.xml') };
  writeFileSync(file.path, camt053(entries));
  return { ...(await readCamtFile(file)), partnerId: partner.id, fileHash: await hashFile(file) };
}

/** As `corridor statements import` does it. */
async function importStatement(entries: readonly string[]): Promise<{ id: string; verdicts: unknown[] }> {
  const statement = await readStatement(entries);
  const { id } = await insertStatement(stack.database, statement, {
    actor: 'test',
    comparedBy: 'caller',
    vault: stack.vault,
  });
  await judgeStatement(stack.database, id);
  const judged = await listJudgedEntries(stack.database, id);
  return { id, verdicts: judged.map(({ verdict, instructionId }) => [verdict, instructionId]) };
}

/** Cases that a statement opened about a payment. */
function casesOf({
  instructionId,
}: Pick<Shown, 'instructionId'>): Promise<{ kind: string; count: number; detail: unknown }[]> {
  return stack.database.query('select kind, count, detail from reconciliation_cases where instruction_id = $1', [
    instructionId,
  ]);
}

/** Source: docs/GAPS.md#statements */
describe('a bank statement', () => {
  it('confirms and contradicts by reference, never by amount alone, and changes no status', async () => {
    const [one, other, third] = [await create(), await create(), await create()];
    const confirmation = settlementBody({ actualAmount: 1250, settlementReference: 'S-77' });
    await stack.call('POST', `${PATH}/${third.instructionId}/settlement`, { key: partner.key, body: confirmation });
    const entries = [
      camtEntry({ references: `<UETR>${one.uetr}</UETR>` }),
      camtEntry({ references: `<EndToEndId>${other.instructionId}</EndToEndId>`, amount: '1520.50' }),
      camtEntry({ references: '<AcctSvcrRef>S-77</AcctSvcrRef>', amount: '1250.00' }),
      camtEntry({ references: '<EndToEndId>NOTPROVIDED</EndToEndId>' }),
      camtEntry({
        references: `<UETR>${one.uetr}</UETR><TxId>${other.settlementDetails.partnerReference}</TxId>`,
      }),
    ];
    const first = await importStatement(entries);
    expect(first.verdicts).toEqual([
      ['confirmed', one.instructionId],
      ['contradicted', other.instructionId],
      ['confirmed', third.instructionId],
      ['unmatched', null],
      ['unmatched', null],
    ]);
    const detail = { current: 'submitted', discrepancies: [{ type: 'amount', expected: '1250.5', actual: '1520.50' }] };
    expect(await casesOf(other)).toMatchObject([{ kind: 'statement_contradicts', count: 1, detail }]);
    expect(await casesOf(one)).toEqual([]);
    const { body } = await stack.call('GET', `${PATH}/${one.instructionId}`, { key });
    expect(body['data']).toMatchObject({ status: 'submitted' });

    expect(await importStatement(entries)).toEqual(first);
    expect(await casesOf(other)).toMatchObject([{ count: 1 }]);

    const date = one.settlementDetails.expectedSettlementDate;
    const lines = await stack.call('GET', `/api/v1/payments/settlements?partner=${partner.id}&date=${date}`, {
      key: await stack.createOperator(),
    });
    const { items } = lines.body['data'] as { items: { instructionId: string; statement: string | null }[] };
    const said = Object.fromEntries(items.map(({ instructionId, statement }) => [instructionId, statement]));
    expect(said).toMatchObject({ [one.instructionId]: 'confirmed', [other.instructionId]: 'contradicted' });
  });

  it('settles where the partner’s statements do, also with another amount, once however often the bank reports it', async () => {
    const [one, other] = [await create(), await create()];
    const setTo = (value: string | null) =>
      stack.database.query(`update partners set config = $2 where id = $1`, [
        partner.id,
        JSON.stringify(value === null ? {} : { statementsSettle: value }),
      ]);
    await setTo('true');
    const today = new Date().toISOString().slice(0, 10);
    const entries = [
      camtEntry({ references: `<AcctSvcrRef>B-41</AcctSvcrRef><UETR>${one.uetr}</UETR>` }),
      camtEntry({ references: `<EndToEndId>${other.instructionId}</EndToEndId>`, amount: '1249.00' }),
    ];
    await importStatement(entries.map((entry) => entry.replace('2026-11-20', today)));
    const again = camtEntry({
      references: `<AcctSvcrRef>B-41</AcctSvcrRef><UETR>${one.uetr}</UETR>`,
      rest: '<AddtlTxInf>x</AddtlTxInf>',
    });
    await importStatement([again.replace('2026-11-20', today)]);
    await setTo(null);
    const shown = async ({ instructionId }: Shown) =>
      (await stack.call('GET', `${PATH}/${instructionId}`, { key })).body['data'];
    expect(await shown(one)).toMatchObject({
      status: 'settled',
      settlement: { settlementReference: 'B-41', actualAmount: 1250.5 },
      reconciliation: { status: 'matched' },
      proof: { state: 'proved', booking: { reference: 'B-41', amount: 1250.5 } },
    });
    expect(await shown(other)).toMatchObject({
      status: 'settled',
      reconciliation: { status: 'mismatched' },
      proof: { state: 'contradicted', booking: { amount: 1249 } },
    });
    expect((await casesOf(other)).map(({ kind }) => kind).sort()).toEqual([
      'reconciliation_mismatch',
      'statement_contradicts',
    ]);
    expect(await casesOf(one)).toEqual([]);
    const { body } = await stack.call('GET', `${PATH}/${one.instructionId}/reports`, { key });
    const { items } = body['data'] as { items: { kind: string; status: string; disposition: string }[] };
    expect(items).toMatchObject([{ kind: 'settlement', status: 'settled', disposition: 'applied' }]);
  });

  it('is confirmed by the partner afterwards: an agreeing word is taken, another one is a case', async () => {
    const [one, other] = [await create(), await create()];
    await stack.database.query(`update partners set config = '{"statementsSettle": "true"}' where id = $1`, [
      partner.id,
    ]);
    const today = new Date().toISOString().slice(0, 10);
    const charge = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>MDOP</Cd><SubFmlyCd>CHRG</SubFmlyCd></Fmly></Domn></BkTxCd>';
    const entries = [
      // The bank's charge for the payment has its reference, and is none of its money.
      camtEntry({ references: `<EndToEndId>${one.instructionId}</EndToEndId>`, amount: '7.50', rest: charge }),
      camtEntry({ references: `<AcctSvcrRef>B-51</AcctSvcrRef><UETR>${one.uetr}</UETR>` }),
      camtEntry({ references: `<AcctSvcrRef>B-52</AcctSvcrRef><UETR>${other.uetr}</UETR>`, amount: '1249.00' }),
    ];
    const { verdicts } = await importStatement(entries.map((entry) => entry.replace('2026-11-20', today)));
    await stack.database.query(`update partners set config = '{}' where id = $1`, [partner.id]);
    expect(verdicts).toEqual([
      ['unmatched', null],
      ['confirmed', one.instructionId],
      ['contradicted', other.instructionId],
    ]);
    const confirmedAt = new Date().toISOString();
    const confirm = (of: Shown, actualAmount: number, settlementReference: string) =>
      stack.call('POST', `${PATH}/${of.instructionId}/settlement`, {
        key: partner.key,
        body: settlementBody({ actualAmount, settlementReference, confirmedAt }),
      });
    const said = await confirm(one, 1250.5, 'S-51');
    expect([said.status, said.body['data']]).toEqual([
      200,
      expect.objectContaining({ status: 'settled', previousStatus: 'settled', disposition: 'applied' }),
    ]);
    expect((await confirm(one, 1250.5, 'S-51')).body['data']).toMatchObject({ disposition: 'duplicate' });
    expect(await casesOf(one)).toEqual([]);
    expect((await confirm(other, 1249, 'S-52')).status).toBe(200);
    expect((await casesOf(other)).map(({ kind, count }) => `${kind} ${count}`).sort()).toEqual([
      'reconciliation_mismatch 1',
      'statement_contradicts 1',
    ]);
    const against = await confirm(one, 1250.5, 'S-53');
    expect([against.status, against.body['error']]).toEqual([
      409,
      expect.objectContaining({ code: 'CONFLICTING_REPORT' }),
    ]);
    expect(await casesOf(one)).toMatchObject([{ kind: 'conflicting_settlement', count: 1 }]);
    const { body } = await stack.call('GET', `${PATH}/${one.instructionId}`, { key });
    expect(body['data']).toMatchObject({
      settlement: { settlementReference: 'B-51', actualAmount: 1250.5 },
      reconciliation: { status: 'matched' },
      proof: { state: 'proved' },
    });
  });

  it('opens a case about what its bank should have booked, which the booking ends', async () => {
    const late = await create();
    await stack.database.query(`update payment_instructions set expected_date = current_date - 6 where id = $1`, [
      late.instructionId,
    ]);
    await importStatement([camtEntry({ references: '<EndToEndId>NOTPROVIDED</EndToEndId>', amount: '7.00' })]);
    const look = () => applyRetention(stack.database, { rules: [OVERDUE_BOOKINGS] });
    await look();
    await look();
    const shown = async () => (await stack.call('GET', `${PATH}/${late.instructionId}`, { key })).body['data'];
    expect(await shown()).toMatchObject({ status: 'submitted', proof: { state: 'overdue', booking: null } });
    expect(await casesOf(late)).toMatchObject([{ kind: 'booking_overdue', count: 1 }]);
    await importStatement([camtEntry({ references: `<EndToEndId>${late.instructionId}</EndToEndId>` })]);
    expect(await shown()).toMatchObject({ status: 'submitted', proof: { state: 'proved' } });
    const open = await stack.database.query(
      `select kind from reconciliation_cases where instruction_id = $1 and state = 'open'`,
      [late.instructionId],
    );
    expect(open).toEqual([]);
  });

  it('confirms a booking however often it is told of, and contradicts a second one', async () => {
    const paid = await create();
    const booked = camtEntry({ references: `<UETR>${paid.uetr}</UETR>` });
    const said = async (...entries: string[]) => (await importStatement(entries)).verdicts;
    const [confirmed, contradicted] = ['confirmed', 'contradicted'].map((verdict) => [verdict, paid.instructionId]);
    expect(await said(booked, booked)).toEqual([confirmed, contradicted]);
    const detail = { discrepancies: [{ type: 'repeated' }] };
    expect(await casesOf(paid)).toMatchObject([{ kind: 'statement_contradicts', count: 1, detail }]);
    expect(await said(booked)).toEqual([confirmed]);
    expect(await said(booked.replace('2026-11-20', '2026-11-23'))).toEqual([contradicted]);
  });

  it('counts a case once when two compare it at the same moment', async () => {
    const paid = await create();
    const references = `<UETR>${paid.uetr}</UETR>`;
    const statement = await readStatement([camtEntry({ references, amount: '1.00' })]);
    const { id } = await insertStatement(stack.database, statement, {
      actor: 'test',
      comparedBy: 'caller',
      vault: stack.vault,
    });
    const both = twoThatMeet(stack.database, 'from statement_entries');
    await Promise.all(both.map((one) => judgeStatement(one, id)));
    expect(await listJudgedEntries(stack.database, id)).toMatchObject([{ verdict: 'contradicted' }]);
    expect(await casesOf(paid)).toMatchObject([{ kind: 'statement_contradicts', count: 1 }]);
  });

  it('is compared a part at a time, also where the first parts have their verdicts', async () => {
    const kept = { actor: 'test', comparedBy: 'caller', vault: stack.vault } as const;
    const strangers = ['A-1', 'A-2', 'A-3'].map((id) => camtEntry({ references: `<EndToEndId>${id}</EndToEndId>` }));
    const { id } = await insertStatement(stack.database, await readStatement(strangers), kept);
    const part = (after: number, limit: number) => judgeEntries(stack.database, id, { after, limit });
    const verdicts = async () => (await listJudgedEntries(stack.database, id)).map(({ verdict }) => verdict);
    expect([await part(0, 2), await verdicts()]).toEqual([2, ['unmatched', 'unmatched', null]]);
    expect([await part(0, 2), await verdicts()]).toEqual([2, ['unmatched', 'unmatched', null]]);
    expect([await part(2, 2), await verdicts()]).toEqual([null, ['unmatched', 'unmatched', 'unmatched']]);
    expect(await part(0, 3)).toBeNull();
    expect(await judgeEntries(stack.database, 'stm_unknown', { after: 0, limit: 2 })).toBeNull();
  });

  it('is compared with a confirmation that comes while its payments are looked up', async () => {
    const paid = await create();
    const entry = camtEntry({ references: `<UETR>${paid.uetr}</UETR>`, amount: '1250.00' });
    const { id } = await insertStatement(stack.database, await readStatement([entry]), {
      actor: 'test',
      comparedBy: 'caller',
      vault: stack.vault,
    });
    const confirmed = meanwhile(stack.database, ') named', () =>
      stack.call('POST', `${PATH}/${paid.instructionId}/settlement`, {
        key: partner.key,
        body: settlementBody({ actualAmount: 1250 }),
      }),
    );
    await judgeStatement(confirmed, id);
    expect(await listJudgedEntries(stack.database, id)).toMatchObject([{ verdict: 'confirmed' }]);
    expect((await casesOf(paid)).map(({ kind }) => kind)).not.toContain('statement_contradicts');
  });

  it('knows money that came back, and what is only announced', async () => {
    const [returned, unreported] = [await create(), await create()];
    const report = (status: string) =>
      stack.call('PUT', `${PATH}/${returned.instructionId}/status`, { key: partner.key, body: { status } });
    await report('settled');
    await report('returned');
    const back = '<CdtDbtInd>CRDT</CdtDbtInd><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';
    const { verdicts } = await importStatement([
      camtEntry({ references: `<UETR>${returned.uetr}</UETR>`, rest: back }),
      camtEntry({ references: `<UETR>${unreported.uetr}</UETR>`, rest: back }),
      camtEntry({ references: `<UETR>${unreported.uetr}</UETR>`, amount: '1.00' }).replace('BOOK', 'PDNG'),
    ]);
    expect(verdicts).toEqual([
      ['confirmed', returned.instructionId],
      ['contradicted', unreported.instructionId],
      ['not_booked', unreported.instructionId],
    ]);
  });
});

/** Source: docs/GAPS.md#statements */
describe('an entry that names no payment, and carries a reference of the payee', () => {
  const bookedNow = (reference: string, parts: { amount?: string; references?: string } = {}): string =>
    camtEntry({
      references: '<AcctSvcrRef>B-7</AcctSvcrRef>',
      rest: `<RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf>`,
      ...parts,
    }).replace('2026-11-20', new Date().toISOString().slice(0, 10));
  const paying = (reference: string): Promise<Shown> => create({ remittance: { reference } });
  const verdictsOf = async (...entries: string[]) => (await importStatement(entries)).verdicts;
  const unmatched = ['unmatched', null];

  it('confirms the only payment that it can be of, once, and changes nothing else', async () => {
    const { instructionId } = await paying('RF18 5390 0754 7034');
    const entry = bookedNow('RF18539007547034');
    expect(await verdictsOf(bookedNow('RF18539007547034', { amount: '1250.49' }), entry, entry)).toEqual([
      unmatched,
      ['confirmed', instructionId],
      unmatched,
    ]);
    const { body } = await stack.call('GET', `${PATH}/${instructionId}`, { key });
    expect(body['data']).toMatchObject({ status: 'submitted', settlement: null });
    const kept = await stack.database.query(
      'select 1 as one from statement_entries where payee_references is not null',
    );
    expect(kept).toEqual([]);
  });

  it('is of none where two payments have the reference, although one of them has failed', async () => {
    const [one] = [await paying('INV-2002'), await paying('INV-2002')];
    expect(await verdictsOf(bookedNow('INV-2002'))).toEqual([unmatched]);
    const failed = { key: partner.key, body: { status: 'failed' } };
    await stack.call('PUT', `${PATH}/${one.instructionId}/status`, failed);
    // As another file: the same one is the same statement.
    const again = bookedNow('INV-2002', { references: '<AcctSvcrRef>B-8</AcctSvcrRef>' });
    expect(await verdictsOf(again)).toEqual([unmatched]);
  });

  it('is of the payment that it names, whatever reference of a payee it carries', async () => {
    const [named, other] = [await create(), await paying('INV-3003')];
    const references = `<EndToEndId>${named.instructionId}</EndToEndId>`;
    const stranger = await startTestPartner(stack.database, stack.vault, { name: 'stranger' });
    expect(await verdictsOf(bookedNow('INV-3003', { references }))).toEqual([['confirmed', named.instructionId]]);
    await stack.database.query('update dispatches set partner_id = $2 where instruction_id = $1', [
      named.instructionId,
      stranger.id,
    ]);
    const both = bookedNow('INV-3003', { references: `${references}<AcctSvcrRef>B-9</AcctSvcrRef>` });
    const attempt = bookedNow('INV-3004', { references: `<EndToEndId>${other.instructionId}-2</EndToEndId>` });
    const unknown = bookedNow('INV-3003', { references: `<UETR>${randomUUID()}</UETR>` });
    const confirmed = ['confirmed', other.instructionId];
    expect(await verdictsOf(both, attempt, unknown)).toEqual([unmatched, confirmed, unmatched]);
    expect(await casesOf(other)).toEqual([]);
  });

  it('goes behind an entry of the same statement that names the payment', async () => {
    const { instructionId, uetr } = await paying('INV-4004');
    const named = bookedNow('INV-4004', { references: `<UETR>${uetr}</UETR>` });
    expect(await verdictsOf(bookedNow('INV-4004'), named)).toEqual([unmatched, ['confirmed', instructionId]]);
    expect(await casesOf({ instructionId })).toEqual([]);
  });

  it('is no first booking for an entry of a later statement that names the payment', async () => {
    const { instructionId, uetr } = await paying('INV-4005');
    const confirmed = ['confirmed', instructionId];
    const next = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const later = (entry: string): string => entry.replace(/2[0-9]{3}-[0-9]{2}-[0-9]{2}/g, next);
    expect(await verdictsOf(bookedNow('INV-4005'))).toEqual([confirmed]);
    expect(await verdictsOf(later(bookedNow('INV-4005')))).toEqual([unmatched]);
    const named = bookedNow('INV-4005', { references: `<UETR>${uetr}</UETR>` });
    expect(await verdictsOf(later(named))).toEqual([confirmed]);
    expect(await casesOf({ instructionId })).toEqual([]);
    expect(await verdictsOf(named)).toEqual([['contradicted', instructionId]]);
  });

  it('finds no payment that was erased', async () => {
    const { instructionId } = await paying('INV-5005');
    await stack.call('PUT', `${PATH}/${instructionId}/status`, { key: partner.key, body: { status: 'settled' } });
    const subject = { subject: 'instruction', id: instructionId } as const;
    const erased = await eraseSubject(stack.database, { ...subject, actor: 'test', reason: 'asked' });
    expect(erased).toMatchObject({ kind: 'erased' });
    expect(await verdictsOf(bookedNow('INV-5005'))).toEqual([unmatched]);
  });

  it('keeps them where another payment has the same reference', async () => {
    const [erased, other] = [await paying('INV-6100'), await paying('INV-6100')];
    const kept = { actor: 'test', comparedBy: 'caller', vault: stack.vault } as const;
    const { id } = await insertStatement(stack.database, await readStatement([bookedNow('INV-6100')]), kept);
    await stack.call('PUT', `${PATH}/${erased.instructionId}/status`, {
      key: partner.key,
      body: { status: 'settled' },
    });
    const subject = { subject: 'instruction', id: erased.instructionId } as const;
    expect(await eraseSubject(stack.database, { ...subject, actor: 'test', reason: 'asked' })).toMatchObject({
      kind: 'erased',
      removed: { statementEntries: 0 },
    });
    await judgeStatement(stack.database, id);
    expect(await listJudgedEntries(stack.database, id)).toMatchObject([{ instructionId: other.instructionId }]);
  });

  it('loses its hashes with the erasure of the payment, where its comparison was interrupted, unless it is locked', async () => {
    const paid = [await paying('INV-6006'), await paying('INV-6007'), await paying('INV-6008')];
    const others = ['INV-6006', 'INV-6007', 'INV-6008'].map((reference) => bookedNow(reference));
    const kept = { actor: 'test', comparedBy: 'caller', vault: stack.vault } as const;
    const { id } = await insertStatement(stack.database, await readStatement(others), kept);
    const hashed = () =>
      stack.database.query<{ position: number }>(
        'select position from statement_entries where statement_id = $1 and payee_references is not null order by position',
        [id],
      );
    const erase = async ({ instructionId }: Shown) => {
      await stack.call('PUT', `${PATH}/${instructionId}/status`, { key: partner.key, body: { status: 'settled' } });
      const subject = { subject: 'instruction', id: instructionId } as const;
      return eraseSubject(stack.database, { ...subject, actor: 'test', reason: 'asked' });
    };
    expect(await hashed()).toHaveLength(3);
    const [one, locked, third] = paid;
    if (one === undefined || locked === undefined || third === undefined) throw new Error('three payments were made');
    expect(await erase(one)).toMatchObject({ kind: 'erased', removed: { statementEntries: 1 } });
    expect(await hashed()).toEqual([{ position: 2 }, { position: 3 }]);
    await stack.database.transaction(async (client) => {
      await client.query('select from statement_entries where statement_id = $1 and position = 2 for update', [id]);
      expect(await erase(locked)).toMatchObject({ kind: 'erased', removed: { statementEntries: 0 } });
    });
    await judgeStatement(stack.database, id);
    expect(
      (await listJudgedEntries(stack.database, id)).map(({ verdict, instructionId }) => [verdict, instructionId]),
    ).toEqual([unmatched, unmatched, ['confirmed', third.instructionId]]);
    expect(await hashed()).toEqual([]);
  });
});
