import { z } from 'zod';
import { BankRule } from '../../../../domain/facts/bank-profiles';
import { changedConfig, isMove } from '../../../../domain/payments/dispatch/partner-move';
import { profileReader } from '../../../../domain/payments/iso20022/bank-profile';

const ProfileMembers = z.record(z.string(), BankRule.nullable());

/** Source: docs/GAPS.md#P21 */
describe('a change of the settings of a partner', () => {
  const described = { baseUrl: 'https://bank.example', inquire: { method: 'GET', path: '/a' }, submit: { path: '/b' } };
  it.each([
    ['another address', 'http', { url: 'https://a' }, { url: 'https://b' }, true],
    ['the same address', 'http', { url: 'https://a' }, { url: 'https://a' }, false],
    ['a name alone', 'http', { url: 'https://a' }, {}, false],
    ['another directory', 'iso20022', { directory: '/a' }, { config: { directory: '/b' } }, true],
    ['another debtor', 'iso20022', { directory: '/a', debtorName: 'A' }, { config: { debtorName: 'B' } }, false],
    ['no server any more', 'iso20022', { transport: 'sftp' }, { config: { transport: null } }, true],
    ['another host key', 'iso20022', { sftpHostKey: 'a' }, { config: { sftpHostKey: 'b' } }, true],
    [
      'another inquiry',
      'described',
      { description: described },
      { config: { description: { ...described, inquire: {} } } },
      true,
    ],
    [
      'another submission',
      'described',
      { description: described },
      { config: { description: { ...described, submit: {} } } },
      false,
    ],
    ['anything', 'sandbox', {}, { config: { other: 1 } }, false],
    ['an adapter of a newer version', 'newer', { url: 'https://a' }, { url: 'https://b' }, false],
  ])('that has %s', (_name, adapter, config, changes, moves) => {
    expect(isMove({ adapter, config }, changes)).toBe(moves);
  });
});

describe('the settings of a partner after a change', () => {
  it('have what is new, and not what is null', () => {
    const config = { url: 'https://a', directory: '/a', debtorName: 'A' };
    expect(changedConfig(config, { url: 'https://b', config: { directory: null, debtorCity: 'C' } })).toEqual({
      url: 'https://b',
      debtorName: 'A',
      debtorCity: 'C',
    });
  });

  it('keep the rules of the bank that the change does not name', () => {
    const rule = { kind: 'require', elements: ['Purp'] };
    const config = { profileMembers: { purposeStated: rule, words: rule } };
    const after = changedConfig(config, { config: { profileMembers: { instant: rule, words: null } } });
    expect(after).toEqual({ profileMembers: { purposeStated: rule, instant: rule, words: null } });
    expect(changedConfig(config, { config: { profileMembers: null } })).toEqual({});
    expect(changedConfig({}, { config: { profileMembers: { words: rule } } })).toEqual({
      profileMembers: { words: rule },
    });
  });

  it('let the rule of the profile apply again where a change says so, and remove it where it says null', () => {
    const at = new Date('2026-11-28T12:00:00Z');
    const originOf = ({ profileMembers }: ReturnType<typeof changedConfig>) => {
      const members = ProfileMembers.parse(profileMembers);
      const { rules } = profileReader({ profile: 'sepa', profileMembers: members })(at);
      return rules.find(({ member }) => member === 'characters')?.from;
    };
    const own = { kind: 'require', elements: ['Purp'] };
    const first = changedConfig({}, { config: { profileMembers: { characters: own, purposeStated: own } } });
    const off = changedConfig(first, { config: { profileMembers: { characters: null } } });
    const again = changedConfig(off, { config: { profileMembers: { characters: 'profile' } } });
    expect([first, off, again].map(originOf)).toEqual(['settings', undefined, 'sepa']);
    expect(again).toEqual({ profileMembers: { purposeStated: own } });
    expect(changedConfig({}, { config: { profileMembers: { words: 'profile' } } })).toEqual({ profileMembers: {} });
  });
});
