import { listAuditEntries } from '../../db/auth/audit-log';
import { eraseSubject } from '../../db/erasure/erase-subject';
import { instructionBody } from '../support/builders';
import { tablesThatName } from '../support/rows';
import type { Answer, CallOptions } from '../support/stack';
import { dataOf, LISTED, NEAR, ScreeningScene } from '../compliance/support/screening-scene';

const PATH = '/api/v1/beneficiaries';
const PAYEE = { ...(instructionBody()['beneficiary'] as object), name: 'Ermintrude Quillfeather' };
const ACCOUNT = { accountNumber: '9876543210', bankName: 'Example Bank', swiftBic: 'BOFAUS3N', country: 'US' };
const MASKED = { ...ACCOUNT, accountNumber: '****3210' };
const NOWHERE = 'ben_00000000007000000000000000';

let scene: ScreeningScene;
let stranger: string;

beforeAll(async () => {
  scene = await ScreeningScene.open();
  stranger = await scene.stack.createKey('stranger');
});

const ask = (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
  scene.stack.call(method, `${PATH}${path}`, { key: scene.key, ...options });
const save = (body: object = PAYEE, headers: Record<string, string> = {}) => ask('POST', '', { body, headers });
const saved = async (body: object = PAYEE): Promise<string> => String(dataOf(await save(body))['id']);
const change = (id: string, body: object) => ask('PATCH', `/${id}`, { body });
const read = async (id: string) => dataOf(await ask('GET', `/${id}`));
const faultsOf = ({ body }: Answer): unknown => {
  const { details = [] } = body['error'] as { details?: { field: string; code: string }[] };
  return details.map(({ field, code }) => `${field} ${code}`);
};
const codeOf = ({ body }: Answer): unknown => (body['error'] as { code: string }).code;

describe('a saved beneficiary', () => {
  it('is answered with its numbers masked, and is kept sealed', async () => {
    const identifiers = [{ type: 'passport', number: 'X1234567' }];
    const answer = await save({ ...PAYEE, label: 'Aunt', identifiers, dateOfBirth: '1950-02-03', nonsense: 1 });
    const id = String(dataOf(answer)['id']);
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `${PATH}/${id}`]);
    const { ignored, ...made } = dataOf(answer);
    expect(ignored).toEqual(['nonsense']);
    expect(made).toEqual({
      id: expect.stringMatching(/^ben_[0-9a-z]{26}$/),
      label: 'Aunt',
      name: 'Ermintrude Quillfeather',
      country: 'US',
      bankAccount: MASKED,
      dateOfBirth: '1950-02-03',
      identifiers: [{ type: 'passport', number: '****4567' }],
      version: 1,
      heldUntil: null,
      confirmedAt: null,
      screening: { class: 'not_screened', screenedAt: expect.stringMatching(/Z$/) },
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await read(id)).toEqual(made);
    for (const text of ['Ermintrude', '9876543210', 'X1234567', 'Aunt']) {
      expect(await tablesThatName(scene.stack.database, text)).toEqual([]);
    }
  });

  it('is refused with every fault at once', async () => {
    const bankAccount = { accountNumber: 'DE00370400440532013000', country: 'DE' };
    const answer = await save({
      label: 'a'.repeat(141),
      name: '',
      country: 'UK',
      bankAccount,
      dateOfBirth: '2199-01-01',
    });
    expect([answer.status, faultsOf(answer)]).toEqual([
      400,
      [
        'label too_big',
        'name too_small',
        'country country',
        'bankAccount.accountNumber iban_checksum',
        'dateOfBirth future',
      ],
    ]);
    expect(faultsOf(await save({ ...PAYEE, dateOfBirth: '2199-01-01' }))).toEqual(['dateOfBirth future']);
  });

  it('is unknown to another account and to the other side', async () => {
    const id = await saved();
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const body = method === 'PATCH' ? { body: { label: 'mine' } } : {};
      expect((await ask(method, `/${id}`, { key: stranger, ...body })).status).toBe(404);
    }
    expect((await ask('GET', `/${NOWHERE}`)).status).toBe(404);
    expect((await ask('GET', '', { key: stranger })).body['data']).toEqual({ items: [], nextCursor: null });
  });

  it('is listed from the newest on, page by page', async () => {
    const key = await scene.stack.createKey('lister');
    const made: string[] = [];
    for (const label of ['one', 'two', 'three']) {
      const answer = await ask('POST', '', { key, body: { ...PAYEE, label } });
      made.unshift(String(dataOf(answer)['id']));
    }
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = dataOf(await ask('GET', `?limit=2${query}`, { key }));
      seen.push(...(page['items'] as { id: string }[]).map(({ id }) => id));
      cursor = page['nextCursor'] as string | null;
    }
    expect(seen).toEqual(made);
  });

  it('is made once under an Idempotency-Key, whose answer is not kept', async () => {
    const headers = { 'Idempotency-Key': 'payee-1' };
    const first = await save(PAYEE, headers);
    const again = await save(PAYEE, headers);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(codeOf(await save({ ...PAYEE, label: 'x' }, headers))).toBe('DUPLICATE');
    expect(await tablesThatName(scene.stack.database, 'Ermintrude')).toEqual([]);
    expect((await ask('DELETE', `/${String(dataOf(first)['id'])}`)).status).toBe(204);
    expect((await save(PAYEE, headers)).status).toBe(404);
  });
});

