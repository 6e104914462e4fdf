import { closedOnWeekends } from '../../../../domain/payments/routing/dates';
import { renewDates, isDelayed } from '../../../../domain/payments/routing/redating';
import { route } from '../../../support/routes';

const at = new Date('2026-11-20T10:00:00Z');
const payment = { route: route('a'), timeline: 'same_day', valueDate: null } as const;

describe('a payment that is held up', () => {
  const since = (ms: number): Date => new Date(at.getTime() - ms);
  it('is one that is sent more than a minute after it was submitted', () => {
    expect(isDelayed({ submittedAt: since(60_000), releaseAt: null }, at)).toBe(false);
    expect(isDelayed({ submittedAt: since(60_001), releaseAt: null }, at)).toBe(true);
  });
  it('is counted from its release where that was later', () => {
    expect(isDelayed({ submittedAt: since(86_400_000), releaseAt: since(60_000) }, at)).toBe(false);
    expect(isDelayed({ submittedAt: since(60_001), releaseAt: since(86_400_000) }, at)).toBe(true);
  });
});

describe('dates that are worked out anew', () => {
  it('are those of a payment that is received now', () => {
    expect(renewDates(payment, { at, closed: closedOnWeekends }, 'held')).toEqual({
      because: 'held',
      expectedDate: '2026-11-20',
      dateExplanation: [],
      releaseAt: null,
    });
    const late = new Date('2026-11-20T18:00:00Z');
    expect(renewDates(payment, { at: late, closed: closedOnWeekends }, 'calendar_changed')).toMatchObject({
      because: 'calendar_changed',
      expectedDate: '2026-11-23',
      dateExplanation: [{ reason: 'cut_off' }, { reason: 'weekend' }, { reason: 'weekend' }],
    });
  });

  it('wait for the value date', () => {
    const dated = { ...payment, valueDate: '2026-11-25' };
    expect(renewDates(dated, { at, closed: closedOnWeekends }, 'held')).toMatchObject({
      expectedDate: '2026-11-25',
      releaseAt: new Date('2026-11-25T00:00:00Z'),
    });
  });

  it('are none while no day is open', () => {
    const closed = () => ({ reason: 'holiday' as const, name: 'Closed' });
    expect(renewDates(payment, { at, closed }, 'held')).toBeNull();
  });

  it('hide no other fault', () => {
    const closed = () => {
      throw new Error('broken');
    };
    expect(() => renewDates(payment, { at, closed }, 'held')).toThrow('broken');
  });
});
