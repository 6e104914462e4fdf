import {
  stateAfterAnswer,
  stateAfterFault,
  HEALTHY,
  releaseProbe,
  requestProbe,
  type BreakerState,
} from '../../domain/breaker';

const START = Date.parse('2026-03-02T10:00:00Z');

function at(seconds: number): Date {
  return new Date(START + seconds * 1000);
}

function fault(health: BreakerState, seconds: number, probeOwner: string | null = null): BreakerState {
  return stateAfterFault(health, { now: at(seconds), fault: 'ECONNREFUSED', isUnsent: true, probeOwner });
}

function answer(health: BreakerState, seconds: number, probeOwner: string | null = null): BreakerState {
  return stateAfterAnswer(health, { now: at(seconds), probeOwner });
}

function faults(count: number, from: BreakerState = HEALTHY): BreakerState {
  return Array.from({ length: count }).reduce<BreakerState>((health) => fault(health, 0), from);
}

/** The probe's health, or a failure when none is given. */
function probe(health: BreakerState, seconds: number, owner: string): BreakerState {
  const entry = requestProbe(health, { now: at(seconds), owner });
  if (entry.kind !== 'probe') throw new Error(`no probe: ${entry.kind}`);
  return entry.health;
}

describe('the breaker of a partner', () => {
  it('opens with the fifth fault in a row, for five seconds', () => {
    expect(faults(4)).toMatchObject({ consecutiveFaults: 4, openedAt: null, openUntil: null });
    expect(faults(5)).toMatchObject({
      openedAt: at(0),
      openUntil: at(5),
      lastFault: 'ECONNREFUSED',
      lastFaultAt: at(0),
    });
  });

  it('keeps what the last fault was, up to 140 characters, and whether anything was written', () => {
    const call = { now: at(0), fault: 'x'.repeat(141), isUnsent: false, probeOwner: null };
    expect(stateAfterFault(HEALTHY, call)).toMatchObject({ lastFault: 'x'.repeat(140), isUnreachable: false });
    expect([HEALTHY.isUnreachable, faults(1).isUnreachable]).toEqual([false, true]);
  });

  it('begins anew with an answer', () => {
    const answered = answer(faults(4), 0);
    expect(answered).toMatchObject({ consecutiveFaults: 0, lastSuccessAt: at(0) });
    expect(fault(answered, 3)).toMatchObject({ consecutiveFaults: 1, openUntil: null });
  });

  it('does not open while calls of the same two seconds are answered', () => {
    const answered = answer(HEALTHY, 0);
    const during = [0.2, 0.4, 0.6, 0.8, 1, 1.5, 1.9].reduce((health, seconds) => fault(health, seconds), answered);
    expect(during.openUntil).toBeNull();
    const afterwards = [2, 2, 2, 2].reduce((health, seconds) => fault(health, seconds), during);
    expect(afterwards.openUntil).toEqual(at(7));
  });

  it('is not kept open by calls that began before it opened', () => {
    expect(fault(faults(5), 4)).toMatchObject({ consecutiveFaults: 5, openUntil: at(5) });
    expect(answer(faults(5), 4)).toMatchObject({ openUntil: at(5), lastSuccessAt: at(4) });
  });

  it('gives one probe at a time, once it has been open long enough', () => {
    const open = faults(5);
    expect(requestProbe(HEALTHY, { now: at(0), owner: 'a' })).toEqual({ kind: 'closed' });
    expect(requestProbe(open, { now: at(3), owner: 'a' })).toEqual({ kind: 'open', retryAfterMs: 2_000 });
    const probing = probe(open, 5, 'a');
    expect(probing).toMatchObject({ probeOwner: 'a', openUntil: at(5) });
    expect(requestProbe(probing, { now: at(6), owner: 'b' })).toEqual({ kind: 'open', retryAfterMs: 9_000 });
  });

  it('gives the probe of one that died to the next', () => {
    const probing = probe(faults(5), 5, 'a');
    const again = probe(probing, 15, 'b');
    expect(again.probeOwner).toBe('b');
    expect(answer(again, 16, 'a').openUntil).not.toBeNull();
    expect(fault(again, 16, 'a')).toMatchObject({ consecutiveFaults: 5, openUntil: at(5), probeOwner: 'b' });
    expect(answer(again, 16, 'b')).toMatchObject({ openUntil: null, openedAt: null, consecutiveFaults: 0 });
  });

  it('closes with the answer to its probe', () => {
    expect(answer(probe(faults(5), 5, 'a'), 6, 'a')).toEqual({
      ...HEALTHY,
      lastFault: 'ECONNREFUSED',
      lastFaultAt: at(0),
      lastSuccessAt: at(6),
    });
  });

  it('stays open twice as long after each probe that fails, a minute at most', () => {
    let health = faults(5);
    let seconds = 5;
    const pauses = Array.from({ length: 6 }, (_, index) => {
      health = fault(probe(health, seconds, `p${index}`), seconds, `p${index}`);
      const pause = ((health.openUntil?.getTime() ?? 0) - at(seconds).getTime()) / 1000;
      seconds += pause;
      return pause;
    });
    expect(pauses).toEqual([10, 20, 40, 60, 60, 60]);
  });

  it('gives the probe to the next when nothing came to be sent', () => {
    const probing = probe(faults(5), 5, 'a');
    expect(releaseProbe(probing, 'b')).toBe(probing);
    expect(probe(releaseProbe(probing, 'a'), 5, 'b').probeOwner).toBe('b');
  });
});
