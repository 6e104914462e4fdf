import { addressFaults, isAddress } from '../../../../../domain/payments/dispatch/adapters/address';

it.each([
  ['https://bank.example', true],
  [' http://bank.example/api ', true],
  ['ftp://bank.example', false],
  ['https://', false],
  [`https://bank.example/${'x'.repeat(2_000)}`, false],
  [7, false],
])('%j is an address: %s', (value, expected) => {
  expect(isAddress(value)).toBe(expected);
});

it.each<[string, 'test' | 'live', string[]]>([
  ['https://bank.example', 'live', []],
  ['http://bank.example', 'test', []],
  ['http://bank.example', 'live', ['https']],
  ['https://bank.example/#x', 'live', ['url_parts']],
  ['https://name@bank.example', 'test', ['url_parts']],
  ['https://:word@bank.example', 'test', ['url_parts']],
])('%s on the %s side has the faults %j', (url, environment, codes) => {
  const faults = addressFaults('url', url, environment);
  expect(faults.map(({ code }) => code)).toEqual(codes);
  for (const { field } of faults) expect(field).toBe('url');
});
