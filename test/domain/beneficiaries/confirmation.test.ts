import { decideConfirmation } from '../../../domain/beneficiaries/confirmation';

const known = (loginMadeBy: string | null) => ({ invitedBy: loginMadeBy, invitedHours: 48, loginMadeBy, keys: {} });
const makersOf = new Map([
  ['usr_2', known(null)],
  ['usr_4', known('usr_1')],
]);
const as = (memberId: string | null, version = 2) => ({ version, memberId, by: `user:${memberId}`, makersOf });
const HELD = { version: 2, isHeld: true, changedBy: ['usr_1', 'usr_3'] };

describe('a confirmation of changed bank details', () => {
  it('is another member’s', () => {
    expect(decideConfirmation(HELD, as('usr_2'))).toBe(true);
    expect(decideConfirmation({ ...HELD, changedBy: [] }, as('usr_1'))).toBe(true);
    // The last one was invited by who made a change.
    for (const memberId of ['usr_1', 'usr_3', null, 'usr_4']) {
      expect(() => decideConfirmation(HELD, as(memberId))).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    }
  });

  it('is of the version that the member has seen', () => {
    for (const version of [1, 3]) {
      expect(() => decideConfirmation(HELD, as('usr_2', version))).toThrow(
        expect.objectContaining({ code: 'INVALID_TRANSITION', extra: { current: '2', allowed: ['2'] } }),
      );
    }
  });

  it('is nobody’s where it is not known who made a change', () => {
    const unknown = { ...HELD, changedBy: [null] };
    expect(() => decideConfirmation(unknown, as('usr_2'))).toThrow(
      /not known who acted first.*the hold ends by itself/,
    );
  });

  it('changes nothing about what is not held', () => {
    expect(decideConfirmation({ ...HELD, isHeld: false }, as('usr_1'))).toBe(false);
  });
});
