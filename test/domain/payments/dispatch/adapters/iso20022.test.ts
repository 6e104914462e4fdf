import { iso20022Settings } from '../../../../../domain/payments/dispatch/adapters/iso20022';

const SOUND = {
  directory: '/var/lib/corridor/bank',
  debtorName: 'Example Trading GmbH',
  debtorAccount: 'DE89 3704 0044 0532 0130 00',
  debtorBic: 'COBADEFFXXX',
  debtorCountry: 'DE',
  debtorCity: 'Berlin',
};

function faultsOf(change: Record<string, unknown>): string[] {
  const read = iso20022Settings.read({ ...SOUND, ...change }, 'live');
  return read.kind === 'sound' ? [] : read.faults.map(({ field }) => field);
}

/** Source: docs/GAPS.md#P19 */
describe('the settings of a bank that takes files', () => {
  it('are the directory and the account that is debited', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ debtorLei: '529900T8BM49AURSDO55', debtorStreet: 'Hauptstraße 1' })).toEqual([]);
    expect(faultsOf({ debtorAccount: '000123', debtorCountry: 'US' })).toEqual([]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ directory: 'bank' }, 'directory'],
    [{ directory: '/var/../etc' }, 'directory'],
    [{ debtorAccount: 'DE89 3704 0044 0532 0130 01' }, 'debtorAccount'],
    [{ debtorBic: 'COBA' }, 'debtorBic'],
    [{ debtorCountry: 'de' }, 'debtorCountry'],
    [{ debtorCity: undefined }, 'debtorCity'],
    [{ debtorLei: 'X' }, 'debtorLei'],
    [{ url: 'https://bank.example' }, 'url'],
  ])('with %j have the fault named', (change, field) => {
    expect(faultsOf(change)).toEqual([field]);
  });
});
