import { isSameTenant, tenantName } from '../../../domain/auth/tenant';

const TEST = { accountId: 'acc_1', environment: 'test' } as const;

describe('a side of an account', () => {
  it('is named by account and side', () => expect(tenantName(TEST)).toBe('acc_1/test'));

  it('is another one as soon as account or side differ', () => {
    expect(isSameTenant(TEST, { ...TEST })).toBe(true);
    expect(isSameTenant(TEST, { ...TEST, environment: 'live' })).toBe(false);
    expect(isSameTenant(TEST, { ...TEST, accountId: 'acc_2' })).toBe(false);
  });
});
