import { commandActor } from '../../../cli/actor';
import { readApprovals, setApprovals } from '../../../db/administration/approvals';
import { confirmProposal, performAct } from '../../../db/administration/perform';
import { issueOperatorKey } from '../../../db/auth/operator-keys';
import { readPeople } from '../../../db/auth/makers';
import { createUser } from '../../../db/auth/users';
import { recordScreeningDecision } from '../../../db/payments/review/screening-decision';
import type { OperatorActor } from '../../../domain/auth/actor';
import { OPERATOR_ROLES } from '../../../domain/auth/operator-roles';
import { ScreeningScene } from '../../compliance/support/screening-scene';
import { eventually } from '../../support/builders';
import { createIndependent } from '../../support/operators';
import type { Answer } from '../../support/stack';

const PASSWORD = 'nine blue herons at dawn';
const MACHINE = { uid: 0, name: 'root', host: 'h', sudoUser: undefined, loginUid: null };
const command = (named: string | null) =>
  commandActor(MACHINE, named === null ? null : { personId: named, roles: OPERATOR_ROLES });
const NO_PERSON = { code: 'FORBIDDEN', message: expect.stringMatching(/needs two people.*give --as ADDRESS/) };
const INVITED = [403, expect.stringMatching(/The first person invited the second.*another operator/)];

let scene: ScreeningScene;
let ann: { id: string; key: string };
/** Made by ann, with a command `--as` ann. */
let shadow: { id: string; key: string };
let carol: { id: string; key: string };

const place = () => ({ database: scene.stack.database, vault: () => scene.stack.vault });
const login = (personId: string): OperatorActor => {
  return { id: `user:${personId}`, requestId: null, personId, roles: OPERATOR_ROLES, isIdentified: true };
};
const saidBy = ({ status, body }: Answer) => [
  status,
  (body['error'] as { message: string } | undefined)?.message ?? '',
];

/** Makes an operator with a key, as `users create` and `keys create-operator` do. */
async function operatorBy(name: string, actor: OperatorActor): Promise<{ id: string; key: string }> {
  const { database } = scene.stack;
  const person = { email: `${name}@example.com`, name, role: 'operator', accountId: null } as const;
  const id = await createUser(database, { ...person, password: PASSWORD, actor });
  const { key } = await issueOperatorKey(database, { label: name, userId: id }, { actor });
  return { id, key };
}

beforeAll(async () => {
  scene = await ScreeningScene.open({ maintenance: true });
});

/** Source: docs/GAPS.md#A5 */
describe('where nothing is set', () => {
  it('one person decides until two operators are independent, and setting it back takes both', async () => {
    const { database } = scene.stack;
    const both = (count: string) => ({ 'live-network': count, 'release-approvals': count });
    const setOne = (actor: OperatorActor) =>
      performAct(place(), 'approvals.set', { setting: 'release-approvals', count: 'one' }, { actor });
    // The operator of the scene and this one were both made by commands that name nobody.
    const typed = await operatorBy('typed', command(null));
    expect(await readApprovals(database)).toEqual(both('one'));
    expect(await setOne(command(null))).toMatchObject({ state: 'done', result: false });
    ann = await operatorBy('ann', command(typed.id));
    shadow = await operatorBy('shadow', command(ann.id));
    expect(await readApprovals(database)).toEqual(both('two'));
    await expect(setOne(command(null))).rejects.toMatchObject(NO_PERSON);
    carol = await createIndependent(database);
    const proposed = await setOne(login(ann.id));
    const id = proposed.state === 'proposed' ? proposed.proposal.id : '';
    await expect(confirmProposal(place(), { id, actor: login(shadow.id) })).rejects.toMatchObject({ status: 403 });
    expect(await confirmProposal(place(), { id, actor: login(carol.id) })).toMatchObject({ status: 'confirmed' });
    expect(await readApprovals(database)).toEqual({ ...both('two'), 'release-approvals': 'one' });
  });
});