describe('a change of a saved beneficiary', () => {
  it('keeps what is absent, clears what is null, and is validated as a whole', async () => {
    const id = await saved({ ...PAYEE, label: 'Aunt', type: 'individual', address: { city: 'Boston' } });
    const answer = await change(id, { label: null, type: null, name: 'Ermintrude Q.' });
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toMatchObject({
      label: null,
      name: 'Ermintrude Q.',
      address: { city: 'Boston' },
      version: 1,
    });
    expect(dataOf(answer)).not.toHaveProperty('type');
    expect(faultsOf(await change(id, { bankAccount: { swiftBic: null, bankName: null } }))).toEqual([
      'bankAccount.swiftBic required',
    ]);
    expect(faultsOf(await change(id, { bankAccount: { accountNumber: '****3210' } }))).toEqual([
      'bankAccount.accountNumber invalid_format',
    ]);
    expect(await read(id)).toMatchObject({ bankAccount: MASKED, version: 1 });
  });

  it('of its bank details is a new version, to which payments are held for 72 hours', async () => {
    const id = await saved();
    expect(dataOf(await change(id, { bankAccount: { accountNumber: '98 7654-3210' } }))).toMatchObject({
      version: 1,
      heldUntil: null,
    });
    const changed = dataOf(await change(id, { bankAccount: { accountNumber: '1111222233' } }));
    expect(changed).toMatchObject({
      version: 2,
      bankAccount: { ...MASKED, accountNumber: '****2233' },
      confirmedAt: null,
    });
    const hours = (Date.parse(String(changed['heldUntil'])) - Date.parse(String(changed['updatedAt']))) / 3_600_000;
    expect(hours).toBeCloseTo(72, 3);
    const acts = (await listAuditEntries(scene.stack.database, null)).filter(({ subject }) => subject === id);
    expect(acts.map(({ act, detail }) => [act, detail['version'], detail['changed']])).toEqual([
      ['beneficiary.bank_details_changed', 2, ['bankAccount']],
      ['beneficiary.changed', 1, ['bankAccount']],
      ['beneficiary.created', undefined, undefined],
    ]);
  });

  it('that meets another one is made after it', async () => {
    const id = await saved();
    const answers = await Promise.all(
      ['1111222233', '1111222244', '1111222255'].map((accountNumber) => change(id, { bankAccount: { accountNumber } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await read(id)).toMatchObject({ version: 4 });
  });
});

describe('the screening of a beneficiary', () => {
  it('refuses a listed name, of which the receipt alone is kept', async () => {
    const blocked = `screenings where decision = 'blocked'`;
    const before = await scene.count(blocked);
    expect(codeOf(await save({ ...PAYEE, name: LISTED }))).toBe('COMPLIANCE_BLOCK');
    const id = await saved();
    expect(codeOf(await change(id, { name: LISTED }))).toBe('COMPLIANCE_BLOCK');
    expect(await read(id)).toMatchObject({ name: 'Ermintrude Quillfeather' });
    expect(await scene.count(blocked)).toBe(before + 2);
  });

  it('says of a name that is like a listed one that a person will look at its payments', async () => {
    const id = await saved({ ...PAYEE, name: NEAR });
    expect(await read(id)).toMatchObject({ screening: { class: 'review' } });
    expect(dataOf(await change(id, { name: 'Somebody Else' }))).toMatchObject({ screening: { class: 'not_screened' } });
    const label = await change(id, { label: 'not screened anew' });
    expect(dataOf(label)['screening']).toEqual(dataOf(await ask('GET', `/${id}`))['screening']);
    expect(await scene.count(`beneficiary_screenings where beneficiary_id = '${id}'`)).toBe(2);
  });
});

describe('the end of a saved beneficiary', () => {
  it('takes what names it', async () => {
    const id = await saved();
    expect((await ask('DELETE', `/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await ask(method, `/${id}`)).status).toBe(404);
    expect(await scene.count(`beneficiaries where id = '${id}' and private_sealed is null`)).toBe(1);
  });

  it('by erasure takes the parties of its screenings too, also after it was deleted', async () => {
    const erase = (id: string) =>
      eraseSubject(scene.stack.database, {
        subject: 'beneficiary',
        id,
        reason: 'request 17',
        actor: 'command:ann@desk',
      });
    const id = await saved();
    expect(await erase(id)).toMatchObject({ kind: 'erased', removed: { beneficiary: 1, screenings: 1 } });
    expect((await ask('GET', `/${id}`)).status).toBe(404);
    expect(await erase(id)).toMatchObject({ kind: 'nothing_left' });
    const other = await saved();
    await ask('DELETE', `/${other}`);
    expect(await erase(other)).toMatchObject({ kind: 'erased', removed: { beneficiary: 0, screenings: 1 } });
    expect(await erase(NOWHERE)).toEqual({ kind: 'unknown' });
  });
});
