import {
  ADAPTER_NAMES,
  ADAPTER_OPTIONS,
  adapterOf,
  PARTNER_ADAPTERS,
  openSettings,
  partnerFaults,
  readSettings,
} from '../../../../../domain/payments/dispatch/adapters';

const faultsOf = (adapter: string, config: Record<string, unknown>, environment: 'test' | 'live' = 'test') =>
  partnerFaults({ adapter, config, environment }).map(({ field, code }) => `${field}:${code}`);

describe('the settings of a partner', () => {
  it('are those of its adapter, without blanks and the last stroke', () => {
    const config = { url: ' https://partner.example/corridor/ ' };
    expect(readSettings('http', { config, environment: 'live' })).toEqual({
      kind: 'sound',
      config: { url: 'https://partner.example/corridor' },
    });
    expect(readSettings('sandbox', { config: {}, environment: 'test' })).toEqual({ kind: 'sound', config: {} });
  });

  it.each<[string, Record<string, unknown>, 'test' | 'live', string[]]>([
    ['http', {}, 'test', ['url:url']],
    ['http', { url: 7 }, 'test', ['url:url']],
    ['http', { url: 'ftp://partner.example' }, 'test', ['url:url']],
    ['http', { url: `https://partner.example/${'x'.repeat(2_000)}` }, 'test', ['url:url']],
    ['http', { url: 'http://partner.example?a=1' }, 'live', ['url:https', 'url:url_parts']],
    ['http', { url: 'http://partner.example', iban: 'x' }, 'live', ['iban:unknown', 'url:https']],
    ['sandbox', { url: 'https://partner.example' }, 'live', ['url:unknown', 'environment:test_only']],
    ['fax', {}, 'test', ['adapter:unknown']],
  ])('of %s, %j on the %s side, have every fault named', (adapter, config, environment, faults) => {
    expect(faultsOf(adapter, config, environment)).toEqual(faults);
  });

  it('are read where they are stored, whatever rule came later', () => {
    const config = { url: 'http://partner.example/' };
    expect(openSettings('http', config)).toEqual({ kind: 'sound', config: { url: 'http://partner.example' } });
    expect(openSettings('http', {})).toMatchObject({ kind: 'faulty', faults: [{ field: 'url' }] });
  });

  it('are refused on the live side alone where the side is what is wrong', () => {
    expect(faultsOf('http', { url: 'http://partner.example' })).toEqual([]);
    expect(faultsOf('sandbox', {})).toEqual([]);
  });
});

it('describes each setting that people are asked for', () => {
  expect(ADAPTER_NAMES).toEqual(['http', 'described', 'iso20022', 'sandbox']);
  expect(Object.values(PARTNER_ADAPTERS).map(({ name }) => name)).toEqual(ADAPTER_NAMES);
  expect(ADAPTER_OPTIONS.map(({ name }) => name)).toEqual([
    'url',
    'statementsSettle',
    'description',
    'directory',
    'transport',
    'sftpHost',
    'sftpPort',
    'sftpUser',
    'sftpHostKey',
    'sftpOut',
    'sftpIn',
    'sftpArchive',
    'sftpPollSeconds',
    'profile',
    'profileMembers',
    'debtorName',
    'debtorAccount',
    'debtorBic',
    'instructingBic',
    'debtorCountry',
    'debtorStreet',
    'debtorPostalCode',
    'debtorCity',
    'settledBy',
    'debtorLei',
  ]);
  for (const { description } of ADAPTER_OPTIONS) expect(description).toMatch(/ /);
});

it('says of each adapter how it is examined, and whether it has an address and moves money', () => {
  const traits = ADAPTER_NAMES.map((adapter) => {
    const { name, examination, hasAddress, isSimulated } = adapterOf({ adapter }) ?? {};
    return [name, examination, hasAddress, isSimulated];
  });
  expect(traits).toEqual([
    ['http', 'itself', true, false],
    ['described', 'twin', false, false],
    ['iso20022', 'twin', false, false],
    ['sandbox', null, false, true],
  ]);
  expect(adapterOf({ adapter: 'pigeon' })).toBeNull();
});
