import { describedSettings } from '../../../../../domain/payments/dispatch/adapters/described';
import { exampleBank } from '../../../../support/descriptions';

function faultsOf(description: unknown, environment: 'test' | 'live' = 'live'): string[] {
  const read = describedSettings.read({ description }, environment);
  return read.kind === 'sound' ? [] : read.faults.map(({ field, code }) => `${field}:${code}`);
}

const BANK = exampleBank('json-header');

it('takes the description that ships', () => {
  expect(faultsOf(BANK)).toEqual([]);
});

it.each<[string, unknown, string[]]>([
  ['no description', undefined, ['description:invalid_type']],
  ['no inquiry', { ...BANK, inquire: undefined }, ['description.inquire:invalid_type']],
  [
    'no idempotency key',
    { ...BANK, submit: { ...BANK.submit, idempotencyKey: undefined } },
    ['description.submit.idempotencyKey:invalid_type'],
  ],
  [
    'a key that the bank does not honour',
    { ...BANK, submit: { ...BANK.submit, idempotencyKey: { header: 'X-Key', honoured: false } } },
    ['description.submit.idempotencyKey.honoured:invalid_value'],
  ],
  [
    'unknown members',
    { ...BANK, script: 'x', inquire: { ...BANK.inquire, loop: true, each: 1 } },
    ['description.inquire.loop:unknown', 'description.inquire.each:unknown', 'description.script:unknown'],
  ],
  [
    'an unknown member of the order',
    { ...BANK, submit: { ...BANK.submit, body: [{ at: '/x', from: '/secret' }] } },
    ['description.submit.body.0.from:invalid_value'],
  ],
  ['an address of another protocol', { ...BANK, baseUrl: 'file:///etc' }, ['description.baseUrl:url']],
  ['no https', { ...BANK, baseUrl: 'http://bank.example' }, ['description.baseUrl:https']],
  ['a query', { ...BANK, baseUrl: 'https://bank.example?x=1' }, ['description.baseUrl:url_parts']],
  [
    'more than a partner may have',
    { ...BANK, statuses: Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`STATUS_${at}`, 'settled'])) },
    ['description:too_long'],
  ],
])('refuses %s by its member', (_what, description, faults) => {
  expect(faultsOf(description)).toEqual(faults);
});

it('takes http on the test side', () => {
  expect(faultsOf({ ...BANK, baseUrl: 'http://127.0.0.1:8080' }, 'test')).toEqual([]);
});
