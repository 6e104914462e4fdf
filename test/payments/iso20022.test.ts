import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { applyStatement } from '../../activities/partners/iso20022/apply';
import { prepareDirectory } from '../../activities/partners/iso20022/directory';
import { listFlags, retryPartnerFile } from '../../db/operator-flags';
import { createPartner, readSettledBy } from '../../db/payments/dispatch/partners';
import { insertStatement } from '../../db/payments/settlement/insert-statement';
import { judgeStatement } from '../../db/payments/settlement/judge-statement';
import { readCamt } from '../../importers/statements/camt';
import { eventually, instructionBody } from '../support/builders';
import { camt053, camtEntry } from '../support/camt';
import { closeAtEnd } from '../support/closing';
import { startFileBank, type FileBank, type ShownPayment } from '../support/file-bank';
import { schemaFaults } from '../support/iso20022';
import { twoThatMeet } from '../support/meeting';
import { camt029, pain002, transactionStatus } from '../support/pain-002';
import { DEBTOR } from '../../lab/benches/debtor';

const PATH = '/api/v1/payments/instructions';

let stack: FileBank['stack'];
let key: string;
let directory: string;
let partnerId: string;
let inboxes: FileBank['inboxes'];

beforeAll(async () => {
  ({ stack, key, directory, partnerId, inboxes } = await startFileBank({ settledBy: 'ACCC' }));
});

const filesIn = (folder: string): Promise<string[]> => readdir(path.join(directory, folder));
const untilOut = (name: string): Promise<string[]> =>
  eventually(
    () => filesIn('out'),
    (files) => files.includes(name),
    'the bank is asked',
  );

async function show(instructionId: string): Promise<ShownPayment> {
  return (await stack.call('GET', `${PATH}/${instructionId}`, { key })).body['data'] as ShownPayment;
}

async function submitted(overrides: Record<string, unknown> = {}): Promise<ShownPayment> {
  const { body } = await stack.call('POST', PATH, { key, body: instructionBody(overrides) });
  const { instructionId } = body['data'] as ShownPayment;
  return eventually(
    () => show(instructionId),
    ({ status }) => status === 'submitted',
    'the payment is sent',
  );
}

/** What a bank puts into the directory, and two looks at it. */
async function receive(name: string, content: string): Promise<void> {
  await writeFile(path.join(directory, 'in', name), content);
  await inboxes.look();
  await inboxes.look();
}

async function clearAll(): Promise<void> {
  await stack.database.query('update operator_flags set cleared_at = now() where cleared_at is null');
}

async function dispositions({ instructionId }: ShownPayment): Promise<unknown[]> {
  const { body } = await stack.call('GET', `${PATH}/${instructionId}/reports`, { key });
  const { items } = body['data'] as { items: { status: string; disposition: string }[] };
  return items.map(({ status, disposition }) => `${status} ${disposition}`).sort();
}

