import { descriptionFaults } from '../../../../../domain/payments/dispatch/description/check';
import type { Description } from '../../../../../domain/payments/dispatch/description/schema';
import { EXAMPLE_BANKS, exampleBank } from '../../../../support/descriptions';

type Change = (bank: Description) => void;

function faultsAfter(change: Change): string[] {
  const bank = exampleBank('json-header');
  change(bank);
  return descriptionFaults(bank).map(({ field, code }) => `${field}:${code}`);
}

it.each(EXAMPLE_BANKS)('finds nothing wrong with %s', (name) => {
  expect(descriptionFaults(exampleBank(name))).toEqual([]);
});

it('a 409 may mean "taken" where the answer carries our id', () => {
  expect(faultsAfter(({ submit }) => submit.answers.push({ status: [409], means: 'taken' }))).toEqual([]);
});

describe('a description is refused, naming the member,', () => {
  it.each<[string, Change, string[]]>([
    ['whose path is an address', ({ submit }) => (submit.path = 'https://evil.example/x'), ['submit.path:other_host']],
    [
      'whose path has a host',
      ({ inquire }) => (inquire.path = '//evil.example/{instructionId}'),
      ['inquire.path:other_host'],
    ],
    ['whose path leads up', ({ submit }) => (submit.path = '/a/../b'), ['submit.path:path']],
    ['whose path leads up in disguise', ({ submit }) => (submit.path = '/a/%2E%2e/b'), ['submit.path:path']],
    ['whose path has a fragment', ({ submit }) => (submit.path = '/a#b'), ['submit.path:path']],
    ['with an unknown placeholder', ({ submit }) => (submit.path = '/{amount}'), ['submit.path:unknown_placeholder']],
    [
      'whose inquiry needs what it is to find',
      ({ inquire }) => (inquire.path = '/{instructionId}/{bankReference}'),
      ['inquire.path:loops'],
    ],
    [
      'whose inquiry does not ask for our id',
      ({ inquire }) => (inquire.path = '/latest'),
      ['inquire.path:instruction_id'],
    ],
    ['whose submission does not carry our id', ({ submit }) => submit.body.shift(), ['submit.body:instruction_id']],
    [
      'without an answer that was taken',
      ({ submit }) => (submit.answers = submit.answers.filter(({ means }) => means !== 'taken')),
      ['submit.answers:required'],
    ],
    [
      'that never says "never received"',
      ({ inquire }) => (inquire.answers = inquire.answers.filter(({ means }) => means === 'known')),
      ['inquire.answers:required'],
    ],
    [
      'that takes any 404 for "never received"',
      ({ inquire }) => inquire.answers.push({ status: [404], means: 'never_received' }),
      ['inquire.answers.2.when:required'],
    ],
    [
      'that takes the absence of a member for "never received"',
      ({ inquire }) =>
        inquire.answers.push({ status: [404], when: [{ at: '/id', isPresent: false }], means: 'never_received' }),
      ['inquire.answers.2.when:required'],
    ],
    [
      'that takes a 5xx for a refusal',
      ({ submit }) => submit.answers.push({ status: [422, 503], means: 'refused' }),
      ['submit.answers.4.status.1:status'],
    ],
    [
      'that takes for a refusal what turns away a token, an address or the pace',
      ({ submit }) => submit.answers.push({ status: [401, 403, 404, 405, 407, 425, 429, 410], means: 'refused' }),
      [0, 1, 2, 3, 4, 5, 6].map((place) => `submit.answers.4.status.${place}:status`),
    ],
    [
      'that takes a 409 for "taken" without our id in the answer',
      ({ submit }) => {
        submit.answers.push({ status: [409], means: 'taken' });
        delete submit.instructionId;
      },
      ['submit.instructionId:required'],
    ],
    [
      'that takes a 409 for "not taken"',
      ({ submit }) => submit.answers.push({ status: [409], means: 'not_taken' }),
      ['submit.answers.4.status.0:status'],
    ],
    [
      'that takes a 404 for "taken"',
      ({ submit }) => submit.answers.push({ status: [404], means: 'taken' }),
      ['submit.answers.4.status.0:status'],
    ],
    [
      'that takes any 2xx for a refusal',
      ({ submit }) => submit.answers.push({ status: [200], means: 'refused' }),
      ['submit.answers.4.when:required'],
    ],
    [
      'that takes a 5xx for the end of a cancellation',
      ({ cancel }) => cancel?.answers.push({ status: [500], means: 'refused' }),
      ['cancel.answers.3.status.0:status'],
    ],
    [
      'with a condition of two kinds',
      ({ inquire }) =>
        inquire.answers[1]?.when === undefined &&
        (inquire.answers[1] = { status: [200], means: 'known', when: [{ at: '/a', is: [1], isPresent: true }] }),
      ['inquire.answers.1.when.0:condition'],
    ],
    [
      'without a key in header or body',
      ({ submit }) => (submit.idempotencyKey = { honoured: true }),
      ['submit.idempotencyKey:header_or_at'],
    ],
    [
      'with its key where another member is',
      ({ submit }) => (submit.idempotencyKey = { at: '/reference', honoured: true }),
      ['submit.idempotencyKey.at:collides'],
    ],
    [
      'with a member inside of another',
      ({ submit }) => submit.body.push({ at: '/type/code', constant: 1 }),
      ['submit.body.17.at:collides'],
    ],
    [
      'with a second entry of a list',
      ({ submit }) => submit.body.push({ at: '/list/1', constant: 1 }),
      ['submit.body.17.at:list'],
    ],
    ['with a member of nothing', ({ submit }) => submit.body.push({ at: '/x' }), ['submit.body.17:from_or_constant']],
    [
      'with words for an amount, and a form of a name',
      ({ submit }) =>
        submit.body.push(
          { at: '/x', from: '/amount', map: { a: 'b' } },
          { at: '/y', from: '/uetr', as: 'minor' },
          { at: '/z', constant: 1, required: true },
        ),
      [
        'submit.body.17.map:not_applicable',
        'submit.body.18.as:not_applicable',
        'submit.body.19.required:not_applicable',
      ],
    ],
    ['without proof', (bank) => (bank.authentication = { kind: 'none' }), ['authentication.kind:required']],
    [
      'whose tokens come from elsewhere',
      (bank) => {
        const path = 'https://elsewhere.example/token';
        bank.authentication = { kind: 'oauth', path, clientId: 'a', credential: 'b' };
      },
      ['authentication.path:other_host'],
    ],
    [
      'that signs a time that it does not send',
      (bank) => {
        const hmac = { algorithm: 'sha256', encoding: 'hex', header: 'X-Signature', signed: ['timestamp'] } as const;
        bank.authentication = { kind: 'hmac', credential: 'a', ...hmac, signed: [...hmac.signed] };
      },
      ['authentication.timestamp:required'],
    ],
    ['with a body of a GET', ({ inquire }) => (inquire.body = []), ['inquire.body:get']],
    [
      'that sets what the connection decides',
      (bank) => (bank.headers = [{ name: 'Host', value: 'evil.example' }]),
      ['headers.0.name:reserved'],
    ],
    [
      'that sets a header twice',
      (bank) => (bank.headers = [{ name: 'idempotency-key', value: '1' }]),
      ['headers.0.name:collides'],
    ],
  ])('%s', (_what, change, faults) => {
    expect(faultsAfter(change)).toEqual(faults);
  });
});
