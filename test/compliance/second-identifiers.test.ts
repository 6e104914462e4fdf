import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repeatScreening } from '../../db/compliance/repeat-screening';
import { eraseSubject } from '../../db/erasure/erase-subject';
import { workflowIds } from '../../workflows/contract';
import { eventually, instructionBody } from '../support/builders';
import { INSTRUCTIONS } from '../support/payment-scene';
import { importFixture } from '../support/reference-data';
import { begun, clientOf } from '../support/temporal';
import { dataOf, ScreeningScene } from './support/screening-scene';

const REMARKS = 'DOB 01 May 1970; nationality China; Passport G1234567 (China).';

let scene: ScreeningScene;

beforeAll(async () => {
  scene = await ScreeningScene.open();
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'corridor-identifiers-')), 'sdn.csv');
  const nulls = Array.from({ length: 7 }, () => '-0-').join(',');
  writeFileSync(file, `1,"ZHANG, Wei",individual,"T",${nulls},"${REMARKS}"\r\n`);
  await importFixture(scene.stack.database, 'ofac-sdn', file);
  await scene.stack.services.screeningRules.refreshed();
});

function pay(facts: object = {}, overrides: Record<string, unknown> = {}) {
  const body = instructionBody(overrides);
  const beneficiary = { ...(body['beneficiary'] as object), name: 'Wei Zhang', ...facts };
  return scene.post({ ...body, beneficiary });
}

const HELD = { status: 'pending', waitingReason: 'compliance_review' };
const IDENTIFIER = { type: 'passport', number: 'AB 765-4321', country: 'DE' };

/** Source: docs/GAPS.md#P13 */
describe('a payment to somebody with a common listed name', () => {
  it('is held for a person, and paid once it is released', async () => {
    const held = await pay();
    expect(dataOf(held)).toMatchObject(HELD);
    const id = String(dataOf(held)['instructionId']);
    await scene.decide(id, { decision: 'release', reason: 'another Wei Zhang' });
    await eventually(
      () => scene.read(id),
      ({ status }) => status === 'submitted',
      'the dispatch',
    );
  });

  it.each([
    ['the country', { bankAccount: { accountNumber: '98765432', swiftBic: 'BKCHCNBJ', country: 'CN' } }],
    ['the date of birth', { dateOfBirth: '1970-05-01' }],
    ['an identifier', { identifiers: [{ type: 'passport', number: 'g-123 4567' }] }],
  ])('is refused where %s is that of the entry', async (_what, facts) => {
    const answer = await pay(facts);
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'COMPLIANCE_BLOCK' } } });
  });

  it('is held where the date of birth is another one, and the receipt says so and judges so again', async () => {
    const held = await pay({ country: 'CN', dateOfBirth: '1999-01-31' });
    expect(dataOf(held)).toMatchObject(HELD);
    const id = String(dataOf(held)['instructionId']);
    const { parties } = (await scene.screening(id)).body as { parties: unknown[] };
    expect(parties[0]).toMatchObject({ entries: [{ evidence: ['country', 'other_date_of_birth'] }] });
    const { database, services } = scene.stack;
    expect(await repeatScreening(database, services.vault, id)).toMatchObject({ again: 'review' });
  });
});

describe('what identifies a beneficiary', () => {
  it('is shown with masked numbers, and goes to no partner, log or history', async () => {
    const facts = { name: 'Example Trading Ltd', dateOfBirth: '1999-01-31', identifiers: [IDENTIFIER] };
    const id = String(dataOf(await pay(facts))['instructionId']);
    const masked = { ...IDENTIFIER, number: '****4321' };
    expect(await scene.read(id)).toMatchObject({
      beneficiary: { dateOfBirth: '1999-01-31', identifiers: [masked] },
    });
    const sent = await eventually(
      () => Promise.resolve(scene.partner.submissions().map(({ body }) => body.toString())),
      (bodies) => bodies.some((body) => body.includes(id)),
      'the submission',
    );
    expect(sent.join()).not.toMatch(/1999-01-31|765-4321|dateOfBirth|identifiers/);
    const client = clientOf(scene.stack.services.workflows);
    const history = await (await begun(client, workflowIds.payment(id))).fetchHistory();
    expect(JSON.stringify(history)).not.toMatch(/1999-01-31|765-4321/);
  });

  it('is erased with the payment', async () => {
    const { database } = scene.stack;
    const facts = { name: 'Example Trading Ltd', dateOfBirth: '1999-01-31', identifiers: [IDENTIFIER] };
    const id = String(dataOf(await pay(facts))['instructionId']);
    await eventually(
      () => scene.read(id),
      ({ status }) => status === 'submitted',
      'the dispatch',
    );
    const failed = { status: 'failed', details: { message: 'no such account' } };
    await scene.stack.call('PUT', `${INSTRUCTIONS}/${id}/status`, { key: scene.partner.key, body: failed });
    const request = { subject: 'instruction', id, reason: 'request 17', actor: 'command:ann@desk' } as const;
    expect(await eraseSubject(database, request)).toMatchObject({ kind: 'erased' });
    expect(await scene.read(id)).toMatchObject({ beneficiary: null });
    const [receipt] = await database.query('select party_sealed from screenings where instruction_id = $1', [id]);
    expect(receipt).toEqual({ party_sealed: null });
  });

  it.each([
    [{ dateOfBirth: '1970-02-30' }, 'beneficiary.dateOfBirth'],
    [{ dateOfBirth: '1899-12-31' }, 'beneficiary.dateOfBirth'],
    [{ dateOfBirth: '2999-01-01' }, 'beneficiary.dateOfBirth'],
    [{ identifiers: [{ type: 'shoe_size', number: '42' }] }, 'beneficiary.identifiers.0.type'],
    [{ identifiers: [{ type: 'passport', number: '--' }] }, 'beneficiary.identifiers.0.number'],
    [{ identifiers: Array.from({ length: 11 }, () => IDENTIFIER) }, 'beneficiary.identifiers'],
  ])('is refused as %j', async (facts, field) => {
    const answer = await pay(facts);
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
  });
});
