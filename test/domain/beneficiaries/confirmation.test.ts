import { decideConfirmation } from '../../../domain/beneficiaries/confirmation';

const HELD = { version: 2, isHeld: true, changedBy: ['usr_1', 'usr_3'] };

describe('a confirmation of changed bank details', () => {
  it('is another member’s', () => {
    expect(decideConfirmation(HELD, { version: 2, memberId: 'usr_2' })).toBe(true);
    expect(decideConfirmation({ ...HELD, changedBy: [] }, { version: 2, memberId: 'usr_1' })).toBe(true);
    for (const memberId of ['usr_1', 'usr_3', null]) {
      expect(() => decideConfirmation(HELD, { version: 2, memberId })).toThrow(
        expect.objectContaining({ code: 'FORBIDDEN' }),
      );
    }
  });

  it('is of the version that the member has seen', () => {
    for (const version of [1, 3]) {
      expect(() => decideConfirmation(HELD, { version, memberId: 'usr_2' })).toThrow(
        expect.objectContaining({ code: 'INVALID_TRANSITION', extra: { current: '2', allowed: ['2'] } }),
      );
    }
  });

  it('changes nothing about what is not held', () => {
    expect(decideConfirmation({ ...HELD, isHeld: false }, { version: 2, memberId: 'usr_1' })).toBe(false);
  });
});
