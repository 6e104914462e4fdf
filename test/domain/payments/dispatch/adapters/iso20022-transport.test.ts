import { openSettings } from '../../../../../domain/payments/dispatch/adapters';
import { iso20022Settings } from '../../../../../domain/payments/dispatch/adapters/iso20022';
import { sftpSettingsOf } from '../../../../../domain/payments/dispatch/adapters/iso20022-transport';

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

const KEY = `SHA256:${'A'.repeat(43)}`;
const SERVER = {
  transport: 'sftp',
  sftpHost: 'files.bank.example',
  sftpUser: 'corridor',
  sftpHostKey: KEY,
  sftpOut: '/upload/',
  sftpIn: 'download',
};

/** Source: docs/GAPS.md#P19 */
describe('the settings of a bank with a server of files', () => {
  it('are the server, its keys, the user and the directories', () => {
    expect(faultsOf(SERVER)).toEqual([]);
    // As the command has them, which knows text alone.
    const config = { ...SOUND, ...SERVER, sftpPort: '2222', sftpPollSeconds: '60', sftpHostKey: `${KEY}, ${KEY}` };
    const opened = openSettings('iso20022', config);
    expect(opened.kind === 'sound' && sftpSettingsOf(opened.config)).toEqual({
      host: 'files.bank.example',
      port: 2222,
      user: 'corridor',
      hostKeys: [KEY, KEY],
      out: '/upload',
      in: 'download',
      archive: null,
      pollSeconds: 60,
    });
    const plain = openSettings('iso20022', SOUND);
    expect(plain.kind === 'sound' && sftpSettingsOf(plain.config)).toBeNull();
  });

  it('have every member named that is missing, beside all other faults', () => {
    expect(faultsOf({ transport: 'sftp', debtorBic: 'COBA', sftpPort: 0 }).sort()).toEqual([
      'debtorBic',
      'sftpHost',
      'sftpHostKey',
      'sftpIn',
      'sftpOut',
      'sftpPort',
      'sftpUser',
    ]);
  });

  it.each([undefined, 'directory'])('belong to the transport sftp, and not to %s', (transport) => {
    const faults = faultsOf({ ...SERVER, transport, sftpArchive: 'done' }).sort();
    expect(faults).toEqual(['sftpArchive', 'sftpHost', 'sftpHostKey', 'sftpIn', 'sftpOut', 'sftpUser']);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ transport: 'ftp' }, 'transport'],
    [{ sftpHost: 'sftp://bank.example' }, 'sftpHost'],
    [{ sftpHost: 'bank.example:22' }, 'sftpHost'],
    [{ sftpPort: 'x' }, 'sftpPort'],
    [{ sftpPort: 65_536 }, 'sftpPort'],
    [{ sftpUser: '' }, 'sftpUser'],
    [{ sftpHostKey: 'SHA256:abc' }, 'sftpHostKey'],
    [{ sftpHostKey: ',' }, 'sftpHostKey'],
    [{ sftpOut: '../up' }, 'sftpOut'],
    [{ sftpIn: '' }, 'sftpIn'],
    [{ sftpArchive: 'download' }, 'sftpArchive'],
    [{ sftpPollSeconds: 4 }, 'sftpPollSeconds'],
  ])('with %j have the fault named', (change, field) => {
    expect(faultsOf({ ...SERVER, ...change })).toContain(field);
  });
});
