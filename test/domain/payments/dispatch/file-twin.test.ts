import { sftpSettingsOf, type SftpSettings } from '../../../../domain/payments/dispatch/adapters/iso20022-transport';
import { differingFileSettings, isSameServer } from '../../../../domain/payments/dispatch/file-twin';
import { DEBTOR } from '../../../../lab/benches/debtor';

const LIVE = {
  directory: '/var/lib/corridor/bank',
  ...DEBTOR,
};

/** Source: docs/GAPS.md#P20 */
describe('a partner of the test side that stands for a bank by files', () => {
  it('has its own directory, account and BIC of test', () => {
    const test = {
      directory: '/var/lib/corridor/test',
      debtorAccount: 'DE02120300000000202051',
      debtorBic: 'COBADEF0XXX',
    };
    expect(differingFileSettings(LIVE, { ...LIVE, ...test, transport: 'directory' })).toEqual([]);
  });

  it('orders what the live one orders', () => {
    const test = { ...LIVE, debtorBic: 'COBADE0FXXX', instructingBic: 'DEUTDEFFXXX', debtorCity: 'Bonn' };
    expect(differingFileSettings(LIVE, test)).toEqual(['debtorBic', 'debtorCity', 'instructingBic']);
    const live = { ...LIVE, debtorBic: 'COBADEF0XXX' };
    expect(differingFileSettings(live, LIVE)).toEqual(['debtorBic']);
    expect(differingFileSettings(LIVE, { ...LIVE, transport: 'sftp' })).toEqual(['transport']);
  });

  it('is another user, or at another server', () => {
    const server = (changes: Record<string, string> = {}): SftpSettings => {
      const key = `SHA256:${'A'.repeat(43)}`;
      const paths = { sftpOut: 'up', sftpIn: 'down' };
      const settings = { sftpHost: 'files.bank.example', sftpUser: 'us', sftpHostKey: key, ...paths, ...changes };
      const found = sftpSettingsOf({ transport: 'sftp', ...settings });
      if (found === null) throw new Error('they are those of SFTP');
      return found;
    };
    const otherKey = `SHA256:${'B'.repeat(43)}`;
    expect(isSameServer(server(), server({ sftpOut: 'test/up' }))).toBe(true);
    expect(isSameServer(server(), server({ sftpHost: '203.0.113.7' }))).toBe(true);
    expect(isSameServer(server(), server({ sftpHost: 'FILES.bank.example', sftpHostKey: otherKey }))).toBe(true);
    expect(isSameServer(server(), server({ sftpUser: 'us-test' }))).toBe(false);
    expect(isSameServer(server(), server({ sftpHost: 'test.bank.example', sftpHostKey: otherKey }))).toBe(false);
  });
});
