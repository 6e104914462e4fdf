import { credentialDestination } from '../../../../domain/payments/dispatch/credential-destination';

const described = (description: object) => ({ adapter: 'described', config: { description } });
const BANK = { baseUrl: ' https://bank.example/api/v2', authentication: { credential: 'token' } };
const NOTIFIED = { notifications: { proof: { credential: 'hook' } } };

/** Source: docs/GAPS.md#A12 */
describe('where a credential of a partner is presented', () => {
  it.each([
    ['the origin of a described bank', described(BANK), 'token', 'https://bank.example'],
    [
      'with its port',
      described({ ...BANK, baseUrl: 'https://bank.example:8443/x' }),
      'token',
      'https://bank.example:8443',
    ],
    ['an address that is none, as it is', described({ baseUrl: 'bank' }), 'token', 'bank'],
    ['nowhere, where it proves what the bank sends', described({ ...BANK, ...NOTIFIED }), 'hook', ''],
    [
      'at the bank, where it proves both',
      described({ ...BANK, notifications: { proof: { credential: 'token' } } }),
      'token',
      'https://bank.example',
    ],
    [
      'at the bank, as a key of TLS too',
      described({ ...BANK, ...NOTIFIED, tls: { key: 'hook' } }),
      'hook',
      'https://bank.example',
    ],
    [
      'a server of SFTP',
      { adapter: 'iso20022', config: { sftpHost: 'sftp.example' } },
      'key',
      'sftp://sftp.example:22',
    ],
    [
      'with its own port',
      { adapter: 'iso20022', config: { sftpHost: 'sftp.example', sftpPort: 2222 } },
      'key',
      'sftp://sftp.example:2222',
    ],
    ['nowhere, for a directory', { adapter: 'iso20022', config: { directory: '/bank' } }, 'key', ''],
  ])('%s', (_name, partner, name, place) => {
    expect(credentialDestination(partner, name)).toBe(place);
  });
});
