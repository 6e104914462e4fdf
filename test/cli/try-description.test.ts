import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RecordedAnswers } from '../../domain/payments/dispatch/description/recorded';
import type { Description } from '../../domain/payments/dispatch/description/schema';
import { closeAtEnd } from '../support/closing';
import { CommandLine } from '../support/command-line';
import { EXAMPLE_BANKS, exampleBank } from '../support/descriptions';

/** Without a database and a network: nothing listens there. */
const command = new CommandLine({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'corridor-try-'));
  closeAtEnd(() => rm(folder, { recursive: true, force: true }));
});

async function file(name: string, content: unknown): Promise<string> {
  const place = path.join(folder, name);
  await writeFile(place, typeof content === 'string' ? content : JSON.stringify(content));
  return place;
}

interface Shown {
  operation: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
  rejected: string | null;
}

interface Said {
  sound: boolean;
  requests: Shown[];
  answers: { readings: { name: string; rule: string | null; read: Record<string, unknown>; places: object[] }[] }[];
  faults: { field: string; message: string }[];
}

async function tryWith(description: Description, answers?: RecordedAnswers): Promise<{ code: number; said: Said }> {
  const args = ['partners', 'try', '--json', '--description', await file('bank.json', description)];
  if (answers !== undefined) args.push('--answers', await file('answers.json', answers));
  const typed = await command.run(...args);
  return { code: typed.code, said: typed.said as unknown as Said };
}

