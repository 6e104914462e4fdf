import { statusDurations } from '../../../console/payments/status-times';

const NOW = new Date('2026-11-20T12:00:00Z');
const at = (status: 'pending' | 'submitted' | 'settled', time: string) => ({
  status,
  timestamp: `2026-11-20T${time}Z`,
});

describe('the time of a payment in each status', () => {
  it('goes up to the next entry, and up to now in the one that it is in', () => {
    const history = [at('pending', '10:00:00'), at('pending', '10:30:00'), at('submitted', '11:00:00')];
    expect(statusDurations(history, NOW)).toEqual([
      { status: 'pending', seconds: 3600, isGoingOn: false },
      { status: 'submitted', seconds: 3600, isGoingOn: true },
    ]);
  });

  it('ends with its outcome, and is never less than none', () => {
    const history = [at('submitted', '11:00:00'), at('settled', '10:59:59')];
    expect(statusDurations(history, NOW)).toEqual([{ status: 'submitted', seconds: 0, isGoingOn: false }]);
  });
});