/** Source: docs/GAPS.md#P19, docs/GAPS.md#P3 */
describe('a bank that takes files', () => {
  it('gets each payment as one message under its id and attempt', async () => {
    const { instructionId, uetr, settlementDetails } = await submitted();
    const file = `${instructionId}-1.xml`;
    expect(await filesIn('out')).toContain(file);
    const message = await readFile(path.join(directory, 'out', file), 'utf8');
    expect(await schemaFaults('pain.001.001.09', message)).toEqual([]);
    const reference = /<MsgId>([A-Z0-9]{16})<[/]MsgId>/.exec(message)?.[1];
    const endToEndId = instructionId.replace('_', '').toUpperCase();
    expect(message).toContain(
      `<InstrId>${reference}</InstrId><EndToEndId>${endToEndId}</EndToEndId><UETR>${uetr}</UETR>`,
    );
    expect(settlementDetails.partnerReference).toBe(reference);
    const kept = await stack.database.query('select reference from dispatches where instruction_id = $1', [
      instructionId,
    ]);
    expect(kept).toEqual([{ reference }]);
  });

  it.each([
    ['in small letters', (text: string) => text.toLowerCase()],
    ['in capitals, with another separator', (text: string) => text.replace('INSTR', 'INSTR-')],
    ['in groups', (text: string) => text.replace(/(.{4})/g, '$1 ').trim()],
    ['cut off after 16 characters', (text: string) => text.slice(0, 16)],
  ])('is understood where it returns references %s, and no UETR', async (_how, changed) => {
    const [byEndToEndId, byInstrId, booked] = [await submitted(), await submitted(), await submitted()];
    const endToEndId = ({ instructionId }: ShownPayment): string => instructionId.replace('_', '').toUpperCase();
    const transactions = [transactionStatus({ id: changed(endToEndId(byEndToEndId)), status: 'ACSP' })];
    await receive('end-to-end.xml', pain002('M', { transactions }));
    expect((await show(byEndToEndId.instructionId)).status).toBe('processing');
    await receive('group.xml', pain002(changed(byInstrId.settlementDetails.partnerReference), { group: 'RJCT' }));
    expect((await show(byInstrId.instructionId)).status).toBe('failed');
    const references = `<EndToEndId>${changed(endToEndId(booked))}</EndToEndId>`;
    await receive('booked.xml', camt053([camtEntry({ references })]).replace('M-1', booked.instructionId));
    expect((await show(booked.instructionId)).status).toBe('settled');
    const kept = await stack.database.query<{ id: string }>('select id from payment_statements where message_id = $1', [
      booked.instructionId,
    ]);
    for (const { id } of kept) await judgeStatement(stack.database, id);
    const verdicts = await stack.database.query('select verdict from statement_entries where instruction_id = $1', [
      booked.instructionId,
    ]);
    expect(verdicts).toEqual([{ verdict: 'confirmed' }]);
    expect(await listFlags(stack.database, { kind: 'partner_file_refused' })).toEqual([]);
  });

  it('reports in files that come late, unordered and twice, through the same table as every partner', async () => {
    const payment = await submitted();
    const { instructionId: id, uetr } = payment;
    const of = (status: string, createdAt: string, reference?: string): string =>
      pain002(`${id}-1`, {
        createdAt,
        transactions: [transactionStatus({ id, uetr, status, ...(reference === undefined ? {} : { reference }) })],
      });
    await receive('2.xml', of('ACSP', new Date().toISOString(), 'B-7'));
    expect(await show(id)).toMatchObject({ status: 'processing', settlementDetails: { bankReference: 'B-7' } });
    const late = of('ACCP', new Date(Date.now() - 1_000).toISOString());
    await receive('1.xml', late);
    await receive('1.xml', late);
    await receive('1-again.xml', late);
    expect((await show(id)).status).toBe('processing');
    await receive('3.xml', of('ACSC', new Date().toISOString()));
    // Our own account is debited: the payee has nothing yet.
    expect((await show(id)).status).toBe('processing');
    await receive('3b.xml', of('ACCC', new Date().toISOString()));
    expect((await show(id)).status).toBe('settled');
    // It contradicts: kept, with a case, and the file is none the worse for it.
    await receive('4.xml', of('RJCT', new Date().toISOString()));
    expect((await show(id)).status).toBe('settled');
    expect(await dispositions(payment)).toEqual([
      'accepted stale',
      'failed conflicting',
      'processing applied',
      'processing duplicate',
      'settled applied',
    ]);
    expect(await filesIn('in')).toEqual([]);
    expect((await filesIn('archive')).map((name) => name.slice(13)).sort()).toEqual(
      expect.arrayContaining(['1-again.xml', '1.xml', '2.xml', '3.xml', '4.xml']),
    );
  });

  it('fails what it rejects after our account was debited', async () => {
    const { instructionId: id } = await submitted();
    await receive('debited.xml', pain002(`${id}-1`, { group: 'ACSC' }));
    expect(await show(id)).toMatchObject({ status: 'processing', proof: { state: 'waiting' } });
    const { body } = await stack.call('GET', `${PATH}/${id}/reports`, { key });
    expect(body['data']).toMatchObject({ items: [{ status: 'processing', reasonCode: 'ACSC' }] });
    await receive('bounced.xml', pain002(`${id}-1`, { group: 'RJCT', createdAt: new Date().toISOString() }));
    expect(await show(id)).toMatchObject({ status: 'failed', proof: null });
  });

  it('takes the check of a payee beside the statuses of the same file', async () => {
    const [one, other] = [await submitted(), await submitted()];
    const words = 'Exemple Trading Limited';
    const transactions = [
      transactionStatus({ id: one.instructionId, status: 'RVMC', reason: 'MS03', words }),
      transactionStatus({ id: other.instructionId, status: 'RJCT', reason: 'AC04' }),
    ];
    await receive('payees.xml', pain002(`${one.instructionId}-1`, { transactions }));
    const check = { result: 'close_match', suggestedName: words, source: 'file', decision: 'pending' };
    expect(await show(one.instructionId)).toMatchObject({ status: 'submitted', payeeCheck: check });
    expect(await show(other.instructionId)).toMatchObject({ status: 'failed', payeeCheck: null });
    expect(await filesIn('refused')).not.toContainEqual(expect.stringContaining('payees.xml'));
  });

  it('ends payments by its booking once it sends statements, unless its settings say otherwise', async () => {
    const { database, vault } = stack;
    const place = await mkdtemp(path.join(tmpdir(), 'corridor-iso20022-'));
    closeAtEnd(() => rm(place, { recursive: true, force: true }));
    const made = { adapter: 'iso20022', config: { ...DEBTOR, directory: place }, environment: 'test' } as const;
    const { id } = await createPartner(database, vault, { name: 'silent bank', ...made });
    expect(await readSettledBy(database, id)).toBe('ACCC');
    const statement = await readCamt('file', Readable.from([Buffer.from(camt053([]))]));
    for (const [message, settledBy] of [
      ['camt.052', 'ACCC'],
      ['camt.053', 'booking'],
    ] as const) {
      const kept = { ...statement, message, partnerId: id, fileHash: message.padEnd(64, 'e') };
      await insertStatement(database, kept, { actor: 'test', comparedBy: 'caller', vault });
      expect(await readSettledBy(database, id)).toBe(settledBy);
    }
    expect(await readSettledBy(database, partnerId)).toBe('ACCC');
  });

  it('rejects a whole message with its reason', async () => {
    const { instructionId } = await submitted();
    await receive('reject.xml', pain002(`${instructionId}-1`, { group: 'RJCT' }));
    expect((await show(instructionId)).status).toBe('failed');
    const other = await submitted();
    const why = transactionStatus({ id: other.instructionId, status: 'RJCT', reason: 'AC04', words: 'Closed' });
    await receive('reject-2.xml', pain002(`${other.instructionId}-1`, { transactions: [why] }));
    expect(await show(other.instructionId)).toMatchObject({ status: 'failed', failure: { code: 'AC04' } });
  });

  it('settles by its notification, whatever tells of the booking again, and returns by the next one', async () => {
    const { instructionId: id } = await submitted();
    const today = new Date().toISOString().slice(0, 10);
    const references = `<AcctSvcrRef>B-99</AcctSvcrRef><EndToEndId>${id}</EndToEndId>`;
    const debit = camtEntry({ references }).replace('2026-11-20', today);
    await receive('debit.xml', camt053([debit]).replace('camt.053.001.08', 'camt.054.001.08'));
    const settled = await show(id);
    expect(settled).toMatchObject({
      status: 'settled',
      settlement: { settlementReference: 'B-99', actualAmount: 1250.5 },
      reconciliation: { status: 'matched' },
    });
    const proof = { state: 'proved', booking: { reference: 'B-99', amount: 1250.5, currency: 'USD', bookedOn: today } };
    expect(settled).toMatchObject({ proof });
    await receive('statement.xml', camt053([debit]));
    expect(await show(id)).toMatchObject({ status: 'settled', settlement: settled.settlement, proof });
    const back = debit
      .replace('DBIT', 'CRDT')
      .replace('</TxDtls>', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>');
    await receive('back.xml', camt053([back]).replace('S-1', 'S-2'));
    expect(await show(id)).toMatchObject({ status: 'returned', return: { code: 'AC04' } });
    const cases = await stack.database.query('select kind from reconciliation_cases where instruction_id = $1', [id]);
    expect(cases).toEqual([]);
  });

  it('settles by a statement that lists the newest first', async () => {
    const { instructionId: id } = await submitted();
    const debit = camtEntry({ references: `<EndToEndId>${id}</EndToEndId>` });
    const nothing = debit.replace('1250.50', '0.00');
    const back = debit
      .replace('DBIT', 'CRDT')
      .replace('</TxDtls>', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>');
    await receive('newest-first.xml', camt053([back, nothing, debit]).replace('S-1', 'S-3'));
    expect(await show(id)).toMatchObject({
      status: 'returned',
      return: { code: 'AC04' },
      settlement: { actualAmount: 1250.5 },
    });
  });

  it('takes a status of a request to cancel for none of the payment', async () => {
    const { instructionId: id } = await submitted();
    const rejected = pain002(`${id}-c`, { group: 'RJCT' }).replace('pain.001.001.09', 'camt.056.001.08');
    await receive('request.xml', rejected);
    const why = transactionStatus({ id, status: 'RJCT' });
    await receive('request-2.xml', rejected.replace('</CstmrPmtStsRpt>', `${why}$&`));
    expect((await show(id)).status).toBe('submitted');
    const reasons = (await filesIn('refused')).filter((name) => /request(-2)?\.xml\.reason\.txt$/.test(name));
    expect(reasons).toHaveLength(2);
    for (const reason of reasons) {
      const text = await readFile(path.join(directory, 'refused', reason), 'utf8');
      expect(text).toMatch(/line \d has a status of camt\.056\.001\.08, which orders no payment/);
      await rm(path.join(directory, 'refused', reason));
      await rm(path.join(directory, 'refused', reason.replace('.reason.txt', '')));
    }
    await clearAll();
  });

  it('names a payment by its id, whatever other account has used its UETR', async () => {
    const { instructionId: id, uetr } = await submitted();
    const other = await stack.createKey('other');
    const again = await stack.call('POST', PATH, { key: other, body: instructionBody({ uetr }) });
    const { instructionId: otherId } = again.body['data'] as ShownPayment;
    await eventually(
      () => filesIn('out'),
      (files) => files.includes(`${otherId}-1.xml`),
      'the other payment is sent',
    );
    const transactions = [transactionStatus({ id, uetr, status: 'ACSP' })];
    await receive('uetr.xml', pain002(`${id}-1`, { transactions }));
    expect((await show(id)).status).toBe('processing');
  });

  it('reads other files beside one that cannot be moved, and one of a long name', async () => {
    const { instructionId: id } = await submitted();
    const content = '<stuck>';
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const inTheWay = path.join(directory, 'refused', `${hash}-stuck.xml`);
    await mkdir(inTheWay);
    await writeFile(path.join(directory, 'in', 'stuck.xml'), content);
    await inboxes.look();
    const name = `${'ü'.repeat(125)}.xml`;
    await receive(name, pain002(`${id}-1`, { group: 'ACSP' }));
    expect((await show(id)).status).toBe('processing');
    expect((await filesIn('archive')).map((file) => file.slice(13))).toContain('ü'.repeat(100));
    expect(await filesIn('in')).toEqual(['stuck.xml']);
    const flags = await listFlags(stack.database, { kind: 'partner_file_refused' });
    expect(flags).toMatchObject([{ says: 'stuck.xml can be neither read nor moved: EISDIR.' }]);
    await clearAll();
    await rm(path.join(directory, 'in', 'stuck.xml'));
    await rm(inTheWay, { recursive: true });
    await rm(`${inTheWay}.reason.txt`);
  });

  it('counts a booking as made when its file was written, whichever worker reads it when', async () => {
    const { instructionId: id } = await submitted();
    const debit = camtEntry({ references: `<EndToEndId>${id}</EndToEndId>` });
    const content = camt053([debit.replace('2026-11-20', '2999-01-01')]).replace('S-1', 'S-4');
    const name = 'two-workers.xml';
    await writeFile(path.join(directory, 'in', name), content);
    const { mtimeMs } = await stat(path.join(directory, 'in', name));
    await inboxes.look();
    await inboxes.look();
    const found = await stack.database.query('select confirmation from settlements where instruction_id = $1', [id]);
    expect(found).toMatchObject([{ confirmation: { confirmedAt: new Date(Math.trunc(mtimeMs)).toISOString() } }]);
  });

  it('settles once where two workers read a notification and a statement of one booking at the same moment', async () => {
    const { instructionId: id } = await submitted();
    const { database, vault } = stack;
    const told = [`<AcctSvcrRef>B-98</AcctSvcrRef><EndToEndId>${id}</EndToEndId>`, `<EndToEndId>${id}</EndToEndId>`];
    const workers = twoThatMeet(database, ') named');
    const today = new Date().toISOString().slice(0, 10);
    await Promise.all(
      told.map(async (references, worker) => {
        const chunks = Readable.from([Buffer.from(camt053([camtEntry({ references }).replace('2026-11-20', today)]))]);
        const at = { receivedAt: new Date(), writtenAt: new Date() };
        const about = { vault, partnerId, evidence: Buffer.from('<a/>'), fileHash: `${id}-${worker}`, ...at };
        await applyStatement({ ...about, database: workers[worker] ?? database }, await readCamt('file', chunks));
      }),
    );
    expect((await show(id)).status).toBe('settled');
    const cases = await database.query('select kind from reconciliation_cases where instruction_id = $1', [id]);
    expect(cases).toEqual([]);
  });

  it('holds up no other bank while one of its files is read', async () => {
    const { database, vault } = stack;
    const { instructionId: id } = await submitted();
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'corridor-iso20022-'));
    closeAtEnd(() => rm(elsewhere, { recursive: true, force: true }));
    const other = { name: 'other', adapter: 'iso20022', config: { ...DEBTOR, directory: elsewhere } };
    const { id: otherId } = await createPartner(database, vault, { ...other, environment: 'test' });
    await prepareDirectory(elsewhere, otherId);
    await writeFile(path.join(directory, 'in', 'slow.xml'), pain002(`${id}-1`, { group: 'ACSP' }));
    await writeFile(path.join(elsewhere, 'in', 'broken.xml'), '<a>');
    await inboxes.look();
    const looks = await database.transaction(async (transaction) => {
      await transaction.query('select from payment_instructions where id = $1 for update', [id]);
      const going = inboxes.look();
      await eventually(
        () => readdir(path.join(elsewhere, 'in')),
        (files) => files.length === 0,
        'the file of the other bank is read',
      );
      expect(await filesIn('in')).toEqual(['slow.xml']);
      return { going };
    });
    await looks.going;
    expect(await filesIn('in')).toEqual([]);
    await clearAll();
  });

  it('has files refused that cannot be read, with line and reason, and flags them', async () => {
    await receive('broken.xml', '<a>');
    await receive('picture.png', 'PNG');
    const { instructionId: id } = await submitted();
    const transactions = [
      transactionStatus({ id: 'SOMEBODY-ELSE', status: 'ACSP' }),
      transactionStatus({ id, status: 'ACSP' }),
    ];
    await receive('stray.xml', pain002('M', { transactions }));
    expect((await show(id)).status).toBe('processing');
    const refused = await filesIn('refused');
    const names = refused.map((name) => name.slice(13)).sort();
    expect(names).toEqual([
      'broken.xml',
      'broken.xml.reason.txt',
      'picture.png',
      'picture.png.reason.txt',
      'stray.xml',
      'stray.xml.reason.txt',
    ]);
    const reason = refused.find((name) => name.endsWith('stray.xml.reason.txt')) ?? '';
    expect(await readFile(path.join(directory, 'refused', reason), 'utf8')).toMatch(
      /stray\.xml: line 7 names no payment that this partner was given\. Everything else/,
    );
    const flags = await listFlags(stack.database, { kind: 'partner_file_refused' });
    const about = ['broken.xml', 'picture.png', 'stray.xml'];
    expect(flags).toMatchObject(
      about.map((file) => ({
        subject: `${partnerId}/${file}`,
        environment: 'test',
        says: expect.stringContaining(file) as string,
      })),
    );

    // Read again, it has the same fault, and its flag stands again.
    const [flag] = flags;
    expect(await retryPartnerFile(stack.database, flag?.id ?? '', 'test')).toBe(true);
    await inboxes.look();
    expect(await filesIn('in')).toEqual(['broken.xml']);
    expect(await listFlags(stack.database, { kind: 'partner_file_refused' })).toHaveLength(2);
    const audited = await stack.database.query(`select act, subject from audit_log where act = 'flag.retried'`);
    expect(audited).toEqual([{ act: 'flag.retried', subject: `${partnerId}/broken.xml` }]);
    await inboxes.look();
    expect(await filesIn('in')).toEqual([]);
    expect(await listFlags(stack.database, { kind: 'partner_file_refused' })).toHaveLength(3);
    expect(await retryPartnerFile(stack.database, '0', 'test')).toBe(false);
    await clearAll();
  });

  it('notes codes that it does not know, and applies everything else of their files', async () => {
    const [one, other] = [await submitted(), await submitted()];
    const transactions = [
      transactionStatus({ id: one.instructionId, status: 'XXYY' }),
      transactionStatus({ id: other.instructionId, status: 'RJCT', reason: 'AC04' }),
    ];
    await receive('payee-check.xml', pain002('M', { transactions }));
    await receive('odd-answer.xml', camt029(one.instructionId, { confirmation: 'XXXX' }));
    expect((await show(one.instructionId)).status).toBe('submitted');
    expect(await show(other.instructionId)).toMatchObject({ status: 'failed', failure: { code: 'AC04' } });
    expect((await filesIn('archive')).map((name) => name.slice(13))).toEqual(
      expect.arrayContaining(['payee-check.xml', 'odd-answer.xml']),
    );
    const flags = await listFlags(stack.database, { kind: 'partner_file_noted' });
    expect(flags.map(({ says }) => says)).toEqual([
      'payee-check.xml: line 7 has the code XXYY, which changes no payment. Everything else of the file was applied.',
      expect.stringMatching(/^odd-answer\.xml: line \d has the code XXXX, which/),
    ]);
    expect(await listFlags(stack.database, { kind: 'partner_file_refused' })).toEqual([]);
  });

  it('of ten statuses with one that is not known has the other nine applied', async () => {
    const payments = await Promise.all(Array.from({ length: 10 }, () => submitted()));
    const transactions = payments.map(({ instructionId: id }, index) =>
      transactionStatus({ id, status: index === 4 ? 'ZZZZ' : 'ACSP' }),
    );
    await receive('ten.xml', pain002('M', { transactions }));
    const statuses = await Promise.all(payments.map(async ({ instructionId }) => (await show(instructionId)).status));
    expect(statuses.filter((status) => status === 'processing')).toHaveLength(9);
    expect(statuses[4]).toBe('submitted');
    const flags = await listFlags(stack.database, { kind: 'partner_file_noted' });
    expect(flags.map(({ says }) => says)).toContainEqual(
      expect.stringMatching(/^ten\.xml: line \d+ has the code ZZZZ/),
    );
    await clearAll();
  });

  it('is asked to cancel by one message, and its answer decides', async () => {
    const [one, other] = [await submitted(), await submitted()];
    for (const { instructionId } of [one, other]) {
      const { status } = await stack.call('POST', `${PATH}/${instructionId}/cancel`, { key, body: {} });
      expect(status).toBe(202);
      await untilOut(`${instructionId}-c.xml`);
    }
    const request = await readFile(path.join(directory, 'out', `${one.instructionId}-c.xml`), 'utf8');
    expect(request).toContain('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.055.001.08"><CstmrPmtCxlReq>');
    expect(request).toContain(`<OrgnlUETR>${one.uetr}</OrgnlUETR>`);
    await receive('pending.xml', camt029(one.instructionId, { confirmation: 'PDCR' }));
    expect(await show(one.instructionId)).toMatchObject({ status: 'submitted', cancellation: { status: 'requested' } });
    await receive('cancelled.xml', camt029(one.instructionId, { confirmation: 'CNCL' }));
    expect(await show(one.instructionId)).toMatchObject({ status: 'cancelled', cancellation: { status: 'cancelled' } });
    await receive('refused.xml', camt029(other.instructionId, { confirmation: 'RJCR' }));
    expect(await show(other.instructionId)).toMatchObject({ status: 'submitted', cancellation: { status: 'refused' } });
  });

  it('is asked for settled money, and may refuse', async () => {
    const { instructionId: id } = await submitted();
    await receive('settled.xml', pain002(`${id}-1`, { group: 'ACCC' }));
    await stack.call('POST', `${PATH}/${id}/recall`, { key, body: { reasonCode: 'DUPL', reason: 'Paid twice' } });
    await untilOut(`${id}-r.xml`);
    expect(await readFile(path.join(directory, 'out', `${id}-r.xml`), 'utf8')).toContain(
      '<Rsn><Cd>DUPL</Cd></Rsn><AddtlInf>Paid twice</AddtlInf>',
    );
    await receive('no-recall.xml', camt029(id, { confirmation: 'RJCR' }));
    expect(await show(id)).toMatchObject({ status: 'settled', recall: { status: 'refused' } });
  });

  it('is given nothing while its directory is another one', async () => {
    await writeFile(path.join(directory, '.corridor-partner'), 'ptn_other\n');
    const { body } = await stack.call('POST', PATH, { key, body: instructionBody({ settlementRoute: {} }) });
    const { instructionId } = body['data'] as ShownPayment;
    expect(await show(instructionId)).toMatchObject({ status: 'pending' });
    expect(await filesIn('out')).not.toContain(`${instructionId}-1.xml`);
    await writeFile(path.join(directory, '.corridor-partner'), `${partnerId}\n`);
  });
});
