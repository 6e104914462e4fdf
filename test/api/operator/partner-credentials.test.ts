import { createHmac } from 'node:crypto';
import { listAuditEntries } from '../../../db/auth/audit-log';
import { livePartnerSecrets } from '../../../db/payments/dispatch/partners';
import { eventually, TOLD_MS } from '../../support/builders';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { startStack, type Answer, type Stack } from '../../support/stack';

let stack: Stack;
let operator: string;
const PARTNERS = '/v1/operator/partners';

beforeAll(async () => {
  stack = await startStack({ workers: false });
  operator = await stack.createOperator();
});

function ask(path: string, body: Record<string, unknown>): Promise<Answer> {
  return stack.call('POST', `${PARTNERS}/${path}`, { key: operator, body });
}

/** A payment that this partner was not given: 404 to a partner that may report, whoever it is. */
const REPORT = '/api/v1/payments/instructions/instr_00000000007000000000000000/status';

let sent = 0;

/** Each on an address of its own: a signature counts once. */
async function report(key: string, secret?: string): Promise<number> {
  sent += 1;
  const target = `${REPORT}?sent=${sent}`;
  const body = { status: 'accepted', timestamp: new Date().toISOString() };
  const timestamp = String(Math.floor(Date.now() / 1000));
  const text = `${timestamp}.PUT.${target}.${JSON.stringify(body)}`;
  const digest = secret === undefined ? '' : createHmac('sha256', secret).update(text).digest('hex');
  const headers = { 'X-Partner-Timestamp': timestamp, 'X-Partner-Signature': `v1=${digest}` };
  return (await stack.call('PUT', target, { key, body, headers })).status;
}

/** What changes of a key is told to the processes, which may take a moment. */
async function reportComesTo(status: number, key: string, secret?: string): Promise<void> {
  await eventually(
    () => report(key, secret),
    (now) => now === status,
    `${status} for the report`,
    TOLD_MS,
  );
}

async function partner(name: string, mode: 'bearer' | 'signed' = 'bearer'): Promise<TestPartner> {
  const made = await startTestPartner(stack.database, stack.vault, { name });
  if (mode === 'signed') {
    await stack.call('PATCH', `${PARTNERS}/${made.id}`, { key: operator, body: { authMode: mode } });
  }
  return made;
}

async function actsOn(id: string): Promise<string[]> {
  const entries = await listAuditEntries(stack.database, null);
  return entries.filter(({ subject }) => subject === id).map(({ act }) => act);
}

describe('a key of a partner that has leaked', () => {
  it('ends at once when it is rotated without an overlap', async () => {
    const { id, key } = await partner('leaky');
    expect(await report(key)).toBe(404);
    const { status, body } = await ask(`${id}/rotate-key`, { overlapHours: 0 });
    expect([status, body['partnerId']]).toEqual([200, id]);
    await reportComesTo(401, key);
    expect(await report(String(body['key']))).toBe(404);
  });

  it('ends at once when the earlier ones are ended during the overlap', async () => {
    const { id, key } = await partner('slow');
    const rotated = String((await ask(`${id}/rotate-key`, {})).body['key']);
    expect([await report(key), await report(rotated)]).toEqual([404, 404]);
    expect((await ask(`${id}/end-earlier`, { what: 'key' })).body).toEqual({ partnerId: id, ended: 1 });
    await reportComesTo(401, key);
    expect(await report(rotated)).toBe(404);
    expect((await ask(`${id}/end-earlier`, { what: 'key' })).body).toEqual({ partnerId: id, ended: 0 });
    expect(await actsOn(id)).toEqual(['partner.earlier_keys_ended', 'partner.key_rotated']);
  });
});

describe('a signing secret of a partner that has leaked', () => {
  it('verifies no more after a rotation without an overlap', async () => {
    const { id, key, secret } = await partner('signer', 'signed');
    await reportComesTo(404, key, secret);
    const rotated = String((await ask(`${id}/rotate-secret`, { overlapHours: 0 })).body['secret']);
    expect([await report(key, secret), await report(key, rotated)]).toEqual([401, 404]);
    // Also to a process whose clock is behind that of Postgres.
    const behind = new Date(Date.now() - 60_000);
    expect(await livePartnerSecrets(stack.database, stack.vault, id, behind)).toEqual([rotated]);
  });

  it('verifies no more once the earlier ones are ended', async () => {
    const { id, key, secret } = await partner('other signer', 'signed');
    const rotated = String((await ask(`${id}/rotate-secret`, { overlapHours: 168 })).body['secret']);
    expect([await report(key, secret), await report(key, rotated)]).toEqual([404, 404]);
    expect((await ask(`${id}/end-earlier`, { what: 'secret' })).body['ended']).toBe(1);
    expect([await report(key, secret), await report(key, rotated)]).toEqual([401, 404]);
  });
});

it('an overlap is whole hours up to a week', async () => {
  const { id } = await partner('limits');
  for (const overlapHours of [-1, 169, 0.5]) {
    expect((await ask(`${id}/rotate-key`, { overlapHours })).status).toBe(400);
  }
  expect((await ask(`${id}/end-earlier`, {})).status).toBe(400);
  expect((await ask('ptn_00000000007000000000000000/rotate-key', {})).status).toBe(404);
});

describe('a disabled partner', () => {
  it('reports nothing, signed or not, and reports again once it is enabled', async () => {
    const bearer = await partner('off');
    const signed = await partner('off and signed', 'signed');
    for (const { id, key, secret } of [bearer, signed]) {
      expect(await report(key, secret)).toBe(404);
      await ask(`${id}/disable`, {});
      await reportComesTo(403, key, secret);
      await ask(`${id}/enable`, {});
      await reportComesTo(404, key, secret);
    }
  });
});
