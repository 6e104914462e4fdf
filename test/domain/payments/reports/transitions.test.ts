import { PAYMENT_STATUSES, type PaymentStatus } from '../../../../domain/payments/instruction/status';
import {
  allowedFrom,
  decide,
  transitionTable,
  WAITING_LIMIT_MS,
} from '../../../../domain/payments/reports/transitions';

/** The table as it was decided, written out a second time on purpose. */
const DECIDED = `
pending    D A A A A A A W
submitted  X D A A A A A W
accepted   X S D A A A A W
processing X S S D A A A W
settled    X S S S D R R A
failed     X S S S R D S R
cancelled  X S S S R S D R
returned   X S S S S R R D`;

const WORDS: Record<string, string> = {
  A: 'applied',
  D: 'duplicate',
  S: 'stale',
  W: 'waiting',
  X: 'refused',
  R: 'conflicting',
};

const CASES = DECIDED.trim()
  .split('\n')
  .flatMap((line) => {
    const [from, ...letters] = line.split(/ +/);
    return letters.map(
      (letter, index) =>
        [from as PaymentStatus, PAYMENT_STATUSES[index] as PaymentStatus, WORDS[letter] ?? ''] as const,
    );
  });

describe('the transition table', () => {
  it.each(CASES)('%s, reported %s, is %s', (from, to, disposition) => {
    expect(decide(from, to)).toBe(disposition);
    expect(transitionTable()[from][to]).toBe(disposition);
  });

  it('knows what a settled instruction can become', () => {
    expect(allowedFrom('settled')).toEqual(['returned']);
    expect(allowedFrom('returned')).toEqual([]);
  });

  it('lets a report wait for a day', () => expect(WAITING_LIMIT_MS).toBe(86_400_000));
});