describe('where two people decide', () => {
  beforeAll(async () => {
    await setApprovals(scene.stack.database, { setting: 'release-approvals', count: 'two', actor: 'command:test' });
  });

  it('a release by a command without --as is refused, and one --as a person is confirmed by another', async () => {
    const { database, vault } = scene.stack;
    const id = await scene.held();
    const release = (actor: OperatorActor) =>
      recordScreeningDecision(database, vault, id, { decision: 'release', reason: 'looked at it', actor });
    await expect(release(command(null))).rejects.toMatchObject(NO_PERSON);
    expect((await release(command(ann.id))).result).toMatchObject({ state: 'proposed' });
    const word = { decision: 'release', reason: 'the same person' };
    expect((await scene.decide(id, word, ann.key)).body).toMatchObject({ state: 'proposed' });
    expect(saidBy(await scene.decide(id, word, shadow.key))).toEqual(INVITED);
    expect((await scene.decide(id, word, carol.key)).body).toMatchObject({ state: 'released' });
  });

  it('a key that one person has seen is known to be theirs after it was revoked', async () => {
    const { database } = scene.stack;
    const { id: key } = await issueOperatorKey(database, { label: 'seen', userId: carol.id }, { actor: login(ann.id) });
    await database.query('update api_keys set revoked_at = now() where id = $1', [key]);
    const known = (await readPeople(database, { personId: carol.id })).get(carol.id);
    expect(known?.keys).toMatchObject({ [key]: ann.id });
  });

  it('a bulk decision of whom the first person made releases nothing', async () => {
    const path = '/v1/operator/bulk-decisions';
    const id = await scene.held();
    await scene.decide(id, { decision: 'release', reason: 'first' }, ann.key);
    const body = { decision: 'release', reason: 'all of them', filter: { waiting: 'compliance_review' } };
    const { body: made } = await scene.stack.call('POST', path, { key: shadow.key, body });
    const bulk = `${path}/${String(made['bulkDecisionId'])}`;
    await scene.stack.call('POST', `${bulk}/start`, { key: shadow.key });
    const read = async () => (await scene.stack.call('GET', bulk, { key: shadow.key })).body;
    const { counts } = await eventually(read, ({ status }) => status === 'completed', 'the end');
    expect(counts).toMatchObject({ decided: 0, refused: 1 });
    expect(await scene.read(id)).toMatchObject({ waitingReason: 'compliance_review' });
  });

  it('no operator is made by a command without --as, and one who was is no second beside who typed it', async () => {
    const { id: userId } = shadow;
    for (const [act, request] of [
      ['managed.switched', { kind: 'user', id: userId, isDisabled: true }],
      ['operator.password_set', { userId, way: 'link' }],
      ['operator_key.created', { userId, label: '', roles: ['administration'] }],
    ] as const) {
      await expect(performAct(place(), act, request as never, { actor: command(null) })).rejects.toMatchObject(
        NO_PERSON,
      );
    }
    const partner = { name: 'live bank', adapter: 'http', url: 'https://old.example', environment: 'live' };
    const made = await scene.stack.call('POST', '/v1/operator/partners', { key: ann.key, body: partner });
    const path = `/v1/operator/partners/${String(made.body['id'])}`;
    const moved = { key: ann.key, body: { url: 'https://evil.example' } };
    const { status, body } = await scene.stack.call('PATCH', path, moved);
    const confirm = (key: string) =>
      scene.stack.call('POST', `/v1/operator/proposals/${String(body['id'])}/confirm`, { key, body: {} });
    expect([status, saidBy(await confirm(ann.key))]).toEqual([202, [403, expect.stringContaining('Who acted first')]]);
    expect(saidBy(await confirm(shadow.key))).toEqual(INVITED);
    const actor = login(shadow.id);
    const inConsole = confirmProposal(place(), { id: String(body['id']), actor });
    await expect(inConsole).rejects.toMatchObject({ message: INVITED[1] });
    expect((await confirm(carol.key)).status).toBe(200);
  });

  it('a link to a password that a second person confirmed was shown to its proposer, who made the login then', async () => {
    const { database } = scene.stack;
    const reset = await performAct(
      place(),
      'operator.password_set',
      { userId: shadow.id, way: 'link' },
      { actor: login(carol.id) },
    );
    const id = reset.state === 'proposed' ? reset.proposal.id : '';
    await confirmProposal(place(), { id, actor: login(ann.id) });
    const [user] = await database.query<{ by: string }>('select login_made_by as by from users where id = $1', [
      shadow.id,
    ]);
    expect(user?.by).toBe(carol.id);
  });
});