/** Source: docs/GAPS.md#described */
describe('corridor partners try', () => {
  it.each(EXAMPLE_BANKS)('reads every answer that ships with %s as it is expected', async (name) => {
    const place = `docs/examples/banks/answers/${name}.json`;
    const typed = await command.run(
      ...['partners', 'try', '--description', `docs/examples/banks/${name}.json`, '--answers', place],
    );
    expect(typed.text).toMatch(/SOUND: \d+ answers read, 0 faults$/);
    expect(typed).toMatchObject({ code: 0, fault: '' });
    const { answers } = JSON.parse(await readFile(place, 'utf8')) as RecordedAnswers;
    // Whoever changes the description sees it: no answer passes for lack of an expectation.
    expect(answers.filter(({ expect: expected }) => expected === undefined)).toEqual([]);
    const covered = new Set(answers.map(({ operation }) => operation));
    expect([...covered].sort()).toEqual(
      (['cancel', 'inquire', 'notifications', 'recall', 'submit'] as const).flatMap((one) => {
        if (exampleBank(name)[one] === undefined) return [];
        return [one === 'notifications' ? 'notify' : one];
      }),
    );
  });

  it('shows each request as it would be sent, its secrets masked', async () => {
    const { code, said } = await tryWith(exampleBank('form-oauth'));
    expect(code).toBe(0);
    expect(said.requests.map(({ operation }) => operation)).toEqual(['token', 'submit', 'inquire', 'cancel']);
    const [token, submit, inquire, cancel] = said.requests;
    expect(token).toMatchObject({
      url: 'https://api.bank.example/oauth/token',
      headers: { authorization: 'Basic ***corridor:client-secret***' },
      body: 'grant_type=client_credentials&scope=payments',
    });
    expect(submit).toMatchObject({
      method: 'POST',
      url: 'https://api.bank.example/v1/payouts',
      headers: {
        authorization: 'Bearer ***token***',
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': 'instr_00000000000000000000000001:1',
      },
    });
    expect(Object.fromEntries(new URLSearchParams(submit?.body ?? ''))).toMatchObject({
      amount: '125050',
      charges: 'shared',
      'payee[routing]': '026009593',
    });
    expect(inquire?.url).toMatch(/metadata(\[|%5B)reference(\]|%5D)=instr_00000000000000000000000001/);
    expect(cancel?.url).toBe('https://api.bank.example/v1/payouts/REFERENCE-OF-THE-BANK/cancel');
  });

  it('masks a signature, and says with what a connection proves itself', async () => {
    const { said } = await tryWith(exampleBank('json-hmac'));
    expect(said.requests[0]?.headers['x-signature']).toBe('***HMAC-SHA256 by signing-key***');
    const typed = await command.run('partners', 'try', '--description', 'docs/examples/banks/xml-mtls.json');
    expect(typed.text).toContain('***client-certificate*** and ***client-key***');
    expect(typed.text).toContain('<Amount Currency="USD">1250.50</Amount>');
  });

  it('names the member of the description that does not fit an answer', async () => {
    const bank = exampleBank('json-header');
    const answers: RecordedAnswers = {
      instructionId: 'instr_7',
      answers: [
        { name: 'without reference', operation: 'submit', status: 201, body: { reference: 'instr_7' } },
        { name: 'another id', operation: 'submit', status: 201, body: { id: 'B', reference: 'x' } },
        { name: 'no reason', operation: 'submit', status: 422, body: {} },
        { name: 'no rule', operation: 'submit', status: 418, body: 'tea' },
        {
          name: 'another word',
          operation: 'inquire',
          status: 200,
          body: { transfers: [{ id: 'B', reference: 'instr_7', state: 'PARKED' }] },
        },
        { name: 'another payment', operation: 'inquire', status: 200, body: { transfers: [{ reference: 'x' }] } },
        { name: 'not described', operation: 'notify', body: {} },
        { name: 'lost', operation: 'cancel', lost: true, expect: { outcome: 'cancelled' } },
      ],
    };
    const { code, said } = await tryWith(bank, answers);
    expect(code).toBe(2);
    expect(said.sound).toBe(false);
    expect(said.faults.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'submit.reference: /id leads to nothing: the answer counts as unknown.',
      'submit.instructionId: /reference is not instr_7: the answer counts as unknown.',
      'submit.reason: leads to no reason: the payment waits, and nothing fails.',
      'submit.answers: no rule fits HTTP 418 with a body that is not JSON: it is unknown.',
      'statuses: has no status of ours for "PARKED", which is at /transfers/0/state.',
      'inquire.instructionId: /transfers/0/reference is not instr_7: the answer counts as none.',
      'notifications: are not described.',
      'answers.7.expect.outcome: is read as no_answer, not cancelled.',
    ]);
    expect(said.answers[0]?.readings[4]).toMatchObject({
      rule: 'inquire.answers.1',
      read: { outcome: 'known', status: 'submitted', partnerReference: 'B' },
    });
    expect(said.answers[0]?.readings[4]?.places).toContainEqual({
      member: 'inquire.status',
      at: '/transfers/0/state',
      value: 'PARKED',
    });
  });

  it('says what of a payment the bank cannot be told', async () => {
    const { submit, ...bank } = exampleBank('json-header');
    const map = { DEBT: 'ours' };
    const body = [...submit.body.filter(({ at }) => at !== '/charges'), { at: '/charges', from: '/chargeBearer', map }];
    const { code, said } = await tryWith({ ...bank, submit: { ...submit, body } } as Description);
    expect(code).toBe(2);
    expect(said.requests[0]).toMatchObject({ operation: 'submit', rejected: 'The bank takes no chargeBearer SHAR.' });
  });

  it('refuses a description with a fault in each member, and what is no recording', async () => {
    const bank = exampleBank('json-header', { baseUrl: 'ftp://bank.example' });
    bank.inquire.path = 'https://elsewhere.example/{instructionId}';
    const { code, said } = await tryWith(bank);
    expect(code).toBe(2);
    expect(said.faults.map(({ field }) => field)).toEqual(['description.baseUrl', 'description.inquire.path']);

    const description = await file('good.json', exampleBank('json-header'));
    const run = (answers: string) => command.run('partners', 'try', '--description', description, '--answers', answers);
    expect(await run(await file('broken.json', '{'))).toMatchObject({ code: 1 });
    const typed = await run(await file('odd.json', { answers: [{ name: 'x', operation: 'pay', status: 99 }] }));
    expect(typed.code).toBe(1);
    expect(typed.fault).toMatch(/answers\.0\.operation/);
    expect(typed.fault).toMatch(/answers\.0\.status/);
    expect((await run(path.join(folder, 'absent.json'))).fault).toMatch(/ENOENT/);
  });
});
