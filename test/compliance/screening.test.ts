import { listAuditEntries } from '../../db/auth/audit-log';
import { readScreening } from '../../db/compliance/read-screening';
import { repeatScreening } from '../../db/compliance/repeat-screening';
import { changeBlockedCountry } from '../../db/compliance/screening-rules';
import { eventually, instructionBody } from '../support/builders';
import { bodyFor, dataOf, LISTED, NEAR, ScreeningScene } from './support/screening-scene';

let scene: ScreeningScene;

beforeAll(async () => {
  scene = await ScreeningScene.open();
});

describe('screening of a creation', () => {
  it('refuses a listed name without an instruction and keeps the receipt, sealed', async () => {
    const before = await scene.count('payment_instructions');
    const body = bodyFor(LISTED, { clientReference: 'blocked-1' });
    const first = await scene.post(body, { 'Idempotency-Key': 'blocked-key' });
    expect(first.status).toBe(422);
    expect(first.body['error']).toMatchObject({ code: 'COMPLIANCE_BLOCK' });
    expect(JSON.stringify(first.body)).not.toMatch(/quillon|list|sanction/i);
    expect(await scene.count('payment_instructions')).toBe(before);
    const [receipt] = await scene.stack.database.query<Record<string, unknown>>(
      `select decision, algorithm, editions, candidates, party_sealed from screenings where decision = 'blocked'`,
    );
    expect(receipt).toMatchObject({ decision: 'blocked', candidates: [{ entryId: 'S-2', score: 1 }] });
    expect(receipt?.['editions']).toHaveLength(1);
    expect(JSON.stringify({ ...receipt, party_sealed: String(receipt?.['party_sealed']) })).not.toMatch(/quillon/i);
    const again = await scene.post(body, { 'Idempotency-Key': 'blocked-key' });
    expect(again.status).toBe(422);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await scene.post(instructionBody({ clientReference: 'blocked-1' }));
    expect(other.status).toBe(201);
  });

  it('refuses a bank that is listed, holds one that is like it, and says the same when it is made again', async () => {
    const body = instructionBody();
    const beneficiary = body['beneficiary'] as { bankAccount: object };
    const withBank = (bankName: string) =>
      scene.post({ ...body, beneficiary: { ...beneficiary, bankAccount: { ...beneficiary.bankAccount, bankName } } });
    expect((await withBank('Ulverzane Mirodh Bank')).status).toBe(422);
    const like = await withBank('Ulverzan Mirod Bank');
    expect(dataOf(like)).toMatchObject({ status: 'pending', waitingReason: 'compliance_review' });
    const again = await repeatScreening(
      scene.stack.database,
      scene.stack.services.vault,
      String(dataOf(like)['instructionId']),
    );
    expect(again).toMatchObject({ decision: 'review', again: 'review', isPresentAlgorithm: true });
    const { database, services } = scene.stack;
    const screening = await readScreening(database, services.vault, String(dataOf(like)['instructionId']));
    expect(screening?.parties).toMatchObject([
      { party: 'bank', name: 'Ulverzan Mirod Bank', countries: [], entries: [{ name: 'Ulverzane Mirodh Bank' }] },
      { party: 'beneficiary', countries: [], entries: [] },
    ]);
    expect(dataOf(await withBank('Commercial Bank of Somewhere'))).toMatchObject({ status: 'submitted' });
  });

  it('is made again from its receipt to the same verdict, and says when another version made it', async () => {
    const id = await scene.held();
    const again = () => repeatScreening(scene.stack.database, scene.stack.services.vault, id);
    expect(await again()).toMatchObject({ decision: 'review', again: 'review', isPresentAlgorithm: true });
    await scene.stack.database.query(`update screenings set algorithm = 'names-1' where instruction_id = $1`, [id]);
    expect(await again()).toMatchObject({ algorithm: 'names-1', isPresentAlgorithm: false, again: 'review' });
    expect(await repeatScreening(scene.stack.database, scene.stack.services.vault, 'instr_none')).toBeNull();
  });

  it.each(['beneficiary', 'account', 'address'])('refuses a blocked country of the %s', async (where) => {
    const body = instructionBody();
    const beneficiary = body['beneficiary'] as { bankAccount: object };
    const account = { accountNumber: '9876543210', swiftBic: 'ABCDKPPY', country: 'KP' };
    const changed = {
      beneficiary: { ...beneficiary, country: 'KP' },
      account: { ...beneficiary, bankAccount: account },
      address: { ...beneficiary, address: { street: 'Main Street 1', city: 'Somewhere', country: 'IR' } },
    }[where];
    const answer = await scene.post({ ...body, beneficiary: changed });
    expect(answer.status).toBe(422);
    expect(answer.body['error']).toMatchObject({ code: 'COMPLIANCE_BLOCK' });
  });

  it('takes another country as blocked and free again as the operator says, with an audit entry', async () => {
    const actor = 'command:test@host';
    const change = (isBlocked: boolean) =>
      changeBlockedCountry(scene.stack.database, 'US', { isBlocked, reason: 'a test', actor });
    expect(await change(true)).toBe(true);
    await eventually(
      () => scene.post(instructionBody()),
      ({ status }) => status === 422,
      'the block',
    );
    expect(await change(false)).toBe(true);
    await eventually(
      () => scene.post(instructionBody()),
      ({ status }) => status === 201,
      'the end of the block',
    );
    const acts = (await listAuditEntries(scene.stack.database, null)).map(({ act }) => act);
    expect(acts).toEqual(expect.arrayContaining(['country.blocked', 'country.unblocked']));
  });

  it('lets ordinary names pass', async () => {
    for (const name of ['Example Trading Ltd', 'Acme Exports GmbH', 'Maria Lopez', 'National Shipping Company']) {
      const answer = await scene.post(bodyFor(name));
      expect({ name, status: answer.status, data: dataOf(answer)['status'] }).toEqual({
        name,
        status: 201,
        data: 'submitted',
      });
    }
  });

  it.each([
    [LISTED, 'blocked'],
    [NEAR, 'review'],
    ['Example Trading Ltd', 'not_screened'],
  ])('previews %s as %s and keeps nothing', async (name, expected) => {
    const before = await scene.count('screenings');
    const answer = await scene.stack.call('POST', '/api/v1/payments/preview', { key: scene.key, body: bodyFor(name) });
    expect(dataOf(answer)).toMatchObject({ screening: { class: expected } });
    expect(await scene.count('screenings')).toBe(before);
  });
});
